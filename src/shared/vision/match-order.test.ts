import { describe, expect, it } from 'vitest'
import { readLabel, readLikely } from '#shared/vocabulary/label-match.ts'
import { findBestTwo } from './likeness.ts'
import {
  compareByLikenessThenPrice,
  type Candidate,
  isAlikeOrSameKind,
  type KindMatch,
  rankAnswers,
  type RankingContext,
  rateLikeness,
} from './match-order.ts'

const THRESHOLDS = { sameItem: 0.9, close: 0.8, similar: 0.7 }

const DRESS = { kind: 'dresses', colors: [], patterns: [], materials: [], departments: [] }
const NOTHING_LIKELY = { cuts: [], colors: [], patterns: [] }
type Facts = Partial<NonNullable<Candidate['description']>>
const product = (
  productKey: string,
  similarity: number,
  facts: Facts | null = {},
  more: Partial<Candidate> = {},
): Candidate => ({
  productKey,
  similarity,
  id: productKey,
  euros: 10,
  isDrawn: false,
  description: facts && { ...DRESS, ...facts },
  ...more,
})
const ask = (candidates: Candidate[], more: Partial<RankingContext> = {}) =>
  rankAnswers(candidates, {
    meaning: readLabel('purple dress', 'dress'),
    likely: NOTHING_LIKELY,
    isKindSure: true,
    thresholds: THRESHOLDS,
    best: findBestTwo(candidates),
    similarInOwnColor: null,
    minAnswers: 6,
    ...more,
  })
const keys = (...asked: Parameters<typeof ask>) =>
  ask(...asked).answers.map(({ productKey }) => productKey)

const SHIRT = { kind: 'shirts', colors: ['purple'] }

describe('a sure kind', () => {
  it('filters: a purple dress is answered by dresses only, however alike a shirt is', () => {
    expect(keys([product('shirt', 0.89, SHIRT), product('dress', 0.2)])).toEqual(['dress'])
  })

  it('keeps what looks alike and of which nobody knows what it is, after its kind', () => {
    const added = product('added', 0.8, null, { id: null })
    const vague = product('vague', 0.75, { kind: 'clothing' })
    const far = product('far', 0.3, { kind: null })
    expect(keys([added, vague, far, product('dress', 0.2)])).toEqual(['dress', 'added', 'vague'])
  })

  it('is given up where there is none: the nearest of other kinds, and nothing of the kind', () => {
    const others = Array.from({ length: 9 }, (_, place) =>
      product(`shirt ${place}`, 0.6 - place / 100, SHIRT),
    )
    const { answers, hasKind } = ask(others)
    expect(hasKind).toBe(false)
    expect(answers.map(({ productKey }) => productKey)).toEqual(
      others.slice(0, 6).map(({ productKey }) => productKey),
    )
  })
})

describe('an unsure kind', () => {
  it('re-ranks: its own before everything else, then what looks alike', () => {
    const candidates = [
      product('shirt', 0.89, SHIRT),
      product('dress', 0.2),
      product('far shirt', 0.3, SHIRT),
    ]
    expect(keys(candidates, { isKindSure: false, minAnswers: 0 })).toEqual(['dress', 'shirt'])
    expect(keys(candidates, { isKindSure: false, minAnswers: 3 })).toEqual([
      'dress',
      'shirt',
      'far shirt',
    ])
  })
})

