import { z } from 'zod'
import { CONTACT } from '#shared/constants.ts'
import { defineCalls, envelope } from './call.ts'

const line = z.string().trim().max(CONTACT.lineChars)

export const contactCalls = defineCalls({
  'POST /api/contact': {
    summary: 'Send a message to the operator by email, if there is an address for it',
    permission: 'browse',
    body: z.object({
      name: line.min(1),
      email: line.pipe(z.email()),
      phone: line.default(''),
      message: z.string().trim().min(1).max(CONTACT.messageChars),
    }),
    reply: envelope(z.null()),
    limit: 'contact',
  },
})
