import type { EmbedderCard } from '#server/vision/model-cards.ts'
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
 * The same thing in another colour: the colour part of the vector becomes the mean of that of products
 * in that colour, and everything else about it stays.
 */
export const createColourSwap = ({ samples, vectorsOf }: Parts) => {
  const known = new Map<string, { mean: Promise<Float32Array | null>; until: number }>()

  const meanOf = async (colour: string, version: string, from: number, to: number) => {
    const keys = await samples(colour)
    const vectors = await vectorsOf(keys, version)
    const sum = new Float32Array(to - from)
    for (const vector of vectors)
      for (let place = from; place < to; place += 1)
        sum[place - from] = (sum[place - from] ?? 0) + (vector[place] ?? 0)
    return lengthOf(sum) > 0 ? sum : null
  }

  /** Null if the catalogue has nothing in this colour. */
  return async (
    { vector, version }: Pick<ObjectLook, 'vector' | 'version'>,
    colour: string,
    { appearance, colour: size }: EmbedderCard['parts'],
  ): Promise<Float32Array | null> => {
    const name = `${version} ${colour}`
    const kept = known.get(name)
    const mean =
      kept && kept.until > Date.now()
        ? kept.mean
        : meanOf(colour, version, appearance, appearance + size)
    if (mean !== kept?.mean) {
      known.set(name, { mean, until: Date.now() + KEPT_MS })
      // A failed reading is not kept.
      mean.catch(() => known.delete(name))
    }
    const colours = await mean
    if (!colours) return null
    const own = vector.subarray(appearance, appearance + size)
    const scale = lengthOf(own) / lengthOf(colours)
    const swapped = Float32Array.from(vector)
    swapped.set(
      colours.map((value) => value * scale),
      appearance,
    )
    return swapped
  }
}
