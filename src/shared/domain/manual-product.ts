import { z } from 'zod'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { MANUAL_PRODUCT_PROBLEMS } from '#shared/messages.ts'
import { isManualPrice } from './price.ts'
import { isHttpLink } from './product-link.ts'

const required = (error: string) => z.string({ error }).trim().min(1, { error, abort: true })

/** §5: title required; price required, numeric, step 0.01, minimum 0; website required, URL-shaped. */
export const manualProductSchema = z.object({
  title: required(MANUAL_PRODUCT_PROBLEMS.titleRequired).max(FIELD_LIMITS.nameChars, {
    error: MANUAL_PRODUCT_PROBLEMS.titleTooLong,
  }),
  price: required(MANUAL_PRODUCT_PROBLEMS.priceRequired)
    .max(FIELD_LIMITS.priceChars, { error: MANUAL_PRODUCT_PROBLEMS.priceInvalid, abort: true })
    .refine(isManualPrice, { error: MANUAL_PRODUCT_PROBLEMS.priceInvalid }),
  website: required(MANUAL_PRODUCT_PROBLEMS.websiteRequired)
    .max(FIELD_LIMITS.linkChars, { error: MANUAL_PRODUCT_PROBLEMS.websiteTooLong, abort: true })
    .refine((website) => isHttpLink(website) && URL.canParse(website), {
      error: MANUAL_PRODUCT_PROBLEMS.websiteInvalid,
    }),
})
export type ManualProduct = z.infer<typeof manualProductSchema>

/** §5: the photo may be any image. */
export const photoProblem = (mimeType: string): string | null =>
  mimeType.startsWith('image/') ? null : MANUAL_PRODUCT_PROBLEMS.photoNotImage
