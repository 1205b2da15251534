import { demoCatalog } from './catalog.ts'
import { randomFrom } from './random.ts'
import { type ShopItem, shopItems } from './shop/items.ts'

type BoardProduct = { product: string; note: string }
type DemoBoard = {
  title: string
  about: string
  currency: string
  /** Addresses of pictures. */
  looks: string[]
  products: BoardProduct[]
}
/** A creator with a page of their own. */
export type DemoCreator = {
  uid: string
  person: string
  /** In the address of the page. */
  page: string
  about: string
  links: { label: string; url: string }[]
  boards: DemoBoard[]
}
/** The item of a look that it is about: 0 for the first. */
type WornItem = { look: string; item: number }
type DemoSuggestion = WornItem & {
  kind: 'not-it' | 'other'
  link: string | null
  note: string
}
type DemoClicks = WornItem & { daysAgo: number; clicks: number }
/** What an editor says of a look. */
type DemoLookFacts = {
  look: string
  topics: { kind: 'tag' | 'event' | 'show'; name: string }[]
  season: number | null
  episode: number | null
}
/** What users of a site add to its catalogue. */
export type DemoCommunity = {
  facts: DemoLookFacts[]
  creators: DemoCreator[]
  suggestions: DemoSuggestion[]
  clicks: DemoClicks[]
}

type Rule = { title: string; about: string; notes: string[]; isChosen: (item: ShopItem) => boolean }
type Entry = Omit<DemoCreator, 'uid' | 'boards'> & { boards: Rule[] }

const SHOP = { label: 'My second-hand shop', url: 'https://second-look.example.com/' }
const DEMO_PART =
  'This page is part of the demo: the person, the boards and the shops are invented.'

const CREATORS: readonly Entry[] = [
  {
    person: 'Noor al-Tamimi',
    page: 'noor',
    about: `Long lines, quiet colours and coats that are older than I am. I buy second hand and wear everything for years.\n\nNew looks every Sunday.\n\n${DEMO_PART}`,
    links: [
      SHOP,
      { label: 'Coats at Galerie Nord', url: 'https://galerie-nord.example.com/coats' },
    ],
    boards: [
      {
        title: 'Coats that last',
        about: 'Wool and good linings first. A demo board.',
        notes: ['Mine is from 2014.', 'Try one size up, for knitwear.'],
        isChosen: ({ type, gender }) => /coat/i.test(type) && gender !== 'male',
      },
      {
        title: 'Quiet colours',
        about: 'Beige, grey and white go with each other, so mornings are easy. A demo board.',
        notes: ['The one that I wear most.'],
        isChosen: ({ colors, gender }) =>
          ['Beige', 'Grey', 'White', 'Cream'].includes(colors[0] ?? '') && gender === 'female',
      },
    ],
  },
  {
    person: 'Mei-Lin Zhaoyang',
    page: 'mei-lin',
    about: `Street style on a student's budget. Nothing here costs more than a dinner out.\n\n${DEMO_PART}`,
    links: [SHOP],
    boards: [
      {
        title: 'Under 20 euros',
        about: 'Found last week. A demo board.',
        notes: ['Washes well.', 'Cheaper than the lunch I had today.'],
        isChosen: ({ amount, gender }) => amount < 20 && gender !== 'male',
      },
      {
        title: 'Blue, head to toe',
        about: 'Denim, navy and everything between. A demo board.',
        notes: ['Goes with every pair of jeans.'],
        isChosen: ({ colors }) => ['Blue', 'Navy', 'Light blue', 'Denim'].includes(colors[0] ?? ''),
      },
    ],
  },
  {
    person: 'Tomás Iriarte Luz',
    page: 'tomas',
    about: `One carry-on, one week, no ironing. I write down what I packed and what I should have left at home.\n\n${DEMO_PART}`,
    links: [{ label: 'Shoes at Harper & Vale', url: 'https://harper-vale.example.com/shoes' }],
    boards: [
      {
        title: 'One bag, one week',
        about: 'Eight things that make ten outfits. A demo board.',
        notes: ['Dries overnight.', 'Rolled up, it fits in a shoe.'],
        isChosen: ({ gender }) => gender === 'male',
      },
    ],
  },
]
const BOARD = { looks: 2, products: 8 } as const

/** Things of different types, so that a board is not six of the same coat. */
const chooseItems = ({ isChosen, title }: Rule): ShopItem[] => {
  const items = randomFrom(`board ${title}`).shuffle([...shopItems().values()].filter(isChosen))
  const isFirstOfType = ({ type }: ShopItem, index: number) =>
    items.findIndex((other) => other.type === type) === index
  const ofDifferentTypes = items.filter(isFirstOfType)
  const others = items.filter((item) => !ofDifferentTypes.includes(item))
  return [...ofDifferentTypes, ...others].slice(0, BOARD.products)
}

