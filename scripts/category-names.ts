import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KINDS } from '#shared/vocabulary/kinds.ts'
import { findPhrases, getParentKind, listKindsWithin } from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'

/**
 * Writes the names of apparel categories in the languages of Shopify's product taxonomy, in the form of the
 * other vocabularies: English words, then what they are called. `npm run category-names -- FOLDER` reads
 * the folder `dist` of a copy of github.com/Shopify/product-taxonomy.
 */
const OUTPUT = 'src/server/features/catalog/description/languages/category-names.json'
const APPAREL = /TaxonomyCategory\/(aa(?:-\d+)*|lb(?:-\d+)*)\s+: (.*)$/

/** Parts and supplies of things to wear, which no kind of ours means. */
const NOT_WORN =
  /accessor|dry b|toiletry|garment b|makeup|protect|insert|liner|boot covers|shoe covers|toe covers|grip|pads?\b|tape|storage|tools|winder|sticker|parts|display|wig|extension|watch bands|shoelace|patch|buckle|key|lanyard|badge|mask|spur|tread|cleat|rosin|hardware|hook|strap pads|straps|petals|enhancing|cushion|lifts|steps|stays|collars|studs|button|grills|fans|harness|diaper|charms|awareness|insect|survival|festival|covers & cases|organizers|chains|nets|arch supports|costume|decorative|bindis|hair beads|hair barrettes|leis|card|passport|checkbook|reels|insignia|food service|security|military|housekeeping|clergy|combat|sleep sacks|muffs/i
/** Words of several languages that join two names: 'Mäntel und Jacken'. */
const JOINED =
  /\s*[&,/、，和与與]\s*|\s+(?:and|und|et|y|e|en|og|och|ja|és|și|si|i|in|a|и|ve|dan|và|και|または|и|lub|oder|ou|o|eller|och|tai|ir|ali|ou|nebo|alebo)\s+|および|及び|\s및\s|或/u

const kindOfWords = (text: string): string | undefined =>
  findPhrases(splitIntoWords(text)).findLast(({ meaning }) => meaning.kind)?.meaning.kind
const firstName = new Map(KINDS.map(({ id, names }) => [id, names[0] ?? id]))

const TOO_WIDE = new Set(['clothing', 'accessories', 'other'])

/** The narrowest kind that contains both; null if only 'clothing' or nothing does. */
const commonKind = (a: string, b: string): string | null => {
  for (let kind: string | null = a; kind !== null; kind = getParentKind(kind))
    if (!TOO_WIDE.has(kind) && listKindsWithin(kind).includes(b)) return kind
  return null
}

/** The kinds of a category, one for each part of its name: 'Coats & Jackets' has two. */
const kindsOf = (path: readonly string[]): string[] => {
  const leaf = path.at(-1) ?? ''
  if (
    path.some((step) => NOT_WORN.test(step.replace(/(?:Clothing|Apparel &|Hair) Accessories/, '')))
  )
    return []
  if (path.includes('Swimwear') || (path.at(-2) ?? '').endsWith('Swimwear'))
    return leaf.split(JOINED).length > 1 ? [] : ['swimwear']
  const isUnderwear = path.some((step) => /under(?:wear|pants|garments)|lingerie/i.test(step))
  const kinds = leaf.split(JOINED).map((part) => {
    const kind = kindOfWords(part) ?? null
    // Thongs are worn on feet elsewhere.
    return isUnderwear && kind === 'sandals' ? 'underwear' : kind
  })
  if (kinds.length === 1 && kinds[0] === null)
    kinds[0] = path.slice(0, -1).map(kindOfWords).findLast(Boolean) ?? null
  const known = kinds.flatMap((kind) => (kind === null || TOO_WIDE.has(kind) ? [] : [kind]))
  const [first = ''] = known
  const isOne = known.every((kind) => commonKind(kind, first) !== null)
  return known.length === kinds.length && isOne ? known : []
}

const readCategories = (file: string): Map<string, string[]> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, id = '', path = ''] = APPAREL.exec(line) ?? []
        return id === '' ? [] : [[id, path.split(' > ')] as const]
      }),
  )

const MAX_WORDS = 4
const folder = process.argv[2] ?? ''
const english = readCategories(join(folder, 'en', 'categories.txt'))
const kindsById = new Map([...english].map(([id, path]) => [id, kindsOf(path)]))
const englishNames = new Set(
  [...english.values()].map((path) => splitIntoWords(path.at(-1) ?? '').join(' ')),
)

const readNames = (language: string): Map<string, string> => {
  const kinds = new Map<string, string>()
  for (const [id, path] of readCategories(join(folder, language, 'categories.txt'))) {
    const expected = kindsById.get(id) ?? []
    const parts = (path.at(-1) ?? '').replace(/\s*\(.*\)/, '').split(JOINED)
    const names = parts.map((part) => splitIntoWords(part).join(' '))
    const isCounted = names.length === expected.length || expected.length === 1
    // 'Одежда для дома и сна' does not consist of two names.
    if (!isCounted || (names.length > 1 && names.join('').includes(' '))) continue
    for (const [index, name] of names.entries()) {
      const kind = expected[index] ?? expected[0] ?? ''
      const isUsable = name.length > 1 && !/-\s*$/.test(parts[index] ?? '')
      if (!isUsable || englishNames.has(name) || name.split(' ').length > MAX_WORDS) continue
      const earlier = kinds.get(name)
      kinds.set(name, earlier === undefined ? kind : (commonKind(earlier, kind) ?? earlier))
    }
  }
  return kinds
}

/** Without names such as 'school trousers', whose words say as much. */
const withoutRedundant = (kinds: ReadonlyMap<string, string>): [name: string, kind: string][] =>
  [...kinds].filter(([name, kind]) => {
    const words = name.split(' ')
    if (words.length === 1) return true
    const kindsOfParts = new Set(
      words.flatMap((_, from) =>
        words.flatMap((__, to) => {
          const part = words.slice(from, to + 1).join(' ')
          return part === name ? [] : (kinds.get(part) ?? [])
        }),
      ),
    )
    return !(kindsOfParts.size === 1 && kindsOfParts.has(kind))
  })

const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map(({ name }) => name)
const listNames = (language: string) => {
  const namesOf = new Map<string, string[]>()
  for (const [name, kind] of withoutRedundant(readNames(language)))
    namesOf.set(kind, [...(namesOf.get(kind) ?? []), name])
  return Object.fromEntries(
    [...namesOf].map(([kind, names]) => [firstName.get(kind), names.join(', ')]),
  )
}

const namesByLanguage = languages.map((language) => [language, listNames(language)])
writeFileSync(OUTPUT, `${JSON.stringify(Object.fromEntries(namesByLanguage), null, 2)}\n`)
