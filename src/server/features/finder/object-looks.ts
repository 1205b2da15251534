import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { CATEGORIES } from '#shared/domain/category.ts'

/** What is known of an object in a photo once it has been looked at. */
const factsSchema = z.object({
  version: z.string(),
  kind: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  label: z.string(),
})
export type ObjectLook = z.infer<typeof factsSchema> & { vector: Float32Array }

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
  const length = Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0))
  return Float32Array.from(numbers, (value) => (length > 0 ? value / length : 0))
}

/**
 * Objects as text that clients keep and send back. The signature keeps the search from being driven
 * with made-up vectors; nothing in the text is secret, and it holds no part of the photo.
 */
export const createObjectLooks = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts object looks', 32))
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)

  return {
    write: ({ vector, ...facts }: ObjectLook): string => {
      const head = Buffer.from(JSON.stringify(factsSchema.parse(facts))).toString('base64url')
      const text = `${head}.${bytesOf(vector).toString('base64url')}`
      return `${text}.${sign(text).toString('base64url')}`
    },

    /** Null if this server, or another one with its secret, did not write it. */
    read: (look: string): ObjectLook | null => {
      const [head = '', vector = '', signature = ''] = look.split('.')
      const given = Buffer.from(signature, 'base64url')
      const expected = sign(`${head}.${vector}`)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      return {
        ...factsSchema.parse(JSON.parse(Buffer.from(head, 'base64url').toString())),
        vector: vectorOf(Buffer.from(vector, 'base64url')),
      }
    },
  }
}
export type ObjectLooks = ReturnType<typeof createObjectLooks>
