import { AppError } from '#server/core/http/errors.ts'
import { type RateLimiter, refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { contactCalls } from '#shared/contract/contact.ts'
import { CONTACT_TEXT, PRODUCT_TITLE } from '#shared/messages.ts'

/** `to`: null if the operator has given no address. */
export type ContactParts = { mail: Mail; to: () => Promise<string | null>; limits: RateLimiter }

/** Null: mail cannot be sent. */
export const contactHandlers = (parts: ContactParts | null): Handlers<typeof contactCalls> => ({
  'POST /api/contact': async ({ body }) => {
    const to = await parts?.to()
    if (!parts || !to) throw new AppError(404, CONTACT_TEXT.notYetFunctional)
    refuseIfTooMany(await parts.limits.take('contactInAll', 'all'))
    const { name, email, phone, message } = body
    await parts.mail.send({
      to,
      subject: `${PRODUCT_TITLE}: message from the contact form`,
      text: `${name}, ${[email, phone].filter(Boolean).join(', ')} writes:`,
      quoted: message,
    })
    return succeeded(null)
  },
})
