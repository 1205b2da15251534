import type { Filter } from './product-filter.ts'
import {
  BUYABLE,
  type Codes,
  type FacetColumns,
  IN_STOCK,
  PRESENT,
  TITLE_ENDS,
} from './facet-columns.ts'

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array

/** Slots that pass, in ascending order. */
export type Selection = {
  slots: Uint32Array
  count: number
  /** Every product passes. */
  isAll: boolean
}
type SlotSelection = Omit<Selection, 'isAll'>

/** Used by one selection after another: new memory for a million slots costs more than the rest. */
let scratch = new Uint32Array(0)
const scratchFor = (size: number): Uint32Array => {
  if (scratch.length < size) scratch = new Uint32Array(Math.ceil(size * 1.25))
  return scratch
}

const textsAmong = (codes: Codes<string>, wanted: readonly string[]): Uint8Array => {
  const among = new Uint8Array(codes.values.length)
  for (const text of wanted) {
    const code = codes.find(text)
    if (code >= 0) among[code] = 1
  }
  return among
}

const keepAmong = (
  selection: SlotSelection,
  column: Uint16Array | Uint32Array,
  among: Uint8Array,
) => {
  const { slots, count } = selection
  let remaining = 0
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number
    slots[remaining] = slot
    remaining += among[column[slot] as number] as number
  }
  selection.count = remaining
}

const keepFlagged = (selection: SlotSelection, flags: Uint8Array, flag: number) => {
  const { slots, count } = selection
  let remaining = 0
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number
    slots[remaining] = slot
    if ((flags[slot] as number) & flag) remaining += 1
  }
  selection.count = remaining
}

/** Comparisons with what is not a number are false, as those with null are. */
const keepBetween = (selection: SlotSelection, column: Numbers, low: number, high: number) => {
  const { slots, count } = selection
  let remaining = 0
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number
    const value = column[slot] as number
    slots[remaining] = slot
    if (value >= low && value <= high) remaining += 1
  }
  selection.count = remaining
}

const keepWhere = (selection: SlotSelection, passes: (slot: number) => boolean) => {
  const { slots, count } = selection
  let remaining = 0
  for (let index = 0; index < count; index += 1) {
    const slot = slots[index] as number
    slots[remaining] = slot
    if (passes(slot)) remaining += 1
  }
  selection.count = remaining
}

/** One title of the product has a word of each group. */
const hasWords = (table: FacetColumns, groups: readonly (readonly string[])[]) => {
  const { codes, words } = table
  const { wordsFrom, wordsTo } = table.columns
  /** Which groups each word belongs to, as bits. */
  const bits = new Uint32Array(codes.words.values.length)
  for (const [index, group] of groups.entries())
    for (const word of group) {
      const code = codes.words.find(word)
      if (code >= 0) bits[code] = (bits[code] as number) | (1 << index)
    }
  const all = 2 ** groups.length - 1
  return (slot: number): boolean => {
    const end = wordsTo[slot] as number
    let groupBits = 0
    for (let index = wordsFrom[slot] as number; index < end; index += 1) {
      const code = words[index] as number
      groupBits = code === TITLE_ENDS ? 0 : groupBits | (bits[code] as number)
      if (groupBits === all) return true
    }
    return false
  }
}

/** In ascending order and once each, without those that are removed. */
const startWithSlots = ({ columns }: FacetColumns, candidates: Uint32Array): SlotSelection => {
  const { flags } = columns
  const slots = candidates.slice().sort()
  let count = 0
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as number
    if (!((flags[slot] as number) & PRESENT) || (count > 0 && slots[count - 1] === slot)) continue
    slots[count] = slot
    count += 1
  }
  return { slots, count }
}

const startWithWords = (
  table: FacetColumns,
  groups: readonly (readonly string[])[],
): SlotSelection => {
  const lists = groups.map((group) =>
    group.map((word) => table.slotsWith(table.codes.words.find(word))),
  )
  const lengthOf = (group: readonly Uint32Array[]) =>
    group.reduce((sum, { length }) => sum + length, 0)
  const [rarest = []] = lists.toSorted((a, b) => lengthOf(a) - lengthOf(b))
  const candidates = new Uint32Array(lengthOf(rarest))
  let place = 0
  for (const list of rarest) {
    candidates.set(list, place)
    place += list.length
  }
  const selection = startWithSlots(table, candidates)
  keepWhere(selection, hasWords(table, groups))
  return selection
}

