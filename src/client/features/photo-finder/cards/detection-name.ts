import type { ScanDetection } from '#shared/contract/scan.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'

/** What screen readers hear of a box: 'Footwear, 87% sure, 3 products'. */
export const spokenName = ({ category, confidence, products, isManual }: ScanDetection): string => {
  const label = CATEGORY_LABELS[category]
  return isManual
    ? FINDER_TEXT.manualBox(label, products.length)
    : FINDER_TEXT.sureOf(label, Math.round(confidence * 100), products.length)
}

/** What a card or a question calls a detection. */
export const cardName = ({ title, label, category }: ScanDetection): string =>
  title?.trim() || label || CATEGORY_LABELS[category]