describe('among products of the kind', () => {
  it('the label decides, then appearance, then the price', () => {
    expect(
      keys([
        product('red and near', 0.78, { colors: ['red'] }),
        product('purple and dear', 0.5, { colors: ['purple'] }, { euros: 90 }),
        product('purple', 0.501, { colors: ['purple'] }),
        product('purple and nearer', 0.6, { colors: ['purple'] }),
      ]),
    ).toEqual(['purple and nearer', 'purple', 'purple and dear', 'red and near'])
  })

  it('what the object is likely to be decides among those that match its label equally', () => {
    const likely = readLikely({
      colour: [
        ['navy', 0.6],
        ['red', 0.3],
      ],
      pattern: [['striped', 0.9]],
    })
    const meaning = readLabel('dress', 'dress')
    const candidates = [
      product('black', 0.7, { colors: ['black'], patterns: ['striped'] }),
      product('red', 0.69, { colors: ['red'], patterns: ['striped'] }),
      product('navy', 0.6, { colors: ['navy', 'blue'], patterns: ['striped'] }),
      product('plain navy', 0.61, { colors: ['navy', 'blue'] }),
    ]
    expect(keys(candidates, { meaning, likely })).toEqual(['navy', 'red', 'plain navy', 'black'])
    // A colour that the label names counts before that.
    const named = readLabel('black dress', 'dress')
    expect(keys(candidates, { meaning: named, likely })[0]).toBe('black')
  })

  it('glasses without a named colour are likely black, not as brown as the face behind them', () => {
    const likely = readLikely({ colour: [['brown', 0.9]] }, 'eyewear')
    const candidates = [
      product('brown', 0.7, { kind: 'sunglasses', colors: ['brown'] }),
      product('black', 0.6, { kind: 'sunglasses', colors: ['black'] }),
    ]
    expect(keys(candidates, { meaning: readLabel('glasses', 'eyewear'), likely })).toEqual([
      'black',
      'brown',
    ])
    const named = readLabel('brown glasses', 'eyewear')
    expect(keys(candidates, { meaning: named, likely })).toEqual(['brown', 'black'])
  })

  it('jewelry without a named colour is likely of metal, not as tan as the wrist', () => {
    const likely = readLikely({ colour: [['tan', 0.9]] }, 'jewelry')
    const candidates = [
      product('tan', 0.7, { kind: 'bracelets', colors: ['tan'] }),
      product('silver', 0.6, { kind: 'bracelets', colors: ['silver', 'grey'] }),
      product('gold', 0.61, { kind: 'bracelets', colors: ['gold'] }),
    ]
    expect(keys(candidates, { meaning: readLabel('jewelry', 'jewelry'), likely })).toEqual([
      'gold',
      'silver',
      'tan',
    ])
  })

  it('what may be trousers is no more likely to be jeans', () => {
    const likely = readLikely({
      type: [
        ['jeans', 0.1],
        ['trousers', 0.6],
        ['wide-leg trousers', 0.3],
      ],
    })
    const candidates = [
      product('jeans', 0.6, { kind: 'jeans' }),
      product('trousers', 0.6, { kind: 'trousers' }),
    ]
    const asked = { meaning: readLabel('pants', 'pants'), likely }
    expect(keys(candidates, asked)).toEqual(['trousers', 'jeans'])
  })

  it('white and cream are one colour to a label, and likeness decides between them', () => {
    const blazers = [
      product('grey', 0.8, { kind: 'blazers', colors: ['grey'] }),
      product('white', 0.6, { kind: 'blazers', colors: ['white'] }),
      product('cream', 0.7, { kind: 'blazers', colors: ['cream'] }),
    ]
    for (const color of ['white', 'cream'])
      expect(keys(blazers, { meaning: readLabel(`${color} jacket`, 'outerwear') })).toEqual([
        'cream',
        'white',
        'grey',
      ])
  })

  it('a type says what it is made of and how long it is', () => {
    const asked = (kind: string, type: string) => ({
      meaning: readLabel(kind === 'outerwear' ? 'jacket' : kind, kind),
      likely: readLikely({ type: [[type, 1]] }),
    })
    const jackets = [
      product('wool', 0.6, { kind: 'jackets', materials: ['wool'] }),
      product('unknown', 0.6, { kind: 'jackets' }),
      product('denim', 0.6, { kind: 'jackets', materials: ['denim'] }),
    ]
    expect(keys(jackets, asked('outerwear', 'denim jacket'))).toEqual(['denim', 'unknown', 'wool'])
    const skirts = [
      product('maxi', 0.6, { kind: 'skirts', tags: ['length:maxi'] }),
      product('unstated', 0.6, { kind: 'skirts', tags: ['dept:women'] }),
      product('mini', 0.6, { kind: 'skirts', tags: ['length:mini'] }),
    ]
    expect(keys(skirts, asked('skirt', 'mini skirt'))).toEqual(['mini', 'unstated', 'maxi'])
  })

  it('the first row has both of two likely cuts, unless the label names one', () => {
    const shoes = [
      product('pumps', 0.7, { kind: 'heels' }),
      product('slingbacks', 0.69, { kind: 'heels' }),
      product('stilettos', 0.68, { kind: 'heels' }),
      product('sandals', 0.6, { kind: 'sandals' }),
      product('boots', 0.6, { kind: 'boots' }),
    ]
    const likelyTo = (share: number) =>
      readLikely({
        type: [
          ['heels', 1 - share],
          ['sandals', share],
        ],
      })
    const first = (label: string, share: number, candidates = shoes) =>
      keys(candidates, { meaning: readLabel(label, 'footwear'), likely: likelyTo(share) })
    expect(first('shoes', 0.2)).toEqual(['pumps', 'slingbacks', 'sandals', 'stilettos', 'boots'])
    expect(first('shoes', 0.1).slice(0, 3)).toEqual(['pumps', 'slingbacks', 'stilettos'])
    expect(first('heels', 0.2).slice(0, 3)).toEqual(['pumps', 'slingbacks', 'stilettos'])
    const inBlack = shoes.map((shoe) =>
      shoe.productKey === 'sandals'
        ? shoe
        : product(shoe.productKey, shoe.similarity, { ...shoe.description, colors: ['black'] }),
    )
    // A colour that the label names counts before that.
    expect(first('black shoes', 0.2, inBlack).slice(0, 3)).toEqual([
      'pumps',
      'slingbacks',
      'stilettos',
    ])
  })

  describe('a first row that is hardly like the object', () => {
    const likely = readLikely({ type: [['maxi dress', 0.8]], colour: [['purple', 0.7]] })
    const isFar = (similarity: number, facts: Facts | null, more: Partial<RankingContext> = {}) =>
      ask([product('a', similarity, facts)], { likely, ...more }).isFar
    const purple = { kind: 'dresses', colors: ['purple'], tags: ['length:maxi'] }

    it('is said to be', () => {
      expect(isFar(0.5, { colors: ['yellow'] })).toBe(true)
      expect(isFar(0.6, purple)).toBe(false)
    })

    it('is not if it looks alike, nor if the user added it as similar', () => {
      expect(isFar(0.85, { colors: ['yellow'] })).toBe(false)
      expect(isFar(0.75, null, { isKindSure: false })).toBe(false)
    })

    it('is not where nothing is known of what the object is, nor without answers', () => {
      expect(isFar(0.5, { colors: ['yellow'] }, { likely: NOTHING_LIKELY })).toBe(false)
      expect(ask([], { likely }).isFar).toBe(false)
    })

    it('does not count what comes after it', () => {
      const far = ['a', 'b', 'c'].map((key) => product(key, 0.7, { colors: ['yellow'] }))
      const other = product('d', 0.79, { kind: 'shirts', colors: ['purple'] })
      expect(ask([...far, other], { likely, isKindSure: false }).isFar).toBe(true)
    })
  })

  it('a name that says nothing of the cut may be of any', () => {
    const boots = [
      product('tall', 0.6, { kind: 'tall-boots' }),
      product('boots', 0.6, { kind: 'boots' }),
      product('ankle', 0.6, { kind: 'ankle-boots' }),
    ]
    const asked = { meaning: readLabel('ankle boots', 'footwear') }
    expect(keys(boots, asked)).toEqual(['ankle', 'boots', 'tall'])
    const pants = [
      product('trousers', 0.6, { kind: 'trousers' }),
      product('jeans', 0.6, { kind: 'jeans' }),
    ]
    const { answers } = ask(pants, { meaning: readLabel('jeans', 'pants') })
    expect(answers.map(({ labelMatch }) => labelMatch)).toEqual([1, expect.closeTo(20 / 22, 2)])
  })

  it('the same item comes first, whatever its shop calls it', () => {
    const same = product('same', 0.95, { colors: ['red'] })
    expect(keys([product('purple', 0.6, { colors: ['purple'] }), same])).toEqual(['same', 'purple'])
  })

  it('a photo comes before a drawing that is about as alike, but not before a closer one', () => {
    const drawn = { isDrawn: true }
    const photo = product('photo', 0.6)
    expect(keys([product('drawing', 0.62, {}, drawn), photo])).toEqual(['photo', 'drawing'])
    expect(keys([product('drawing', 0.75, {}, drawn), photo])).toEqual(['drawing', 'photo'])
  })
})