const looksOf = (person: string): string[] => [
  ...new Set(
    demoCatalog().rows.flatMap(({ celebrity_name, celebrity_image }) =>
      celebrity_name === person ? [celebrity_image] : [],
    ),
  ),
]

const creatorFrom = ({ boards, ...entry }: Entry): DemoCreator => {
  const looks = looksOf(entry.person)
  return {
    ...entry,
    uid: `demo-${entry.page}`,
    boards: boards.map((rule, index) => ({
      title: rule.title,
      about: rule.about,
      currency: 'EUR',
      looks: looks.slice(index * BOARD.looks, (index + 1) * BOARD.looks),
      products: chooseItems(rule).map(({ url }, at) => ({
        product: url,
        note: rule.notes[at / 2] ?? '',
      })),
    })),
  }
}

const NOTES: readonly Pick<DemoSuggestion, 'kind' | 'note'>[] = [
  { kind: 'other', note: 'Demo: I have this one, the collar is different. Is it the other?' },
  { kind: 'not-it', note: 'Demo: The one in the picture has no zip.' },
  { kind: 'other', note: 'Demo: Same shape, but hers is the darker shade.' },
  { kind: 'not-it', note: 'Demo: These soles are white, those in the shop are not.' },
  { kind: 'other', note: 'Demo: Found it, from last season.' },
]

const suggestionsOn = (looks: readonly string[]): DemoSuggestion[] => {
  const items = randomFrom('suggestions').shuffle([...shopItems().values()])
  return NOTES.flatMap(({ kind, note }, index) => {
    const look = looks[index]
    const link = kind === 'other' ? (items[index]?.url ?? null) : null
    return look === undefined ? [] : [{ look, item: index % 3, kind, link, note }]
  })
}

const CLICKS = { weeks: 4, looks: 18, items: 3, most: 9 } as const
/** From Sunday: people shop on weekends. */
const WEEKDAYS = [1, 0.55, 0.5, 0.5, 0.6, 0.7, 0.95] as const

/** More from week to week, and most for the first looks. */
const clicksOn = (looks: readonly string[]): DemoClicks[] => {
  const random = randomFrom('clicks')
  const days = CLICKS.weeks * 7
  return looks.slice(0, CLICKS.looks).flatMap((look, rank) =>
    Array.from({ length: CLICKS.items * days }, (_, index): DemoClicks => {
      const daysAgo = Math.floor(index / CLICKS.items)
      const growth = 1 - (0.5 * daysAgo) / days
      const share = (WEEKDAYS[daysAgo % 7] ?? 1) * growth * (1 - rank / CLICKS.looks)
      const clicks = Math.floor(random.next() * share * CLICKS.most)
      return { look, item: index % CLICKS.items, daysAgo, clicks }
    }).filter(({ clicks }) => clicks > 0),
  )
}

const SHOW = { kind: 'show', name: 'Night Ferry' } as const
const EVENTS = ['Lagoon Film Festival', 'Harvest Gala'] as const
const TAGS = ['street style', 'second hand', 'red carpet', 'weekend'] as const
const SEASONS = 2
const LOOKS_PER_EPISODE = 4

/** Two people play in a show, a season each, others are at events, and creators tag what they wear. */
const describeLooks = (celebrities: readonly string[], creators: readonly string[]) => [
  ...celebrities.slice(0, SEASONS).flatMap((name, season) =>
    looksOf(name).map((look, index): DemoLookFacts => ({
      look,
      topics: [SHOW],
      season: season + 1,
      episode: 1 + Math.floor(index / LOOKS_PER_EPISODE),
    })),
  ),
  ...celebrities.slice(SEASONS).flatMap((name, index) =>
    looksOf(name)
      .slice(0, 3)
      .map((look): DemoLookFacts => {
        const event = { kind: 'event', name: EVENTS[index % EVENTS.length] ?? EVENTS[0] } as const
        return {
          look,
          topics: [event, { kind: 'tag', name: TAGS[2] }],
          season: null,
          episode: null,
        }
      }),
  ),
  ...creators.flatMap((name) =>
    looksOf(name).map((look, index): DemoLookFacts => ({
      look,
      topics: [{ kind: 'tag', name: TAGS[[0, 1, 3][index % 3] ?? 0] ?? TAGS[0] }],
      season: null,
      episode: null,
    })),
  ),
]

/** Creators with pages and boards, suggestions that wait for an editor, clicks of four weeks, and what looks are from. */
export const demoCommunity = (): DemoCommunity => {
  const creators = CREATORS.map(creatorFrom)
  const celebrities = demoCatalog().home.filter((name) =>
    creators.every(({ person }) => person !== name),
  )
  const others = celebrities.flatMap((name) => looksOf(name).slice(0, 3))
  const looks = [...creators.flatMap(({ person }) => looksOf(person).slice(0, 3)), ...others]
  return {
    facts: describeLooks(
      celebrities,
      creators.map(({ person }) => person),
    ),
    creators,
    suggestions: suggestionsOn(looks),
    clicks: clicksOn(looks),
  }
}
