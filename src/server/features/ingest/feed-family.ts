import type { Family, Row } from './feed-formats.ts'

/** A row with what it takes from its product, and where its pictures and options are. */
export type FamilyMember = { line: number; values: Map<string, string>; extra: [string, string][] }
type Numbered = { line: number; row: Row }

/** As many as Shopify allows a product, and its pictures. */
const MOST_ROWS = 2_400
/** Products that wait for the rows of their variants. */
const MOST_WAITING = 50_000

const OPTION_ROLES: readonly (readonly [RegExp, string])[] = [
  [/colou?r|farbe|couleur|цвет|колір|kleur|colore|\bcor\b|kolor|renk/i, 'color'],
  [/size|größe|grösse|taille|talla|tamanho|taglia|maat|rozmiar|размер|розмір|beden/i, 'size'],
  [/material|metal|fabric|stoff|matière|материал/i, 'material'],
  [/gender|geschlecht|^пол$|стать/i, 'gender'],
  [/age|alter|возраст/i, 'age_group'],
]

/** Which attribute an option of a product is, by the name that a shop gives it. */
export const optionRole = (name: string): string | undefined =>
  OPTION_ROLES.find(([pattern]) => pattern.test(name))?.[1]

/** Wix writes a colour as 'rgb(255, 192, 203):pink'. */
const optionValue = (text: string): string => text.replace(/^(?:#\w+|rgba?\([^)]*\)):/, '').trim()

const optionsOf = (product: Row, member: Row, { options }: Family): [string, string][] =>
  options.flatMap(([name, value]) => {
    const role = optionRole(product.get(name) ?? '')
    const text = member.get(value) ?? ''
    return role === undefined || text === ''
      ? []
      : text.split(';').map((one): [string, string] => [role, optionValue(one)])
  })

const memberOf = (
  product: Numbered,
  own: Numbered,
  family: Family,
  isOne: boolean,
): FamilyMember => {
  const values = new Map(product.row)
  for (const [name, value] of own.row) if (value !== '') values.set(name, value)
  // Unique and lasting, which a variant's SKU need not be.
  const key = product.row.get(family.key) ?? ''
  values.set(family.key, key)
  values.set('id', key)
  if (isOne) values.set('item_group_id', key)
  family.adjust?.(values)
  return { line: own.line, values, extra: optionsOf(product.row, own.row, family) }
}

/** Joins the rows of a product: each size and colour becomes an item of its own, with the product's text. */
export const createFamilyReader = (family: Family) => {
  let rows: Numbered[] = []
  const waiting = new Map<string, { product: Numbered; isUsed: boolean }>()

  /** Rows that follow each other. */
  const membersOf = (all: readonly Numbered[]): FamilyMember[] => {
    const [product, ...others] = all
    if (!product) return []
    const variants = others.filter(({ row }) => family.isSold(row))
    const sold = family.isSold(product.row) ? [product, ...variants] : variants
    const pictures = all.flatMap(({ row }) => row.get('image_src') || [])
    const colorOf = ({ row }: Numbered) =>
      optionsOf(product.row, row, family).find(([role]) => role === 'color')?.[1]
    const ownPictures = sold.map((one) => ({
      color: colorOf(one),
      url: one.row.get(family.variantPicture ?? '') || undefined,
    }))
    return (sold.length > 0 ? sold : [product]).map((own) => {
      const member = memberOf(product, own, family, sold.length > 1)
      // All sizes of a colour look like the one that has a picture.
      const picture = ownPictures.find(({ color, url }) => url && color === colorOf(own))?.url
      if (pictures.length > 0) member.values.set('image_src', picture ?? pictures[0] ?? '')
      member.extra.push(...pictures.map((url): [string, string] => ['additional_image_link', url]))
      return member
    })
  }

  const flush = (): FamilyMember[] => {
    const all = rows
    rows = []
    return membersOf(all)
  }

  return {
    push: (line: number, row: Row): FamilyMember[] => {
      const own = { line, row }
      if (family.parent !== undefined) {
        const parent = waiting.get((row.get(family.parent) ?? '').replace(/^id:/, ''))
        if (parent) {
          parent.isUsed = true
          return [memberOf(parent.product, own, family, true)]
        }
        if (family.isSold(row) || waiting.size >= MOST_WAITING) return membersOf([own])
        const entry = { product: own, isUsed: false }
        for (const name of [row.get(family.key), row.get('sku')]) if (name) waiting.set(name, entry)
        return []
      }
      const key = row.get(family.key) ?? ''
      const isSame = key !== '' && rows[0]?.row.get(family.key) === key
      const done = isSame && rows.length < MOST_ROWS ? [] : flush()
      rows.push(own)
      return done
    },
    /** Products of which no variant came are items themselves. */
    end: (): FamilyMember[] => [
      ...flush(),
      ...[...new Set(waiting.values())]
        .filter(({ isUsed }) => !isUsed)
        .flatMap(({ product }) => membersOf([product])),
    ],
  }
}
