import { DETECTION_PROBLEMS } from '#shared/finder-messages.ts'
import type { Detection } from './detection.ts'
import { isKnown } from './known-text.ts'
import { isHttpLink } from './product-link.ts'

/** §5: what keeps a detection from becoming a favorite, or null. */
export const favoriteProblem = ({
  isManual,
  title,
  price,
  productLink,
}: Pick<Detection, 'isManual' | 'title' | 'price' | 'productLink'>): string | null => {
  if (!isManual) return null
  const isSavable = isKnown(title) && isKnown(price) && isHttpLink(productLink)
  return isSavable ? null : DETECTION_PROBLEMS.manualNotComplete
}

interface EditedFields {
  title: string
  price: string
  productLink: string
}

/** §5: what keeps an edited manual detection from being saved, or null. */
export const manualSaveProblem = ({ title, price, productLink }: EditedFields): string | null => {
  const isBlank = [title, price, productLink].some((field) => field.trim() === '')
  if (isBlank) return DETECTION_PROBLEMS.requiredFields
  return isHttpLink(productLink.trim()) ? null : DETECTION_PROBLEMS.invalidLink
}
