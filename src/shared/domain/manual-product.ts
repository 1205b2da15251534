import { z } from 'zod'
import { MANUAL_PRODUCT_PROBLEMS } from '#shared/account-messages.ts'
import { priceProblem, titleProblem, websiteProblem } from './manual-product-rules.ts'

const validatedText = (missing: string, problem: (text: string) => string | null) =>
  z
    .string({ error: missing })
    .trim()
    .superRefine((text, context) => {
      const message = problem(text)
      if (message) context.addIssue({ code: 'custom', message })
    })

/** Title required; price required, numeric, step 0.01, minimum 0; website required, URL-shaped. */
export const manualProductSchema = z.object({
  title: validatedText(MANUAL_PRODUCT_PROBLEMS.titleRequired, titleProblem),
  price: validatedText(MANUAL_PRODUCT_PROBLEMS.priceRequired, priceProblem),
  website: validatedText(MANUAL_PRODUCT_PROBLEMS.websiteRequired, websiteProblem),
})
export type ManualProduct = z.infer<typeof manualProductSchema>
