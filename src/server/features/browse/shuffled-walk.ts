import { CATALOG } from '#shared/constants.ts'

/**
 * A shuffled order that is stable per seed and costs the same at any size (decision 010).
 *
 * Every row has a fixed pseudo-random `shuffle` number below 2^31. The range is divided into 2^bits
 * blocks; a seed permutes the blocks, and a page reads one or a few of them along the index. Sorting
 * by a hash of the seed would read every row for every page.
 */
const SHUFFLE_BITS = 31
const MAX_BLOCK_BITS = 10
/** Small blocks shuffle well; very small ones make a page read too many. */
const ROWS_PER_BLOCK = 4
/** Blocks are uneven, so reading slightly more than needed saves a second query. */
const MARGIN = 1.3

export type WalkPosition = {
  blockBits: number
  step: number
  shuffle: number
  id: string
}

export type ShuffleRange = { low: number; high: number; step: number }

/** `lists` is the number of celebrities looked up in each block. */
export const blockBitsFor = (total: number, lists: number): number => {
  const rowsPerBlock = Math.max(ROWS_PER_BLOCK, lists / 4)
  // Math.log2 may round a power of two down, and processors differ in which.
  const bits = 31 - Math.clz32(Math.max(1, total / rowsPerBlock))
  return Math.min(MAX_BLOCK_BITS, bits)
}

/** How many blocks probably contain `wanted` rows. */
export const windowFor = (total: number, blockBits: number, wanted: number): number => {
  const rowsPerBlock = Math.max(1, total) / 2 ** blockBits
  return Math.min(2 ** blockBits, Math.ceil((wanted * MARGIN) / rowsPerBlock) + 1)
}

const randomFrom = (seed: number) => {
  let state = (seed + 0x9e3779b9) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const blockOrder = (seed: number, blockBits: number): Uint16Array => {
  const order = Uint16Array.from({ length: 2 ** blockBits }, (_, index) => index)
  const random = randomFrom(seed % CATALOG.feedSeeds)
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = kept
  }
  return order
}

/** The `shuffle` ranges from `step` on; the first starts at `position`. */
export const rangesFrom = (
  order: Uint16Array,
  blockBits: number,
  step: number,
  count: number,
  position: WalkPosition | null,
): ShuffleRange[] => {
  const size = 2 ** (SHUFFLE_BITS - blockBits)
  return Array.from(order.subarray(step, step + count), (block, index) => {
    const low = block * size
    const isStarted = position !== null && position.step === step + index
    return { low: isStarted ? position.shuffle : low, high: low + size - 1, step: step + index }
  })
}

export const formatPosition = ({ blockBits, step, shuffle, id }: WalkPosition): string =>
  [blockBits, step, shuffle, id].join('.')

/** Null for a cursor that we did not create. */
export const parsePosition = (cursor: string): WalkPosition | null => {
  const match = /^(\d{1,2})\.(\d{1,4})\.(\d{1,10})\.(\d{1,18})$/.exec(cursor)
  if (!match) return null
  const [, blockBits = '', step = '', shuffle = '', id = ''] = match
  const position = { blockBits: +blockBits, step: +step, shuffle: +shuffle, id }
  const isPossible =
    position.blockBits <= MAX_BLOCK_BITS &&
    position.step < 2 ** position.blockBits &&
    position.shuffle < 2 ** SHUFFLE_BITS
  return isPossible ? position : null
}
