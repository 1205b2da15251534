import { describeTitle } from '#server/features/catalog/description/index.ts'
import {
  isOfLabeledKind,
  rateLabelMatch,
  type LabelMeaning,
  readLabel,
} from '#shared/vocabulary/label-match.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'

const rateTitle = (product: ScanProduct, meaning: LabelMeaning) => {
  const title = describeTitle(product.originalTitle ?? product.title)
  const isOtherKind = isOfLabeledKind(meaning, title.kind) === false
  return { isOtherKind, product: { ...product, labelMatch: rateLabelMatch(meaning, title) } }
}

/** Products that were found elsewhere than among the answers, compared with the label as those are. */
export const matchTitles = (
  products: readonly ScanProduct[],
  label: string,
  kind: string | null,
): ScanProduct[] => {
  const meaning = readLabel(label, kind)
  return products.map((product) => rateTitle(product, meaning).product)
}

/** Compared with the label; without products whose titles name another kind. */
export const matchKind = (products: readonly ScanProduct[], label: string): ScanProduct[] => {
  const meaning = readLabel(label)
  return products.flatMap((candidate) => {
    const { isOtherKind, product } = rateTitle(candidate, meaning)
    return isOtherKind ? [] : [product]
  })
}
