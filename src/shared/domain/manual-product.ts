import { FIELD_LIMITS } from '#shared/constants.ts'
import { MANUAL_PRODUCT_PROBLEMS } from '#shared/account-messages.ts'
import { isManualPrice } from './typed-price.ts'
import { isHttpLink } from './links.ts'

/** The problem of each field of the manual product form, or null. Separate from the schema, which browsers do not need. */

export const findTitleProblem = (title: string): string | null => {
  if (title.trim() === '') return MANUAL_PRODUCT_PROBLEMS.titleRequired
  return title.trim().length > FIELD_LIMITS.nameChars ? MANUAL_PRODUCT_PROBLEMS.titleTooLong : null
}

export const findPriceProblem = (price: string): string | null => {
  if (price.trim() === '') return MANUAL_PRODUCT_PROBLEMS.priceRequired
  const isPrice = price.trim().length <= FIELD_LIMITS.priceChars && isManualPrice(price.trim())
  return isPrice ? null : MANUAL_PRODUCT_PROBLEMS.priceInvalid
}

export const findWebsiteProblem = (website: string): string | null => {
  const address = website.trim()
  if (address === '') return MANUAL_PRODUCT_PROBLEMS.websiteRequired
  if (address.length > FIELD_LIMITS.linkChars) return MANUAL_PRODUCT_PROBLEMS.websiteTooLong
  const isAddress = isHttpLink(address)
  return isAddress ? null : MANUAL_PRODUCT_PROBLEMS.websiteInvalid
}

/** The photo may be any image. */
export const findPhotoProblem = (mimeType: string): string | null =>
  mimeType.startsWith('image/') ? null : MANUAL_PRODUCT_PROBLEMS.photoNotImage
