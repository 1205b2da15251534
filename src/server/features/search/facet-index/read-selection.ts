import {
  bounded,
  type Facet,
  type Filter,
  type FoundPlace,
  type Position,
  type Sort,
} from './product-filter.ts'
import { type FacetColumns, IN_STOCK, NO_BAND, NO_VALUE } from './facet-columns.ts'
import type { Selection } from './select-slots.ts'

type Counted = { facet: Facet; value: string; count: number }
type Column = 'kinds' | 'brands' | 'colours' | 'shops' | 'conditions' | 'bands' | 'flags'

/** How many of the selected products have each code of a column. */
const tally = (
  { columns, tallies }: FacetColumns,
  { slots, count, isAll }: Selection,
  name: Column,
): ArrayLike<number> => {
  const totals = tallies[name]
  if (isAll) return Float64Array.from(totals, (count) => count ?? 0)
  const column = columns[name]
  const counts = new Uint32Array(totals.length)
  for (let index = 0; index < count; index += 1) {
    const code = column[slots[index] as number] as number
    counts[code] = (counts[code] as number) + 1
  }
  return counts
}

/** How many of the selected products have each value of a facet. */
export const countValues = (table: FacetColumns, selection: Selection, facet: Facet): Counted[] => {
  const { codes } = table
  const counted = (values: Iterable<readonly [string, number]>) =>
    [...values].flatMap(([value, count]) => (count > 0 ? [{ facet, value, count }] : []))
  const texts = (name: 'kinds' | 'brands') => {
    const counts = tally(table, selection, name)
    return counted(
      codes[name].values.flatMap((value, code) =>
        code === NO_VALUE ? [] : [[value, counts[code] ?? 0] as const],
      ),
    )
  }
  const lists = (name: 'colours' | 'shops' | 'conditions') => {
    const ofLists = tally(table, selection, name)
    const counts = new Map<string, number>()
    for (const [code, values] of codes[name].values.entries())
      for (const value of values)
        counts.set(String(value), (counts.get(String(value)) ?? 0) + (ofLists[code] ?? 0))
    return counted(counts)
  }
  const inStock = () =>
    Array.from(tally(table, selection, 'flags')).reduce(
      (sum, count, flags) => (flags & IN_STOCK ? sum + count : sum),
      0,
    )
  const read: Readonly<Record<Facet, () => Counted[]>> = {
    kind: () => texts('kinds'),
    brand: () => texts('brands'),
    colour: () => lists('colours'),
    shop: () => lists('shops'),
    condition: () => lists('conditions'),
    price: () => {
      const counts = Array.from(tally(table, selection, 'bands')).slice(0, NO_BAND)
      return counted(counts.map((count, band) => [String(band), count] as const))
    },
    stock: () => counted([['in_stock', inStock()]]),
  }
  return read[facet]()
}

/** Keys of tiers do not overlap: places are smaller. */
const TIER = 2 ** 31

/** What a slot's tier by relevance consists of, with the meaning of the database's tiers. */
const tiersOf = ({ codes }: FacetColumns, filter: Filter) => {
  const exact = new Set(filter.kinds)
  const colours: ReadonlySet<string | number> = new Set(filter.colours)
  const hasExact = exact.size > 0 && filter.widerKinds.length > 0
  const hasMain = colours.size > 0
  const hasPlain = hasMain && filter.patterns.length === 0
  const mainUnit = hasPlain ? 2 : 1
  const exactUnit = hasMain ? mainUnit * 2 : 1
  return {
    areMany: hasExact || hasMain,
    ofKind: Uint8Array.from(codes.kinds.values, (kind) =>
      hasExact && !exact.has(kind) ? exactUnit : 0,
    ),
    ofColours: Uint8Array.from(codes.colours.values, ([main = '']) =>
      hasMain && !colours.has(main) ? mainUnit : 0,
    ),
    ofPatterns: Uint8Array.from(codes.patterns.values, (values) =>
      hasPlain && values.some((one) => one !== 'plain') ? 1 : 0,
    ),
  }
}