it('calls nothing the same item in another colour, and lists no other kind for the colour alone', () => {
  const black = [
    product('dress', 0.95),
    product('blouse', 0.94, { kind: 'blouses' }),
    product('skirt', 0.93, { kind: 'skirts' }),
  ]
  const { answers } = ask(black, {
    isKindSure: false,
    minAnswers: 0,
    similarInOwnColor: new Set(['skirt']),
  })
  expect(answers.map(({ productKey, certainty }) => [productKey, certainty])).toEqual([
    ['dress', 'close'],
    ['skirt', 'close'],
  ])
})

const other = (productKey: string, similarity: number, isSameKind = true): KindMatch => ({
  productKey,
  similarity,
  isSameKind,
})

it('lists what is less alike only if it is of the same kind', () => {
  const others = [
    other('near', 0.86),
    other('other kind', 0.75, false),
    other('far', 0.4),
    other('bag', 0.3, false),
  ]
  const listed = rateLikeness(others, findBestTwo(others), THRESHOLDS).filter(isAlikeOrSameKind)
  expect(listed.map(({ productKey, certainty }) => [productKey, certainty])).toEqual([
    ['near', 'close'],
    ['other kind', 'similar'],
    ['far', null],
  ])
})

it('orders by likeness, and by price where the likeness is the same', () => {
  const found = (productKey: string, similarity: number, euros: number | null, isSure = true) => ({
    ...other(productKey, similarity),
    certainty: isSure ? ('similar' as const) : null,
    euros,
  })
  const sorted = [
    found('dearer', 0.801, 100),
    found('no price', 0.8, null),
    found('cheaper', 0.798, 90),
    found('another without', 0.8, null),
    found('unsure', 0.81, 1, false),
    found('nearest', 0.85, 900),
  ].toSorted(compareByLikenessThenPrice)
  expect(sorted.map(({ productKey }) => productKey)).toEqual([
    'nearest',
    'cheaper',
    'dearer',
    'another without',
    'no price',
    'unsure',
  ])
})
