import { PRICE_BANDS } from './product-filter.ts'
import { type FacetRow, TITLE_END, WORD_END } from './facet-rows.store.ts'

/** Numbers in place of repeated values. */
const createCodes = <Value>(read: (text: string) => Value) => {
  const codes = new Map<string, number>()
  const values: Value[] = []
  return {
    values,
    codeOf: (text: string): number => {
      const code = codes.get(text)
      if (code !== undefined) return code
      codes.set(text, values.length)
      return values.push(read(text)) - 1
    },
    find: (text: string): number => codes.get(text) ?? -1,
  }
}
export type Codes<Value> = ReturnType<typeof createCodes<Value>>

const textCodes = () => createCodes((text) => text)
/** Few lists differ: counting them and then their members is much less than counting members. */
const listCodes = () => createCodes((text) => JSON.parse(text) as readonly (string | number)[])

/** PostgreSQL's texts do not contain it. Its code is always NO_VALUE. */
const NULL = '\u0000'
export const NO_VALUE = 0

/** Of a slot; a removed product keeps its slot until everything is read again. */
export const PRESENT = 1
export const IN_STOCK = 2
export const BUYABLE = 4

export const NO_BAND = PRICE_BANDS.length + 1

const bandOf = (euros: number | null): number =>
  euros === null ? NO_BAND : PRICE_BANDS.filter((bound) => bound <= euros).length

const FIRST_CAPACITY = 1_024
const MAX_UNUSED_WORDS = 1_000_000
/** Between titles of one product. */
export const TITLE_ENDS = -1

type Numbers = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array

/** The same numbers with room for more. */
const widened = <List extends Numbers>(list: List, length: number): List => {
  const wider = new (list.constructor as new (length: number) => List)(length)
  wider.set(list)
  return wider
}

const columnsFor = (capacity: number) => ({
  ids: new Float64Array(capacity),
  flags: new Uint8Array(capacity),
  kinds: new Uint16Array(capacity),
  colours: new Uint32Array(capacity),
  patterns: new Uint32Array(capacity),
  materials: new Uint32Array(capacity),
  brands: new Uint32Array(capacity),
  shops: new Uint32Array(capacity),
  conditions: new Uint32Array(capacity),
  bands: new Uint8Array(capacity),
  /** Not a number where there is no price. */
  amounts: new Float64Array(capacity),
  euros: new Float32Array(capacity),
  places: new Int32Array(capacity),
  /** Where its words begin and end in the list of all words. */
  wordsFrom: new Uint32Array(capacity),
  wordsTo: new Uint32Array(capacity),
})
type Columns = ReturnType<typeof columnsFor>

const COUNTED = ['kinds', 'brands', 'colours', 'shops', 'conditions', 'bands', 'flags'] as const
type Counted = (typeof COUNTED)[number]

/** Slots of each word in ascending order. Those of a product that has changed may be out of date. */
const createPostings = () => {
  const lists: { slots: Uint32Array; count: number }[] = []
  return {
    add: (word: number, slot: number) => {
      const list = (lists[word] ??= { slots: new Uint32Array(4), count: 0 })
      if (list.count === list.slots.length) list.slots = widened(list.slots, list.count * 2)
      list.slots[list.count] = slot
      list.count += 1
    },
    of: (word: number): Uint32Array => {
      const list = lists[word]
      return list ? list.slots.subarray(0, list.count) : new Uint32Array(0)
    },
    clear: () => {
      lists.length = 0
    },
  }
}

/**
 * What all products are filtered by: a column for each facet, a slot for each product, in the order of
 * their ids. About 120 bytes for a product.
 */
