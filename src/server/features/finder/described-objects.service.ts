import type { BodyOf } from '#shared/contract/call.ts'
import type { DescribedObject, findCalls } from '#shared/contract/find.ts'
import { COLOR_NAMES } from '#shared/vision/colors.ts'
import { isValidVector } from '#shared/vision/likeness.ts'
import { type ModelCards, modelsOf } from '#shared/vision/model-cards.ts'
import { labelOf } from '#shared/vision/words.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SearchedVision } from './answers.service.ts'
import type { SignedEmbeddings } from './embeddings.ts'

type Parts = {
  open: () => Promise<Pick<SearchedVision, 'engine'>>
  embeddings: Pick<SignedEmbeddings, 'write'>
}

type Calls = typeof findCalls

const invalidField = (field: string) => new AppError(400, `Invalid body field '${field}'`)

const modelsOutdated = () =>
  new AppError(409, 'This page is from an earlier version. Reload it, or send the photo instead.', {
    code: 'models-outdated',
  })

/** Accepts only words that the models can produce. */
const checkWords = (
  { kind, words, colour }: DescribedObject,
  { detector, words: card }: ModelCards,
) => {
  if (!detector.kinds.includes(kind)) throw invalidField('kind')
  if (colour !== null && !Object.hasOwn(COLOR_NAMES, colour) && !isWordOf('colour', colour, card))
    throw invalidField('colour')
  for (const [name, word] of Object.entries(words))
    if (!isWordOf(name, word, card)) throw invalidField('words')
}

const isWordOf = (name: string, word: string, { attributes }: ModelCards['words']) =>
  attributes.some((attribute) => attribute.name === name && attribute.words.includes(word))

/**
 * Signs descriptions of objects in photos that a browser scanned itself. Anybody can send anything, so
 * only what the current models can produce is accepted; no free text gets through.
 */
export const createDescribedObjects = ({ open, embeddings }: Parts) => {
  const cardsFor = async (models: string): Promise<ModelCards> => {
    const { cards } = (await open()).engine
    if (models !== modelsOf(cards)) throw modelsOutdated()
    return cards
  }
  const parseVector = (numbers: readonly number[], cards: ModelCards): Float32Array => {
    const vector = Float32Array.from(numbers)
    if (!isValidVector(vector, cards)) throw invalidField('vector')
    return vector
  }

  return {
    signObjects: async ({ models, objects }: BodyOf<Calls['POST /api/find-objects']>) => {
      const cards = await cardsFor(models)
      const version = cards.vectorVersion
      return objects.map((object) => {
        checkWords(object, cards)
        const { kind, words, colour, heightToWidth } = object
        const box = { x0: 0, y0: 0, x1: 1, y1: heightToWidth }
        const label = labelOf(kind, box, colour ?? undefined, words)
        const category = cards.detector.categories[kind] ?? null
        const vector = parseVector(object.vector, cards)
        return embeddings.write({ version, kind, category, label, vector })
      })
    },

    /** For a box that somebody drew, which has no kind or words. */
    signVector: async (body: BodyOf<Calls['POST /api/find-vector']>) => {
      const cards = await cardsFor(body.models)
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
