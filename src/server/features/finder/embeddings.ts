import { createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#server/core/http/errors.ts'
import { isSameSecret } from '#server/core/http/security.ts'
import type { BodyOf } from '#shared/contract/call.ts'
import type { DescribedObject, findCalls } from '#shared/contract/scan.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { COLOR_NAMES } from '#shared/vision/colors.ts'
import {
  type inferKind,
  isValidVector,
  computeLength,
  type Range,
  normalizeVector,
} from '#shared/vision/likeness.ts'
import { type ModelCards, identifyModels } from '#shared/vision/model-cards.ts'
import { composeLabel } from '#shared/vision/words.ts'
import type { SearchedVision } from './answers.service.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

/** What is known about an object in a photo, apart from its vector. */
const factsSchema = z.object({
  version: z.string(),
  kind: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  label: z.string(),
  /** A person has said what kind it is. */
  isGiven: z.literal(true).optional(),
})
export type Embedding = z.infer<typeof factsSchema> & { vector: Float32Array }

const MAX_INT16 = 32_767
const SIGNATURE_BYTES = 16

/** Scales the vector so that its largest number becomes 32,767. The length is not lost: it is always 1. */
const encodeVector = (vector: Float32Array): Buffer => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const bytes = Buffer.alloc(vector.length * 2)
  vector.forEach((value, index) =>
    bytes.writeInt16LE(largest > 0 ? Math.round((value / largest) * MAX_INT16) : 0, index * 2),
  )
  return bytes
}

const decodeVector = (bytes: Buffer): Float32Array => {
  const numbers = Array.from({ length: bytes.length / 2 }, (_, index) =>
    bytes.readInt16LE(index * 2),
  )
  return normalizeVector(numbers)
}

/**
 * Embeddings as text that clients keep and send back. The signature shows that the models made them, or
 * that a browser's description passed the checks below; nothing in the text is secret, and it holds no
 * part of the photo.
 */
export const createSignedEmbeddings = (secret: string) => {
  // This name must not change: stored scans contain embeddings signed with the key derived from it.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts object looks', 32))
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)

  return {
    write: ({ vector, ...facts }: Embedding): string => {
      const head = Buffer.from(JSON.stringify(factsSchema.parse(facts))).toString('base64url')
      const signed = `${head}.${encodeVector(vector).toString('base64url')}`
      return `${signed}.${sign(signed).toString('base64url')}`
    },

    /** Null if the text was not signed with this secret. */
    read: (text: string): Embedding | null => {
      const [head = '', vector = '', signature = ''] = text.split('.')
      if (!isSameSecret(Buffer.from(signature, 'base64url'), sign(`${head}.${vector}`))) return null
      return {
        ...factsSchema.parse(JSON.parse(Buffer.from(head, 'base64url').toString())),
        vector: decodeVector(Buffer.from(vector, 'base64url')),
      }
    },
  }
}
export type SignedEmbeddings = ReturnType<typeof createSignedEmbeddings>

export type SeenObject = ReturnType<typeof inferKind<Embedding>>

type RecolorDependencies = {
  /** Keys of some products of a colour. */
  samples: (color: string) => Promise<readonly string[]>
  vectorsOf: (keys: readonly string[], version: string) => Promise<readonly Float32Array[]>
}

const CACHE_MS = 10 * MINUTE_MS

/**
 * Changes the colour of a vector: the dimensions that describe the colour become the mean of those of
 * products in that colour, and the rest of the vector stays.
 */
export const createRecolor = ({ samples, vectorsOf }: RecolorDependencies) => {
  const sums = new Map<string, { sum: Promise<Float32Array | null>; until: number }>()

  const sumOf = async (color: string, version: string) => {
    const keys = await samples(color)
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
    color: string,
    ranges: readonly Range[],
  ): Promise<Float32Array | null> => {
    const cacheKey = `${version} ${color}`
    const entry = sums.get(cacheKey)
    const sum = entry && entry.until > Date.now() ? entry.sum : sumOf(color, version)
    if (sum !== entry?.sum) {
      sums.set(cacheKey, { sum, until: Date.now() + CACHE_MS })
      // Failures are not cached.
      sum.catch(() => sums.delete(cacheKey))
    }
    const colorSum = await sum
    if (!colorSum) return null
    const recolored = Float32Array.from(vector)
    for (const [from, to] of ranges) {
      const replacement = colorSum.subarray(from, to)
      const scale = computeLength(vector.subarray(from, to)) / (computeLength(replacement) || 1)
      recolored.set(
        replacement.map((value) => value * scale),
        from,
      )
    }
    return recolored
  }
}

type DescribedObjectsDependencies = {
  open: () => Promise<Pick<SearchedVision, 'engine'>>
  embeddings: Pick<SignedEmbeddings, 'write'>
}

type Calls = typeof findCalls

const invalidFieldError = (field: string) => new AppError(400, HTTP_TEXT.wrongField('body', field))

const modelsOutdatedError = () =>
  new AppError(409, FINDER_SERVICE_TEXT.pageIsOutdated, {
    code: 'models-outdated',
  })

/** Accepts only words that the models can produce. */
const checkWords = (
  { kind, words, colour }: DescribedObject,
  { detector, words: card }: ModelCards,
) => {
  if (!detector.kinds.includes(kind)) throw invalidFieldError('kind')
  if (
    colour !== null &&
    !Object.hasOwn(COLOR_NAMES, colour) &&
    !isWordOfAttribute('colour', colour, card)
  )
    throw invalidFieldError('colour')
  for (const [name, word] of Object.entries(words))
    if (!isWordOfAttribute(name, word, card)) throw invalidFieldError('words')
}

const isWordOfAttribute = (name: string, word: string, { attributes }: ModelCards['words']) =>
  attributes.some((attribute) => attribute.name === name && attribute.words.includes(word))

/**
 * Signs descriptions of objects in photos that a browser scanned itself. Anybody can send anything, so
 * only what the current models can produce is accepted; no free text gets through.
 */
export const createDescribedObjects = ({ open, embeddings }: DescribedObjectsDependencies) => {
  const readCardsOf = async (models: string): Promise<ModelCards> => {
    const { cards } = (await open()).engine
    if (models !== identifyModels(cards)) throw modelsOutdatedError()
    return cards
  }
  const parseVector = (numbers: readonly number[], cards: ModelCards): Float32Array => {
    const vector = Float32Array.from(numbers)
    if (!isValidVector(vector, cards)) throw invalidFieldError('vector')
    return vector
  }

  return {
    signObjects: async ({ models, objects }: BodyOf<Calls['POST /api/find-objects']>) => {
      const cards = await readCardsOf(models)
      const version = cards.vectorVersion
      return objects.map((object) => {
        checkWords(object, cards)
        const { kind, words, colour, heightToWidth } = object
        const box = { x0: 0, y0: 0, x1: 1, y1: heightToWidth }
        const label = composeLabel(kind, box, colour ?? undefined, words)
        const category = cards.detector.categories[kind] ?? null
        const vector = parseVector(object.vector, cards)
        return embeddings.write({ version, kind, category, label, vector })
      })
    },

    /** For a box that a user drew, which has no kind or words. */
    signVector: async (body: BodyOf<Calls['POST /api/find-vector']>) => {
      const cards = await readCardsOf(body.models)
      return embeddings.write({
        version: cards.vectorVersion,
        kind: null,
        category: body.category ?? null,
        label: '',
        vector: parseVector(body.vector, cards),
      })
    },
  }
}
export type DescribedObjects = ReturnType<typeof createDescribedObjects>