const startWithAll = ({ size, columns }: FacetColumns): SlotSelection => {
  const { flags } = columns
  const slots = scratchFor(size)
  let count = 0
  for (let slot = 0; slot < size; slot += 1) {
    slots[count] = slot
    count += (flags[slot] as number) & PRESENT
  }
  return { slots, count }
}

type Condition = { column: Uint16Array | Uint32Array; among: Uint8Array }

/** The first condition in the same pass. */
const startAmong = (
  { size, columns }: FacetColumns,
  { column, among }: Condition,
): SlotSelection => {
  const { flags } = columns
  const slots = scratchFor(size)
  let count = 0
  for (let slot = 0; slot < size; slot += 1) {
    slots[count] = slot
    count += (flags[slot] as number) & PRESENT & (among[column[slot] as number] as number)
  }
  return { slots, count }
}

const conditionsOf = ({ codes, columns }: FacetColumns, filter: Filter): Condition[] => {
  const kinds = [...filter.kinds, ...filter.widerKinds]
  const conditions: Condition[] = []
  if (kinds.length > 0)
    conditions.push({ column: columns.kinds, among: textsAmong(codes.kinds, kinds) })
  if (filter.brands.length > 0)
    conditions.push({ column: columns.brands, among: textsAmong(codes.brands, filter.brands) })
  for (const name of ['colours', 'patterns', 'materials', 'shops', 'conditions'] as const) {
    const wanted: ReadonlySet<string | number> = new Set<string | number>(filter[name])
    const isWanted = (values: readonly (string | number)[]) =>
      values.some((value) => wanted.has(value))
    if (wanted.size > 0)
      conditions.push({
        column: columns[name],
        among: Uint8Array.from(codes[name].values, (values) => (isWanted(values) ? 1 : 0)),
      })
  }
  return conditions
}

const slotsOf = (table: FacetColumns, ids: readonly number[]) =>
  ids.map(table.slotOf).filter((slot) => slot >= 0)

/** The slots of products that pass a filter; `ids` are the products of its people. */
export const selectSlots = (
  table: FacetColumns,
  filter: Filter,
  ids: readonly number[] | null,
): Selection => {
  const { codes, columns } = table
  const conditions = conditionsOf(table, filter)
  const start = (): SlotSelection => {
    if (ids) return startWithSlots(table, Uint32Array.from(slotsOf(table, ids)))
    if (filter.words !== null) return startWithWords(table, filter.words)
    const first = conditions.shift()
    return first ? startAmong(table, first) : startWithAll(table)
  }
  const isAll = ids === null && filter.words === null && conditions.length === 0
  const selection = start()
  const started = selection.count
  for (const { column, among } of conditions) keepAmong(selection, column, among)
  if (filter.isInStock) keepFlagged(selection, columns.flags, IN_STOCK)
  if (filter.isBuyable) keepFlagged(selection, columns.flags, BUYABLE)
  const { minEuros, maxEuros, minAmount, maxAmount } = filter
  // Prices in euros are single-precision numbers, and PostgreSQL compares them as such.
  if (minEuros !== null || maxEuros !== null)
    keepBetween(
      selection,
      columns.euros,
      Math.fround(minEuros ?? -Infinity),
      Math.fround(maxEuros ?? Infinity),
    )
  if (minAmount !== null || maxAmount !== null)
    keepBetween(selection, columns.amounts, minAmount ?? -Infinity, maxAmount ?? Infinity)
  if (filter.within) {
    const among = textsAmong(codes.kinds, filter.within.kinds)
    const own = new Set(filter.within.productIds.map((id) => table.slotOf(Number(id))))
    keepWhere(selection, (slot) => among[columns.kinds[slot] as number] === 1 || own.has(slot))
  }
  if (filter.words !== null && ids) keepWhere(selection, hasWords(table, filter.words))
  const { slots, count } = selection
  return { slots: slots.slice(0, count), count, isAll: isAll && count === started }
}
