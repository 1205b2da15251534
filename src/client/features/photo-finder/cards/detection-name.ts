import type { ScanDetection } from '#shared/contract/scan.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'

/** What the object is, in words: 'Olive jacket'. A manual box has no name yet. */
export const objectName = ({ label }: Pick<ScanDetection, 'label'>): string | null =>
  label === '' ? null : label.charAt(0).toUpperCase() + label.slice(1)

/**
 * What screen readers hear of a box: 'Footwear, white sneakers, 87% sure'. Without a count, because how
 * many products there are is known only once its results are shown.
 */
export const spokenName = (detection: ScanDetection): string => {
  const { category, label, confidence, isManual } = detection
  const named = [CATEGORY_LABELS[category], label].filter(Boolean).join(', ')
  return isManual
    ? FINDER_TEXT.manualBox(named)
    : FINDER_TEXT.sureOf(named, Math.round(confidence * 100))
}

export const cardName = (detection: ScanDetection): string =>
  detection.title?.trim() || (objectName(detection) ?? CATEGORY_LABELS[detection.category])