export const createFacetColumns = () => {
  const codes = {
    kinds: textCodes(),
    brands: textCodes(),
    colours: listCodes(),
    patterns: listCodes(),
    materials: listCodes(),
    shops: listCodes(),
    conditions: listCodes(),
    words: textCodes(),
  }
  codes.kinds.codeOf(NULL)
  codes.brands.codeOf(NULL)
  let capacity = FIRST_CAPACITY
  let columns: Columns = columnsFor(capacity)
  let size = 0
  let words = new Int32Array(FIRST_CAPACITY * 8)
  let wordCount = 0
  /** Of products that have changed since. */
  let unusedWords = 0
  const postings = createPostings()
  let revision = 0
  /** How many products have each code, of all there are. */
  const tallies = Object.fromEntries(COUNTED.map((name) => [name, []])) as unknown as Record<
    Counted,
    (number | undefined)[]
  >
  const tally = (slot: number, by: 1 | -1) => {
    for (const name of COUNTED) {
      const code = columns[name][slot] ?? 0
      tallies[name][code] = (tallies[name][code] ?? 0) + by
    }
  }

  const slotFrom = (id: number): number => {
    const { ids } = columns
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ids[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    return low
  }
  /** Its slot, or -1. */
  const slotOf = (id: number): number => {
    const slot = slotFrom(id)
    return slot < size && columns.ids[slot] === id ? slot : -1
  }

  const move = (into: Columns, order: (slot: number) => number, count: number) => {
    for (const name of Object.keys(columns) as (keyof Columns)[]) {
      const [from, to] = [columns[name], into[name]]
      for (let slot = 0; slot < count; slot += 1) to[slot] = from[order(slot)] ?? 0
    }
    columns = into
  }

  const makeRoom = () => {
    if (size < capacity) return
    capacity *= 2
    columns = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, widened(column, capacity)]),
    ) as Columns
  }

  const writeWords = (slot: number, text: string | null) => {
    columns.wordsFrom[slot] = wordCount
    for (const [index, title] of (text ?? '').split(TITLE_END).entries()) {
      const wordCodes = title.split(WORD_END).map(codes.words.codeOf)
      if (index > 0) wordCodes.unshift(TITLE_ENDS)
      if (wordCount + wordCodes.length > words.length)
        words = widened(words, Math.max(words.length * 2, wordCount + wordCodes.length))
      words.set(wordCodes, wordCount)
      wordCount += wordCodes.length
      for (const word of wordCodes) if (word !== TITLE_ENDS) postings.add(word, slot)
    }
    columns.wordsTo[slot] = wordCount
  }

  const write = (slot: number, row: FacetRow) => {
    columns.ids[slot] = row.id
    columns.flags[slot] =
      PRESENT | (row.is_in_stock ? IN_STOCK : 0) | (row.is_buyable ? BUYABLE : 0)
    columns.kinds[slot] = codes.kinds.codeOf(row.kind ?? NULL)
    columns.brands[slot] = codes.brands.codeOf(row.brand ?? NULL)
    for (const name of ['colours', 'patterns', 'materials', 'shops', 'conditions'] as const)
      columns[name][slot] = codes[name].codeOf(row[name === 'colours' ? 'colors' : name])
    columns.bands[slot] = bandOf(row.euros)
    columns.amounts[slot] = row.amount === null ? Number.NaN : Number(row.amount)
    columns.euros[slot] = row.euros ?? Number.NaN
    columns.places[slot] = row.place
    writeWords(slot, row.words)
    tally(slot, 1)
  }
  const forget = (slot: number) => {
    if (columns.flags[slot] !== 0) tally(slot, -1)
    columns.flags[slot] = 0
  }

  return {
    codes,
    slotOf,
    tallies,
    slotsWith: postings.of,
    /** Changes with every change. */
    get revision() {
      return revision
    },
    get columns() {
      return columns
    },
    /** Slots, with those of removed products. */
    get size() {
      return size
    },
    get words() {
      return words
    },

    /** Reading everything again would free much memory. */
    isWasteful: () => unusedWords > MAX_UNUSED_WORDS && unusedWords * 2 > wordCount,

    /** Rows in the order of their ids, new ones or known ones. */
    put: (rows: readonly FacetRow[]) => {
      revision += 1
      const added = rows.filter((row) => {
        const slot = slotOf(row.id)
        if (slot < 0) return true
        unusedWords += (columns.wordsTo[slot] ?? 0) - (columns.wordsFrom[slot] ?? 0)
        forget(slot)
        write(slot, row)
        return false
      })
      const previousSize = size
      for (const row of added) {
        makeRoom()
        write(size, row)
        size += 1
      }
      const [first] = added
      if (!first || previousSize === 0 || (columns.ids[previousSize - 1] ?? 0) < first.id) return
      // Ids mostly grow; what was removed and is restored has an earlier one.
      const { ids } = columns
      const order = Uint32Array.from({ length: size }, (_, slot) => slot).sort(
        (a, b) => (ids[a] ?? 0) - (ids[b] ?? 0),
      )
      move(columnsFor(capacity), (slot) => order[slot] ?? 0, size)
      postings.clear()
      for (let slot = 0; slot < size; slot += 1)
        for (
          let word = columns.wordsFrom[slot] ?? 0;
          word < (columns.wordsTo[slot] ?? 0);
          word += 1
        )
          if (words[word] !== TITLE_ENDS) postings.add(words[word] ?? 0, slot)
    },

    remove: (id: number) => {
      const slot = slotOf(id)
      if (slot < 0) return
      revision += 1
      forget(slot)
    },
  }
}
export type FacetColumns = ReturnType<typeof createFacetColumns>
