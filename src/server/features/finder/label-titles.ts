import {
  describeTitle,
  isOfLabeledKind,
  labelMatch,
  type LabelMeaning,
  readLabel,
} from '#server/features/search/index.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'

const rateTitle = (product: ScanProduct, meaning: LabelMeaning) => {
  const title = describeTitle(product.originalTitle ?? product.title)
  const isOtherKind = isOfLabeledKind(meaning, title.kind) === false
  return { isOtherKind, product: { ...product, labelMatch: labelMatch(meaning, title) } }
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
