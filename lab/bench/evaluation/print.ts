import type { deriveBoxThresholds } from './box-thresholds.ts'
import type { Evaluation } from './evaluate.ts'
import type { NearestScores } from './nearest-items.ts'
import { sumScores } from './shown-boxes.ts'
import type { Check } from './thresholds.ts'
import type { WordThreshold } from './word-thresholds.ts'

export const formatThreeDecimals = (value: number) => value.toFixed(3)

export const formatCheckShare = ({ claims, right }: Check) =>
  claims === 0 ? 'none' : formatThreeDecimals(right / claims)

const formatShare = (part: number, of: number) => (of === 0 ? '' : formatThreeDecimals(part / of))

export const printEvaluation = (result: Evaluation) => {
  const { kinds, shownBoxes } = result
  console.table(
    Object.entries(shownBoxes).map(([name, { items, boxes, right }]) => {
      const precision = kinds[name]
      return {
        name,
        AP50: precision === undefined ? '' : formatThreeDecimals(precision),
        items,
        recall: formatShare(right, items),
        shown: boxes,
        precision: formatShare(right, boxes),
      }
    }),
  )
  console.table(
    Object.entries(result.categories).map(([name, score]) => ({
      name,
      AP50: formatThreeDecimals(score),
    })),
  )
  console.log(`${result.photos} photos`)
  console.log(`AP50 over the kinds ${formatThreeDecimals(result.kindsMean)}`)
  console.log(`AP50 over the categories ${formatThreeDecimals(result.categoriesMean)}`)
  const { items, boxes, right } = sumScores(Object.values(shownBoxes))
  console.log(
    `Of ${items} items, ${formatShare(right, items)} have a box of their kind; of ${boxes} boxes, ${formatShare(right, boxes)} are right`,
  )
  printSeen(result.seen)
  const { found, nearest, words, shownWords, labelColors } = result
  console.log(
    `Of ${found.items} items, shown ${formatThreeDecimals(found.shown)}, with the right kind ${formatThreeDecimals(found.kindRight)}`,
  )
  if (Object.keys(words).length > 0) {
    console.log('Words on the labelled boxes:')
    console.table(
      Object.entries(words).map(([attribute, score]) => ({
        attribute,
        items: score.items,
        right: formatThreeDecimals(score.right),
        balanced: formatThreeDecimals(score.balanced),
        among: formatThreeDecimals(score.among),
        shown: formatThreeDecimals(score.shown),
        shownRight: score.shownRight === null ? '' : formatThreeDecimals(score.shownRight),
      })),
    )
  }
  if (Object.keys(shownWords).length > 0) {
    console.log('Words on the boxes that a visitor sees:')
    console.table(
      Object.entries(shownWords).map(([attribute, score]) => ({
        attribute,
        shown: score.claims,
        right: formatCheckShare(score),
      })),
    )
  }
  if (labelColors.boxes > 0) {
    const { boxes: of, named, right: fitting, near } = labelColors
    console.log(
      `Of ${of} labels, ${formatShare(named, of)} name a colour; of those, ${formatShare(fitting, named)} are right, ${formatShare(fitting + near, named)} with neighbours`,
    )
  }
  if (nearest) printNearest('other item', nearest)
  if (result.nearestAmong) printNearest('item of the other folder', result.nearestAmong)
  if (!result.retrieval) return
  const { top1, top3, count, boxesTop1, boxesTop3 } = result.retrieval
  console.log(
    `The worn product, by ${count} detections: first ${formatThreeDecimals(top1)}, top 3 ${formatThreeDecimals(top3)}`,
  )
  console.log(
    `The worn product, by true boxes: first ${formatThreeDecimals(boxesTop1)}, top 3 ${formatThreeDecimals(boxesTop3)}`,
  )
}

const printSeen = ({ items, shown, offered }: Evaluation['seen']) => {
  console.log(`By labels and by eye, of ${items} items:`)
  console.table(
    Object.entries({ shown, offered }).map(([name, { boxes, right, unjudged }]) => ({
      boxes: name,
      count: boxes,
      precision: formatShare(right, boxes),
      recall: formatShare(right, items),
      'not looked at': unjudged,
    })),
  )
}

const printNearest = (title: string, { items, kind, words, firstThree }: NearestScores) => {
  const texts = Object.entries({ kind, ...words }).map(
    ([name, score]) => `${name} ${formatThreeDecimals(score)}`,
  )
  console.log(`The nearest ${title}, of ${items}, has the same ${texts.join(', ')}`)
  console.log('Of the first three:')
  console.table(
    Object.entries(firstThree).map(([attribute, agreement]) => ({
      same: attribute,
      items: agreement.items,
      share: formatThreeDecimals(agreement.share),
      any: formatThreeDecimals(agreement.any),
    })),
  )
}

/** One line per kind, and one for all: boxes above the threshold, then with that of the other half of the photos. */
export const printBoxThresholds = ({
  shown: thresholds,
  offered,
}: Awaited<ReturnType<typeof deriveBoxThresholds>>) => {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const all = (checks: readonly Check[]): Check => ({
    claims: sum(checks.map(({ claims }) => claims)),
    right: sum(checks.map(({ right }) => right)),
  })
  const together = {
    kind: 'all',
    threshold: '',
    items: sum(thresholds.map(({ items }) => items)),
    shown: all(thresholds.map((entry) => entry.shown)),
    halves: all(thresholds.map((entry) => entry.halves)),
  }
  const lines = thresholds.map((entry) => ({
    ...entry,
    threshold: formatThreeDecimals(entry.threshold),
  }))
  console.table(
    [...lines, together].map(({ kind, threshold, items, shown: check, halves }) => ({
      kind,
      threshold,
      items,
      shown: check.claims,
      recall: formatShare(check.right, items),
      right: formatCheckShare(check),
      recallByHalves: formatShare(halves.right, items),
      byHalves: formatCheckShare(halves),
    })),
  )
  console.log('Of the others, offered:')
  console.table(
    offered.map(({ kind, threshold, shown: check, halves }) => ({
      kind,
      threshold: formatThreeDecimals(threshold),
      offered: check.claims,
      right: formatCheckShare(check),
      byHalves: formatCheckShare(halves),
    })),
  )
}

/** One line per attribute and folder: without and with the threshold, then with that of the other half. */
export const printWordThresholds = (thresholds: readonly WordThreshold[]) =>
  console.table(
    thresholds.flatMap(({ attribute, boxThreshold, folders }) =>
      folders.map(({ folder, all, shown: check, halves }) => ({
        attribute,
        boxThreshold: formatThreeDecimals(boxThreshold),
        folder,
        without: all.claims,
        right: formatCheckShare(all),
        shown: check.claims,
        shownRight: formatCheckShare(check),
        byHalves: formatCheckShare(halves),
      })),
    ),
  )
