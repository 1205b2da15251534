import { z } from 'zod'
import { CATEGORIES } from '#shared/domain/category.ts'

/** What the models expect and return. Browsers import the types only, and get the cards from the server. */

const detectorCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
  /** For pictures of single products, which fill the picture, so fewer pixels suffice. */
  productSize: z.number().int().positive(),
  kinds: z.array(z.string()).min(1),
  categories: z.record(z.string(), z.enum(CATEGORIES)),
})

const judgeCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
  candidates: z.number().int().positive(),
  sameBox: z.number().min(0).max(1),
  windowOfBox: z.number().positive(),
  windowOfPhoto: z.number().positive(),
  halveFrom: z.number().positive(),
  detectorShare: z.number().min(0).max(1),
  thresholds: z.record(z.string(), z.number()),
  /** From which score a box that is not shown is offered to the visitor; kinds without one never are. */
  offers: z.record(z.string(), z.number()).default({}),
  /** Kinds whose boxes mostly show another kind below a score: a small watch is mostly a bracelet. */
  doubtful: z.record(z.string(), z.object({ below: z.number(), kind: z.string() })).default({}),
})

/** The minimum cosine of each certainty, measured on held-out items. */
export const calibrationSchema = z.object({
  sameItem: z.number(),
  close: z.number(),
  similar: z.number(),
  /** How far the same item must be ahead of the next product; two bangles cannot both be it. */
  lead: z.number().min(0).optional(),
})

export type Calibration = z.infer<typeof calibrationSchema>

/** The highest of each threshold, which is valid for every type of picture. */
const mergeStrictest = (calibrations: readonly Calibration[]): Calibration => {
  const highest = (name: keyof Calibration) =>
    Math.max(...calibrations.map((calibration) => calibration[name] ?? 0))
  return {
    sameItem: highest('sameItem'),
    close: highest('close'),
    similar: highest('similar'),
    lead: highest('lead'),
  }
}

const embedderCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
  dimensions: z.number().int().positive(),
  cropMargin: z.number().min(0),
  /** How many numbers each part of a vector has, in this order. */
  parts: z.object({
    appearance: z.number().int(),
    colour: z.number().int(),
    kind: z.number().int(),
  }),
  /** By type of picture, because similarities can be compared only within one type. */
  calibrations: z.object({
    drawings: calibrationSchema,
    shopPhotos: calibrationSchema,
    streetPhotos: calibrationSchema,
  }),
})

const wordsCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
  cropMargin: z.number().min(0),
  /** In the order of the output; a word counts from its own threshold, else its attribute's. */
  attributes: z.array(
    z.object({
      name: z.string(),
      words: z.array(z.string()).min(1),
      /** The kinds that it applies to, if not to all: a hat has no sleeves. */
      kinds: z.array(z.string()).optional(),
      threshold: z.number(),
      thresholds: z.record(z.string(), z.number()).optional(),
      /** On a detected box: the minimum product of the word's probability and the box's score. */
      boxThreshold: z.number().min(0).max(1).optional(),
      /** Instead of it, for words whose boxes are nearly always right. */
      boxThresholds: z.record(z.string(), z.number().min(0).max(1)).optional(),
    }),
  ),
  typesOfKind: z.record(z.string(), z.array(z.string())),
  /** The share of a similarity that an attribute decides. */
  likeness: z.record(z.string(), z.number().positive()).default({}),
})

type DetectorCard = z.infer<typeof detectorCardSchema>
export type JudgeCard = z.infer<typeof judgeCardSchema>
/** `calibration` is valid for every type of picture, because the type of a photo is unknown. */
type EmbedderCard = z.infer<typeof embedderCardSchema> & { calibration: Calibration }
export type WordsCard = z.infer<typeof wordsCardSchema>
export type ModelCards = {
  detector: DetectorCard
  judge: JudgeCard
  embedder: EmbedderCard
  words: WordsCard
  /** Includes a hash of the weights, because vectors of other weights must never be compared. */
  vectorVersion: string
}

/** Validated here and trusted elsewhere. */
export const parseModelCards = (
  cards: Record<'detector' | 'judge' | 'embedder' | 'words', unknown>,
  weightsVersion: (cards: { words: WordsCard }) => string,
): ModelCards => {
  const embedder = embedderCardSchema.parse(cards.embedder)
  const words = wordsCardSchema.parse(cards.words)
  return {
    detector: detectorCardSchema.parse(cards.detector),
    judge: judgeCardSchema.parse(cards.judge),
    embedder: { ...embedder, calibration: mergeStrictest(Object.values(embedder.calibrations)) },
    words,
    vectorVersion: `${embedder.version}-${weightsVersion({ words })}`,
  }
}

/** Identifies all models: processes with different ones must not work for each other. */
export const identifyModels = ({ detector, judge, words, vectorVersion }: ModelCards) =>
  [detector.version, judge.version, words.version, vectorVersion].join('/')
