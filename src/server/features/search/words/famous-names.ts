import { findPhrases } from '#shared/vocabulary/vocabulary.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'

const splitNames = (...lists: string[]): readonly string[] => lists.join(', ').split(', ')

/** Brands whose names are no words of the vocabulary, or hide some: Old Navy is no colour, and M&S no size. */
const BRANDS = splitNames(
  'acne studios, adidas, aesop, alaia, aldo, alexander mcqueen, alexander wang, allsaints, and other stories, ann taylor, anthropologie, apc, arcteryx, arc teryx, aritzia, arket, armani, asics, asos, balenciaga, balmain',
  'banana republic, barbour, bershka, birkenstock, bode, bottega, bottega veneta, boohoo, brandy melville, brioni, brunello cucinelli, bulgari, burberry, calvin klein, canada goose, carhartt, cartier, casablanca, celine',
  'chanel, charles and keith, chloe, chopard, christian dior, christian louboutin, cider, clarks, coach, columbia, comme des garcons, converse, cos, crocs, daniel wellington, desigual, diane von furstenberg, diesel, dior',
  'dolce and gabbana, dolce gabbana, dr martens, doc martens, edikted, emilio pucci, eileen fisher, elie saab, ermenegildo zegna, everlane, fashion nova, fear of god, fendi, fila, fjallraven, free people, frankies bikinis',
  'furla, g star, gant, ganni, gap, geox, giorgio armani, givenchy, golden goose, good american, goyard, gucci, guess, gymshark, h and m, hm, hermes, hollister, house of cb, hugo boss, hunter, isabel marant, issey miyake, j crew',
  'jacquemus, jil sander, jimmy choo, john lewis, karen millen, karl lagerfeld, kate spade, kenzo, khaite, kiton, lacoste, lancel, lanvin, lands end, levi, levis, levi strauss, loewe, longchamp, loro piana, louboutin',
  'louis vuitton, lululemon, m and s, madewell, maison margiela, maje, mango, manolo blahnik, marc jacobs, marks and spencer, marni, massimo dutti, max mara, mejuri, michael kors, missoni, miu miu, moncler, montblanc, monki',
  'moschino, motel rocks, mugler, nanushka, new balance, new look, nike, north face, the north face, oakley, old navy, omega watch, on running, oysho, palm angels, pandora, patagonia, patek philippe, paul smith',
  'pepe jeans, phoebe philo, polo ralph lauren, prada, pretty little thing, prettylittlething, primark, princess polly, proenza schouler, pronovias, pull and bear, puma, quiksilver, ralph lauren, ray ban, rayban',
  'reebok, reformation, reiss, rick owens, rimowa, river island, rixo, roger vivier, rolex, roxy, saint laurent, salomon, sam edelman, samsonite, sandro, schiaparelli, self portrait, sezane, shein, skechers, skims',
  'spanx, staud, stella mccartney, steve madden, stone island, stradivarius, stussy, superdry, supreme, swarovski, swatch, tag heuer, ted baker, temu, teva, the kooples, the row, theory, thom browne, tiffany, tiffany and co',
  'timberland, tods, tom ford, tommy hilfiger, topshop, tory burch, toteme, tumi, ugg, under armour, uniqlo, urban outfitters, valentino, van cleef, van cleef and arpels, vans, veja, vera wang, versace, victoria beckham',
  'victorias secret, victoria secret, vince, vivienne westwood, vuitton, weekday, wrangler, yeezy, ysl, yves saint laurent, zalando, zara, zimmermann, zadig and voltaire',
)

/** People, characters and shows whose clothes people look for. */
const PEOPLE = splitNames(
  'adele, alexa chung, amal clooney, amelia gray, angelina jolie, anna wintour, anne hathaway, anya taylor joy, ariana grande, asap rocky, austin butler, ayo edebiri, bad bunny, bella hadid, beyonce, billie eilish, blackpink',
  'blake lively, brad pitt, britney spears, bts, camila cabello, cardi b, cate blanchett, chappell roan, charli xcx, chloe sevigny, chris hemsworth, cillian murphy, cristiano ronaldo, daisy edgar jones, dakota johnson',
  'david beckham, deepika padukone, devon lee carlson, doja cat, drake, dua lipa, elle fanning, elsa hosk, emma chamberlain, emma stone, emma watson, emily ratajkowski, emrata, eminem, florence pugh, gigi hadid, greta lee',
  'gwyneth paltrow, hailey bieber, hailey baldwin, harry potter, harry styles, heidi klum, hunter schafer, iris apfel, jacob elordi, jason momoa, jenna ortega, jennie kim, jennifer aniston, jennifer lawrence, jennifer lopez',
  'jeremy allen white, jlo, julia fox, julia roberts, justin bieber, kaia gerber, kanye, kanye west, kendall jenner, kendrick lamar, keira knightley, khloe kardashian, kim kardashian, kourtney kardashian, kylie jenner',
  'kristen stewart, lady gaga, lana del rey, lebron james, leonardo dicaprio, lewis hamilton, lila moss, lily collins, lily rose depp, lionel messi, lisa blackpink, lori harvey, madison beer, margot robbie, matilda djerf',
  'meghan markle, michelle obama, mila kunis, miley cyrus, millie bobby brown, monica bellucci, natalie portman, nicole kidman, olivia rodrigo, olivia palermo, oprah, paul mescal, pamela anderson, pedro pascal, penelope cruz',
  'pharrell, pharrell williams, phoebe bridgers, post malone, prince harry, prince william, priyanka chopra, queen elizabeth, queen letizia, reese witherspoon, rihanna, rosalia, rose blackpink, rosie huntington whiteley',
  'ryan gosling, ryan reynolds, sabrina carpenter, salma hayek, sarah jessica parker, scarlett johansson, selena gomez, shakira, shailene woodley, snoop dogg, sofia richie, sofia vergara, steve jobs, sydney sweeney',
  'taylor swift, tilda swinton, timothee chalamet, tom cruise, tom holland, travis kelce, travis scott, tyler the creator, victoria beckham, viola davis, virgil abloh, willow smith, winona ryder, xochitl gomez, zac efron',
  'zayn malik, zendaya, zoe kravitz, zoe saldana',
)

