import type { Range } from '#server/vision/likeness.ts'
import type { ObjectLook } from './object-looks.ts'

type Parts = {
  /** Keys of some products of a colour. */
  samples: (colour: string) => Promise<readonly string[]>
  vectorsOf: (keys: readonly string[], version: string) => Promise<readonly Float32Array[]>
}

const KEPT_MS = 10 * 60_000

const lengthOf = (vector: Float32Array) =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))

/**
 * The same thing in another colour: the parts of the vector that say its colour become the mean of
 * those of products in that colour, and everything else about it stays.
 */
export const createColourSwap = ({ samples, vectorsOf }: Parts) => {
  const known = new Map<string, { sum: Promise<Float32Array | null>; until: number }>()

  const sumOf = async (colour: string, version: string) => {
    const keys = await samples(colour)
    const [first, ...others] = await vectorsOf(keys, version)
    if (!first) return null
    const sum = Float32Array.from(first)
    for (const vector of others)
      for (const [place, value] of vector.entries()) sum[place] = (sum[place] ?? 0) + value
    return sum
  }

  /** Null if the catalogue has nothing in this colour. */
  return async (
    { vector, version }: Pick<ObjectLook, 'vector' | 'version'>,
    colour: string,
    ranges: readonly Range[],
  ): Promise<Float32Array | null> => {
    const name = `${version} ${colour}`
    const kept = known.get(name)
    const sum = kept && kept.until > Date.now() ? kept.sum : sumOf(colour, version)
    if (sum !== kept?.sum) {
      known.set(name, { sum, until: Date.now() + KEPT_MS })
      // A failed reading is not kept.
      sum.catch(() => known.delete(name))
    }
    const colours = await sum
    if (!colours) return null
    const swapped = Float32Array.from(vector)
    for (const [from, to] of ranges) {
      const wanted = colours.subarray(from, to)
      const scale = lengthOf(vector.subarray(from, to)) / (lengthOf(wanted) || 1)
      swapped.set(
        wanted.map((value) => value * scale),
        from,
      )
    }
    return swapped
  }
}
