import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { CATEGORIES } from '#shared/domain/category.ts'

/** The weights are part of the repository. */
export const MODEL_DIR = path.join(PROJECT_ROOT, 'models')

const detectorCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
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
})

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
  calibration: calibrationSchema,
})

const wordsCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
  cropMargin: z.number().min(0),
  /** In the order of the output; a word counts from its attribute's threshold. */
  attributes: z.array(
    z.object({ name: z.string(), words: z.array(z.string()).min(1), threshold: z.number() }),
  ),
  typesOfKind: z.record(z.string(), z.array(z.string())),
})

type DetectorCard = z.infer<typeof detectorCardSchema>
export type JudgeCard = z.infer<typeof judgeCardSchema>
export type EmbedderCard = z.infer<typeof embedderCardSchema>
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
  const weights = await readFile(path.join(modelDir, 'embedder.onnx'))
  const digest = createHash('sha256').update(weights).digest('hex').slice(0, 12)
  return { detector, judge, embedder, words, vectorVersion: `${embedder.version}-${digest}` }
}

/** A kind with few examples may have a calibrated threshold that accepts everything. */
const LOWEST_THRESHOLD = 0.12

export const thresholdOf = ({ thresholds }: JudgeCard, kind: string) =>
  Math.max(LOWEST_THRESHOLD, thresholds[kind] ?? 0.5)
