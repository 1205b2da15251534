import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { DetectedBox } from '#shared/vision/detector.ts'
import { type Corners, computeOverlap } from '#shared/vision/image-ops.ts'
import { MIN_OVERLAP } from './average-precision.ts'
import { selectRightBoxes } from './shown-boxes.ts'

/**
 * Labels are incomplete, so boxes that they call wrong were looked at, without their scores: 'right' shows
 * an item of the kind. The file has a line for each: photo, kind, left, top, right, bottom, judgement.
 */
const FILE = fileURLToPath(new URL('./judged-boxes.txt', import.meta.url))

type LabeledBox = { kind: string; box: Corners }
export type JudgedBox = LabeledBox & { isRight: boolean }
/** By photo. */
export type Judgements = ReadonlyMap<string, readonly JudgedBox[]>

export const parseJudgements = (text: string): Judgements => {
  const judgements = new Map<string, JudgedBox[]>()
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [photo = '', kind = '', ...rest] = line.split(' ')
    const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] = rest.map(Number)
    const verdict = rest[4]
    if ([x0, y0, x1, y1].some(Number.isNaN) || (verdict !== 'right' && verdict !== 'wrong'))
      throw new Error(`Not a judged box: ${line}`)
    const boxes = judgements.get(photo) ?? []
    boxes.push({ kind, box: { x0, y0, x1, y1 }, isRight: verdict === 'right' })
    judgements.set(photo, boxes)
  }
  return judgements
}

export const readJudgements = async (): Promise<Judgements> =>
  parseJudgements(await readFile(FILE, 'utf8'))

const isSame = (a: LabeledBox, b: LabeledBox) =>
  a.kind === b.kind && computeOverlap(a.box, b.box) >= MIN_OVERLAP

/** The labelled items, and those that only the eye has seen. */
export const addJudgedItems = (
  items: readonly LabeledBox[],
  judged: readonly JudgedBox[],
): LabeledBox[] => {
  const all = [...items]
  for (const candidate of judged)
    if (candidate.isRight && !all.some((item) => isSame(item, candidate))) all.push(candidate)
  return all
}

/** `unjudged`: boxes of other models that nobody has looked at; they count as wrong. */
export type EyeScore = { boxes: number; right: number; unjudged: number }

export type SeenPhoto = {
  shown: readonly DetectedBox[]
  offered: readonly DetectedBox[]
  items: readonly LabeledBox[]
  judged: readonly JudgedBox[]
}

/** How many of the boxes that are shown, and of those that are offered, are right by labels and by eye. */
export const scoreByEye = (
  photos: readonly SeenPhoto[],
): Record<'shown' | 'offered', EyeScore> & { items: number } => {
  const scores = {
    shown: { boxes: 0, right: 0, unjudged: 0 },
    offered: { boxes: 0, right: 0, unjudged: 0 },
    items: 0,
  }
  for (const { shown, offered, items, judged } of photos) {
    const all = addJudgedItems(items, judged)
    scores.items += all.length
    const right = new Set(selectRightBoxes([...shown, ...offered], all))
    for (const [name, boxes] of [['shown', shown] as const, ['offered', offered] as const])
      for (const box of boxes) {
        const isJudged = [...all, ...judged].some((one) => isSame(one, box))
        scores[name].boxes += 1
        scores[name].right += right.has(box) ? 1 : 0
        scores[name].unjudged += isJudged ? 0 : 1
      }
  }
  return scores
}