type PageRequest = { filter: Filter; sort: Sort; after: Position | null; limit: number }
type Line = { slot: number; key: number; id: number }

const afterKeyOf = (sort: Sort, { tier, value }: Position): number =>
  ({
    relevance: tier * TIER + Math.trunc(bounded(value)),
    price: Math.fround(bounded(value)),
    'price-desc': -Math.fround(bounded(value)),
    newest: 0,
  })[sort]

/** Keeps the first lines after a position; of equal keys those with the smaller id. */
const createFirst = (limit: number, after: Position | null, sort: Sort, sign: 1 | -1) => {
  const lines: Line[] = []
  const low = after ? afterKeyOf(sort, after) : -Infinity
  const lowId = after ? sign * Number(after.id) : -Infinity
  const first = {
    lines,
    /** What has a key outside of these cannot be among them. */
    low,
    high: Infinity,
    add: (slot: number, key: number, ownId: number) => {
      const id = sign * ownId
      const last = lines.length < limit ? undefined : lines.at(-1)
      if ((key === low && id <= lowId) || (last && key === last.key && id >= last.id)) return
      const place = lines.findLastIndex((one) => one.key < key || (one.key === key && one.id < id))
      lines.splice(place + 1, 0, { slot, key, id })
      if (lines.length > limit) lines.pop()
      if (lines.length === limit) first.high = lines.at(-1)?.key ?? Infinity
    },
  }
  return first
}
type First = ReturnType<typeof createFirst>

const listByRelevance = (table: FacetColumns, selection: Selection, filter: Filter, to: First) => {
  const { ids, kinds, colours, patterns, places } = table.columns
  const { slots, count } = selection
  const { areMany, ofKind, ofColours, ofPatterns } = tiersOf(table, filter)
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number
    let key = places[slot] as number
    if (areMany)
      key +=
        TIER *
        ((ofKind[kinds[slot] as number] as number) +
          (ofColours[colours[slot] as number] as number) +
          (ofPatterns[patterns[slot] as number] as number))
    if (key <= to.high && key >= to.low) to.add(slot, key, ids[slot] as number)
  }
}

/** Prices that cannot be compared are not listed: they are not numbers. */
const listByPrice = ({ columns }: FacetColumns, selection: Selection, sign: 1 | -1, to: First) => {
  const { ids, euros } = columns
  const { slots, count } = selection
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number
    const key = sign * (euros[slot] as number)
    if (key <= to.high && key >= to.low) to.add(slot, key, ids[slot] as number)
  }
}

/** The last slots are the newest. */
const listNewest = ({ columns }: FacetColumns, selection: Selection, limit: number, to: First) => {
  for (let index = selection.count - 1; index >= 0 && to.lines.length < limit; index -= 1) {
    const slot = selection.slots[index] as number
    to.add(slot, 0, columns.ids[slot] as number)
  }
}

/** The selected products on one page of the list. */
export const pageOf = (
  table: FacetColumns,
  selection: Selection,
  { filter, sort, after, limit }: PageRequest,
): FoundPlace[] => {
  const sign = sort === 'price-desc' || sort === 'newest' ? -1 : 1
  const first = createFirst(limit, after, sort, sign)
  if (sort === 'relevance') listByRelevance(table, selection, filter, first)
  else if (sort === 'newest') listNewest(table, selection, limit, first)
  else listByPrice(table, selection, sign, first)
  const { ids, places, euros } = table.columns
  return first.lines.map(({ slot, key }) => ({
    id: String(ids[slot]),
    tier: sort === 'relevance' ? Math.floor(key / TIER) : 0,
    value: sort === 'newest' ? null : ((sort === 'relevance' ? places[slot] : euros[slot]) ?? null),
  }))
}