/** The style of people and shows whose clothes are all of one sort. */
const ICONS: Readonly<Record<string, string>> = {
  classic:
    'princess diana, lady diana, lady di, jackie kennedy, jackie o, audrey hepburn, grace kelly, carolyn bessette, carolyn bessette kennedy, kate middleton, princess kate, jane birkin',
  nineties: 'rachel green, friends rachel, kate moss, clueless, cher horowitz, winona ryder style',
  eighties: 'stranger things, madonna, flashdance',
  seventies: 'daisy jones, daisy jones and the six, stevie nicks, abba, farrah fawcett',
  sixties: 'mad men, twiggy, betty draper',
  fifties: 'grease movie, marilyn monroe, mrs maisel, marvelous mrs maisel',
  twenties: 'peaky blinders, downton abbey, gatsby, great gatsby, the great gatsby, thomas shelby',
  goth: 'wednesday addams, morticia, morticia addams, addams family',
  preppy: 'gossip girl, blair waldorf, serena van der woodsen, gilmore girls, rory gilmore',
  y2k: 'paris hilton, mean girls, bratz, regina george',
  glam: 'carrie bradshaw, sex and the city, and just like that',
  western: 'yellowstone, beth dutton, dolly parton, beyonce cowboy carter',
  'old-money': 'succession, shiv roy, gwyneth paltrow trial',
  'romantic-goth': 'bridgerton, jane austen, pride and prejudice',
  'parisian-colour': 'emily in paris, emily cooper',
}
const STYLE_OF_ICON: ReadonlyMap<string, string> = new Map(
  Object.entries(ICONS).flatMap(([style, names]) =>
    names.split(', ').map((name) => [name, style] as const),
  ),
)

type FamousName = { words: readonly string[]; name: string }
const NAMES: ReadonlyMap<string, readonly FamousName[]> = (() => {
  const byFirst = new Map<string, FamousName[]>()
  for (const name of new Set([...BRANDS, ...PEOPLE, ...STYLE_OF_ICON.keys()])) {
    const words = name.split(' ')
    const [first = ''] = words
    byFirst.set(first, [...(byFirst.get(first) ?? []), { words, name }])
  }
  for (const names of byFirst.values()) names.sort((a, b) => b.words.length - a.words.length)
  return byFirst
})()

/** Everyday words that name a brand only beside a thing: 'gap hoodie'. */
const EVERYDAY_BRANDS = new Set(
  'cider coach columbia cos diesel drake gap guess hunter mango supreme theory vince weekday'.split(
    ' ',
  ),
)

const SEPARATOR = String.raw`[^\p{L}\p{N}]+`
const cutName = (text: string, words: readonly string[]): string =>
  text.replace(
    new RegExp(
      `(?<![\\p{L}\\p{N}])${words.join(SEPARATOR).replace(`${SEPARATOR}and${SEPARATOR}`, `(?:${SEPARATOR}and${SEPARATOR}| ?& ?)`)}(?![\\p{L}\\p{N}])`,
      'u',
    ),
    ' ',
  )

/**
 * Cuts famous names out of a query, of which the catalogue has nothing, so that their words are not read as
 * something else. What the vocabulary calls by the name is left: a model of shoes, or 'hunter green'.
 */
export const cutFamousNames = (
  text: string,
): {
  rest: string
  names: readonly string[]
  /** Names that stand for a style. */
  icons: readonly { name: string; style: string }[]
} => {
  const words = splitIntoWords(text)
  const phrases = findPhrases(words)
  const isThing = phrases.some(({ meaning }) => meaning.kind !== undefined)
  const isRead = (from: number, to: number) =>
    phrases.some(
      (phrase) =>
        phrase.from <= from &&
        phrase.to >= to &&
        (phrase.to - phrase.from > to - from || (phrase.meaning.kind ?? phrase.meaning.occasion)),
    )
  const names: FamousName[] = []
  for (let from = 0; from < words.length;) {
    const candidates = NAMES.get(words[from] ?? '') ?? []
    const found = candidates.find(
      ({ words: parts }) =>
        parts.every((part, index) => words[from + index] === part) &&
        (isThing || !EVERYDAY_BRANDS.has(parts.join(' '))) &&
        !isRead(from, from + parts.length),
    )
    if (found) names.push(found)
    from += found?.words.length ?? 1
  }
  return {
    rest: names.reduce((rest, { words: parts }) => cutName(rest, parts), text),
    names: names.flatMap(({ name }) => (STYLE_OF_ICON.has(name) ? [] : [name])),
    icons: names.flatMap(({ name }) => {
      const style = STYLE_OF_ICON.get(name)
      return style === undefined ? [] : [{ name, style }]
    }),
  }
}

/** Famous names of one word are never taken for a misspelling of what the catalogue has. */
export const isFamousName = (word: string): boolean =>
  NAMES.get(word)?.some(({ words }) => words.length === 1) ?? false
