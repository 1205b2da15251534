import { createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { CATEGORIES } from '#shared/domain/category.ts'
import type { Range, inferKind } from '#shared/vision/likeness.ts'
import { isSameSecret } from '#server/core/same-secret.ts'
import { lengthOf, unitVector } from '#shared/vision/vectors.ts'

/** What is known of an object in a photo beside its vector. */
const factsSchema = z.object({
  version: z.string(),
  kind: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  label: z.string(),
})
export type Embedding = z.infer<typeof factsSchema> & { vector: Float32Array }

const LARGEST = 32_767
const SIGNATURE_BYTES = 16

/** Vectors have unit length, so only the direction is written: the largest number becomes 32,767. */
const bytesOf = (vector: Float32Array): Buffer => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = Buffer.alloc(vector.length * 2)
  vector.forEach((value, place) =>
    bytes.writeInt16LE(largest > 0 ? Math.round((value / largest) * LARGEST) : 0, place * 2),
  )
  return bytes
}

const vectorOf = (bytes: Buffer): Float32Array => {
  const numbers = Array.from({ length: bytes.length / 2 }, (_, place) =>
    bytes.readInt16LE(place * 2),
  )
  return unitVector(numbers)
}

/**
 * Embeddings as text that clients keep and send back. The signature shows that the models made them, or
 * that a browser's description passed the checks of `described-objects.service.ts`; nothing in the text
 * is secret, and it holds no part of the photo.
 */
export const createSignedEmbeddings = (secret: string) => {
  // The name from which the key derives stays: stored scans hold embeddings that were signed with it.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts object looks', 32))
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)

  return {
    write: ({ vector, ...facts }: Embedding): string => {
      const head = Buffer.from(JSON.stringify(factsSchema.parse(facts))).toString('base64url')
      const signed = `${head}.${bytesOf(vector).toString('base64url')}`
      return `${signed}.${sign(signed).toString('base64url')}`
    },

    /** Null if this server, or another one with its secret, did not write it. */
    read: (text: string): Embedding | null => {
      const [head = '', vector = '', signature = ''] = text.split('.')
      if (!isSameSecret(Buffer.from(signature, 'base64url'), sign(`${head}.${vector}`))) return null
      return {
        ...factsSchema.parse(JSON.parse(Buffer.from(head, 'base64url').toString())),
        vector: vectorOf(Buffer.from(vector, 'base64url')),
      }
    },
  }
}
export type SignedEmbeddings = ReturnType<typeof createSignedEmbeddings>

export type SeenObject = ReturnType<typeof inferKind<Embedding>>

type ColourParts = {
  /** Keys of some products of a colour. */
  samples: (colour: string) => Promise<readonly string[]>
  vectorsOf: (keys: readonly string[], version: string) => Promise<readonly Float32Array[]>
}

const KEPT_MS = 10 * 60_000

/**
 * The same thing in another colour: the parts of the vector that say its colour become the mean of
 * those of products in that colour, and everything else about it stays.
 */
export const createColourSwap = ({ samples, vectorsOf }: ColourParts) => {
  const sums = new Map<string, { sum: Promise<Float32Array | null>; until: number }>()

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
    { vector, version }: Pick<Embedding, 'vector' | 'version'>,
    colour: string,
    ranges: readonly Range[],
  ): Promise<Float32Array | null> => {
    const name = `${version} ${colour}`
    const entry = sums.get(name)
    const sum = entry && entry.until > Date.now() ? entry.sum : sumOf(colour, version)
    if (sum !== entry?.sum) {
      sums.set(name, { sum, until: Date.now() + KEPT_MS })
      // A failed reading is not kept.
      sum.catch(() => sums.delete(name))
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
