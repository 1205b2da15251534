import { createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { CATEGORIES } from '#shared/domain/category.ts'
import type { Range, inferKind } from '#shared/vision/likeness.ts'
import { isSameSecret } from '#server/core/same-secret.ts'
import { lengthOf, unitVector } from '#shared/vision/vectors.ts'

/** What is known about an object in a photo, apart from its vector. */
const factsSchema = z.object({
  version: z.string(),
  kind: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  label: z.string(),
})
export type Embedding = z.infer<typeof factsSchema> & { vector: Float32Array }

const MAX_INT16 = 32_767
const SIGNATURE_BYTES = 16

/** Scales the vector so that its largest number becomes 32,767. The length is not lost: it is always 1. */
const bytesOf = (vector: Float32Array): Buffer => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = Buffer.alloc(vector.length * 2)
  vector.forEach((value, index) =>
    bytes.writeInt16LE(largest > 0 ? Math.round((value / largest) * MAX_INT16) : 0, index * 2),
  )
  return bytes
}

const vectorOf = (bytes: Buffer): Float32Array => {
  const numbers = Array.from({ length: bytes.length / 2 }, (_, index) =>
    bytes.readInt16LE(index * 2),
  )
  return unitVector(numbers)
}

/**
 * Embeddings as text that clients keep and send back. The signature shows that the models made them, or
 * that a browser's description passed the checks of `described-objects.service.ts`; nothing in the text
 * is secret, and it holds no part of the photo.
 */
export const createSignedEmbeddings = (secret: string) => {
  // This name must not change: stored scans contain embeddings signed with the key derived from it.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts object looks', 32))
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)

  return {
    write: ({ vector, ...facts }: Embedding): string => {
      const head = Buffer.from(JSON.stringify(factsSchema.parse(facts))).toString('base64url')
      const signed = `${head}.${bytesOf(vector).toString('base64url')}`
      return `${signed}.${sign(signed).toString('base64url')}`
    },

    /** Null if the text was not signed with this secret. */
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

const CACHE_MS = 10 * 60_000

/**
 * Changes the colour of a vector: the dimensions that describe the colour become the mean of those of
 * products in that colour, and the rest of the vector stays.
 */
export const createRecolour = ({ samples, vectorsOf }: ColourParts) => {
  const sums = new Map<string, { sum: Promise<Float32Array | null>; until: number }>()

  const sumOf = async (colour: string, version: string) => {
    const keys = await samples(colour)
    const [first, ...others] = await vectorsOf(keys, version)
    if (!first) return null
    const sum = Float32Array.from(first)
    for (const vector of others)
      for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value
    return sum
  }

  /** Null if the catalogue has nothing in this colour. */
  return async (
    { vector, version }: Pick<Embedding, 'vector' | 'version'>,
    colour: string,
    ranges: readonly Range[],
  ): Promise<Float32Array | null> => {
    const cacheKey = `${version} ${colour}`
    const entry = sums.get(cacheKey)
    const sum = entry && entry.until > Date.now() ? entry.sum : sumOf(colour, version)
    if (sum !== entry?.sum) {
      sums.set(cacheKey, { sum, until: Date.now() + CACHE_MS })
      // Failures are not cached.
      sum.catch(() => sums.delete(cacheKey))
    }
    const colourSum = await sum
    if (!colourSum) return null
    const recoloured = Float32Array.from(vector)
    for (const [from, to] of ranges) {
      const replacement = colourSum.subarray(from, to)
      const scale = lengthOf(vector.subarray(from, to)) / (lengthOf(replacement) || 1)
      recoloured.set(
        replacement.map((value) => value * scale),
        from,
      )
    }
    return recoloured
  }
}
