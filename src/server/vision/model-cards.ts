import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from '#server/core/project-root.ts'
import { CATEGORIES } from '#shared/domain/category.ts'

/** Changes with how products are looked at, so that they are looked at again. */
const WAY_OF_LOOKING = 'by garment'

/** The weights are part of the repository. */
export const MODEL_DIR = path.join(PROJECT_ROOT, 'models')

const detectorCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
  /** For pictures of single products: they are larger there, so less is enough. */
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
})

/** Cosine thresholds measured on held-out items. */
export const calibrationSchema = z.object({
  sameItem: z.number(),
  close: z.number(),
  similar: z.number(),
  lead: z.number().min(0).optional(),
})

type Calibration = z.infer<typeof calibrationSchema>

/** The highest of all thresholds, so that a word is right for each sort of picture. */
const strictest = (calibrations: readonly Calibration[]): Calibration => {
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
  /** How many numbers of a vector tell what, in this order. */
  parts: z.object({
    appearance: z.number().int(),
    colour: z.number().int(),
    kind: z.number().int(),
  }),
  /** By what the pictures are, because each is as alike as another only within its sort. */
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
      /** The kinds that it is said of, if not of all: a hat has no sleeves. */
      kinds: z.array(z.string()).optional(),
      threshold: z.number(),
      thresholds: z.record(z.string(), z.number()).optional(),
      /** On a box that was found: the least product of the word's chance and the box's score. */
      boxThreshold: z.number().min(0).max(1).optional(),
    }),
  ),
  typesOfKind: z.record(z.string(), z.array(z.string())),
  /** The share of a similarity that an attribute decides. */
  likeness: z.record(z.string(), z.number().positive()).default({}),
})

type DetectorCard = z.infer<typeof detectorCardSchema>
export type JudgeCard = z.infer<typeof judgeCardSchema>
/** `calibration`: what holds for every sort of picture, because nobody says which one a photo is. */
export type EmbedderCard = z.infer<typeof embedderCardSchema> & { calibration: Calibration }
export type WordsCard = z.infer<typeof wordsCardSchema>
export type ModelCards = {
  detector: DetectorCard
  judge: JudgeCard
  embedder: EmbedderCard
  words: WordsCard
  /** Includes a hash of the weights, because vectors of other weights must never be compared. */
  vectorVersion: string
}

/** Identifies all models: processes with different ones must not work for each other. */
export const modelsOf = ({ detector, judge, words, vectorVersion }: ModelCards) =>
  [detector.version, judge.version, words.version, vectorVersion].join('/')

const read = async <T extends z.ZodType>(schema: T, file: string): Promise<z.output<T>> =>
  schema.parse(JSON.parse(await readFile(file, 'utf8')))

/** Model metadata (sizes, kinds, thresholds), validated here and trusted elsewhere. */
export const readModelCards = async (modelDir: string): Promise<ModelCards> => {
  const detector = await read(detectorCardSchema, path.join(modelDir, 'detector.json'))
  const judge = await read(judgeCardSchema, path.join(modelDir, 'judge.json'))
  const embedder = await read(embedderCardSchema, path.join(modelDir, 'embedder.json'))
  const words = await read(wordsCardSchema, path.join(modelDir, 'words.json'))
  const hash = createHash('sha256').update(WAY_OF_LOOKING)
  hash.update(await readFile(path.join(modelDir, 'embedder.onnx')))
  if (Object.keys(words.likeness).length > 0)
    hash
      .update(await readFile(path.join(modelDir, 'words.onnx')))
      .update(JSON.stringify(words.likeness))
  const digest = hash.digest('hex').slice(0, 12)
  const calibration = strictest(Object.values(embedder.calibrations))
  return {
    detector,
    judge,
    embedder: { ...embedder, calibration },
    words,
    vectorVersion: `${embedder.version}-${digest}`,
  }
}

/** A kind with few examples may have a calibrated threshold that accepts everything. */
const LOWEST_THRESHOLD = 0.12

export const thresholdOf = ({ thresholds }: JudgeCard, kind: string) =>
  Math.max(LOWEST_THRESHOLD, thresholds[kind] ?? 0.5)
