import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { CATEGORIES } from '#shared/domain/category.ts'

/** The weights come with the project. */
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
  /** The score of both models together from which a find of a kind is shown. */
  thresholds: z.record(z.string(), z.number()),
})

const embedderCardSchema = z.object({
  version: z.coerce.string(),
  inputSize: z.number().int().positive(),
  dimensions: z.number().int().positive(),
  cropMargin: z.number().min(0),
  /** Cosine similarities measured on held-out items. */
  calibration: z.object({ sameItem: z.number(), close: z.number(), similar: z.number() }),
})

type DetectorCard = z.infer<typeof detectorCardSchema>
export type JudgeCard = z.infer<typeof judgeCardSchema>
export type EmbedderCard = z.infer<typeof embedderCardSchema>
export type ModelCards = {
  detector: DetectorCard
  judge: JudgeCard
  embedder: EmbedderCard
  /** Vectors compare only with those of the very same weights, whatever version they claim. */
  vectorVersion: string
}

const read = async <T extends z.ZodType>(schema: T, file: string): Promise<z.output<T>> =>
  schema.parse(JSON.parse(await readFile(file, 'utf8')))

/** What the models say of themselves: sizes, kinds, thresholds. Parsed here, trusted elsewhere. */
export const readModelCards = async (modelDir: string): Promise<ModelCards> => {
  const detector = await read(detectorCardSchema, path.join(modelDir, 'detector.json'))
  const judge = await read(judgeCardSchema, path.join(modelDir, 'judge.json'))
  const embedder = await read(embedderCardSchema, path.join(modelDir, 'embedder.json'))
  const weights = await readFile(path.join(modelDir, 'embedder.onnx'))
  const digest = createHash('sha256').update(weights).digest('hex').slice(0, 12)
  return { detector, judge, embedder, vectorVersion: `${embedder.version}-${digest}` }
}

/** A kind with a handful of examples may have been given a threshold that lets everything through. */
const LOWEST_THRESHOLD = 0.12

export const thresholdOf = ({ thresholds }: JudgeCard, kind: string) =>
  Math.max(LOWEST_THRESHOLD, thresholds[kind] ?? 0.5)
