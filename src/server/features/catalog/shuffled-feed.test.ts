import { describe, expect, it } from 'vitest'
import { CATALOG } from '#shared/constants.ts'
import {
  chooseBlockBits,
  shuffleBlocks,
  formatCursor,
  parseCursor,
  listShuffleRanges,
  countBlocksToRead,
} from './shuffled-feed.store.ts'

describe('the order of a seed', () => {
  it('has every block exactly once', () => {
    const order = shuffleBlocks(7, 8)
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 256 }, (_, i) => i))
  })

  it('is the same each time and different for another seed', () => {
    expect(shuffleBlocks(3, 6)).toEqual(shuffleBlocks(3, 6))
    expect(shuffleBlocks(3, 6)).not.toEqual(shuffleBlocks(4, 6))
    expect(shuffleBlocks(3 + CATALOG.feedSeeds, 6)).toEqual(shuffleBlocks(3, 6))
  })

  it('starts almost anywhere', () => {
    const starts = new Set(
      Array.from({ length: CATALOG.feedSeeds }, (_, seed) => shuffleBlocks(seed, 10)[0]),
    )
    expect(starts.size).toBeGreaterThan(CATALOG.feedSeeds * 0.8)
  })
})

describe('blocks', () => {
  it('grow in number with the catalogue, up to a limit', () => {
    expect(chooseBlockBits(0, 1)).toBe(0)
    expect(chooseBlockBits(60, 1)).toBe(3)
    expect(chooseBlockBits(1_000, 1)).toBe(7)
    expect(chooseBlockBits(1_000_000, 1)).toBe(10)
  })

  it('double in number exactly where the catalogue does', () => {
    for (let bits = 1; bits <= 10; bits += 1) {
      expect(chooseBlockBits(4 * 2 ** bits - 1, 1)).toBe(bits - 1)
      expect(chooseBlockBits(4 * 2 ** bits, 1)).toBe(bits)
    }
  })

  it('keep the number of index probes of a page bounded for any size and selection', () => {
    for (const total of [1, 50, 1_000, 100_000, 10_000_000])
      for (const lists of [1, 12, 60, 300]) {
        const probes = lists * countBlocksToRead(total, chooseBlockBits(total, lists), 101)
        expect(probes).toBeLessThan(1_700)
      }
  })

  it('cover the whole range of shuffle numbers without a gap', () => {
    const order = shuffleBlocks(5, 4)
    const ranges = listShuffleRanges(order, 4, 0, 16, null).sort((a, b) => a.low - b.low)
    expect(ranges[0]?.low).toBe(0)
    expect(ranges.at(-1)?.high).toBe(2 ** 31 - 1)
    for (const [index, range] of ranges.slice(1).entries())
      expect(range.low).toBe((ranges[index]?.high ?? 0) + 1)
  })

  it('continue where the last page ended', () => {
    const order = shuffleBlocks(5, 4)
    const position = { blockBits: 4, step: 2, shuffle: (order[2] ?? 0) * 2 ** 27 + 99, id: '7' }
    const [first, second] = listShuffleRanges(order, 4, 2, 2, position)
    expect(first?.low).toBe(position.shuffle)
    expect(second?.low).toBe((order[3] ?? 0) * 2 ** 27)
  })
})

describe('the cursor', () => {
  it('survives the way to the client and back', () => {
    const position = { blockBits: 10, step: 1_023, shuffle: 2_147_483_647, id: '123456789012' }
    expect(parseCursor(formatCursor(position))).toEqual(position)
  })

  it.each(['', '1', 'a.b.c.d', '11.0.0.0', '4.16.0.0', '4.0.2147483648.0', "4.0.0.0'--"])(
    'is refused when damaged: %s',
    (cursor) => expect(parseCursor(cursor)).toBeNull(),
  )
})
