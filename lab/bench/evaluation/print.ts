import type { BoxThreshold } from './box-thresholds.ts'
import type { Evaluation } from './evaluate.ts'
import type { NearestScores } from './nearest-items.ts'
import { sumOf } from './shown-boxes.ts'
import type { Check } from './thresholds.ts'
import type { WordThreshold } from './word-thresholds.ts'

export const threeDecimals = (value: number) => value.toFixed(3)

export const shareOf = ({ claims, right }: Check) =>
  claims === 0 ? 'none' : threeDecimals(right / claims)

const share = (part: number, of: number) => (of === 0 ? '' : threeDecimals(part / of))

export const printEvaluation = (result: Evaluation) => {
  const { kinds, shownBoxes } = result
  console.table(
    Object.entries(shownBoxes).map(([name, { items, boxes, right }]) => {
      const precision = kinds[name]
      return {
        name,
        AP50: precision === undefined ? '' : threeDecimals(precision),
        items,
        recall: share(right, items),
        shown: boxes,
        precision: share(right, boxes),
      }
    }),
  )
  console.table(
    Object.entries(result.categories).map(([name, score]) => ({
      name,
      AP50: threeDecimals(score),
    })),
  )
  console.log(`${result.photos} photos`)
  console.log(`AP50 over the kinds ${threeDecimals(result.kindsMean)}`)
  console.log(`AP50 over the categories ${threeDecimals(result.categoriesMean)}`)
  const { items, boxes, right } = sumOf(Object.values(shownBoxes))
  console.log(
    `Of ${items} items, ${share(right, items)} have a box of their kind; of ${boxes} boxes, ${share(right, boxes)} are right`,
  )
  const { found, nearest, words, shownWords, labelColors } = result
  console.log(
    `Of ${found.items} items, shown ${threeDecimals(found.shown)}, with the right kind ${threeDecimals(found.kindRight)}`,
  )
  if (Object.keys(words).length > 0) {
    console.log('Words on the labelled boxes:')
    console.table(
      Object.entries(words).map(([attribute, score]) => ({
        attribute,
        items: score.items,
        right: threeDecimals(score.right),
        balanced: threeDecimals(score.balanced),
        among: threeDecimals(score.among),
        shown: threeDecimals(score.shown),
        shownRight: score.shownRight === null ? '' : threeDecimals(score.shownRight),
      })),
    )
  }
  if (Object.keys(shownWords).length > 0) {
    console.log('Words on the boxes that a visitor sees:')
    console.table(
      Object.entries(shownWords).map(([attribute, score]) => ({
        attribute,
        shown: score.claims,
        right: shareOf(score),
      })),
    )
  }
  if (labelColors.boxes > 0) {
    const { boxes: of, named, right: fitting, near } = labelColors
    console.log(
      `Of ${of} labels, ${share(named, of)} name a colour; of those, ${share(fitting, named)} are right, ${share(fitting + near, named)} with neighbours`,
    )
  }
  if (nearest) printNearest('other item', nearest)
  if (result.nearestAmong) printNearest('item of the other folder', result.nearestAmong)
  if (!result.retrieval) return
  const { top1, top3, count, boxesTop1, boxesTop3 } = result.retrieval
  console.log(
    `The worn product, by ${count} detections: first ${threeDecimals(top1)}, top 3 ${threeDecimals(top3)}`,
  )
  console.log(
    `The worn product, by true boxes: first ${threeDecimals(boxesTop1)}, top 3 ${threeDecimals(boxesTop3)}`,
  )
}

const printNearest = (title: string, { items, kind, words, firstThree }: NearestScores) => {
  const texts = Object.entries({ kind, ...words }).map(
    ([name, score]) => `${name} ${threeDecimals(score)}`,
  )
  console.log(`The nearest ${title}, of ${items}, has the same ${texts.join(', ')}`)
  console.log('Of the first three:')
  console.table(
    Object.entries(firstThree).map(([attribute, agreement]) => ({
      same: attribute,
      items: agreement.items,
      share: threeDecimals(agreement.share),
      any: threeDecimals(agreement.any),
    })),
  )
}

/** One line per kind, and one for all: boxes above the threshold, then with that of the other half of the photos. */
export const printBoxThresholds = (thresholds: readonly BoxThreshold[]) => {
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
  const lines = thresholds.map((entry) => ({ ...entry, threshold: threeDecimals(entry.threshold) }))
  console.table(
    [...lines, together].map(({ kind, threshold, items, shown: check, halves }) => ({
      kind,
      threshold,
      items,
      shown: check.claims,
      recall: share(check.right, items),
      right: shareOf(check),
      recallByHalves: share(halves.right, items),
      byHalves: shareOf(halves),
    })),
  )
}

/** One line per attribute and folder: without and with the threshold, then with that of the other half. */
export const printWordThresholds = (thresholds: readonly WordThreshold[]) =>
  console.table(
    thresholds.flatMap(({ attribute, boxThreshold, folders }) =>
      folders.map(({ folder, all, shown: check, halves }) => ({
        attribute,
        boxThreshold: threeDecimals(boxThreshold),
        folder,
        without: all.claims,
        right: shareOf(all),
        shown: check.claims,
        shownRight: shareOf(check),
        byHalves: shareOf(halves),
      })),
    ),
  )
