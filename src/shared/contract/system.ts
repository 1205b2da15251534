import { z } from 'zod'
import { defineCallsFor, envelopeSchema } from './call.ts'
import { CONTACT } from '#shared/site-constants.ts'

export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'starting', 'stopping', 'failing']),
  reason: z.string().optional(),
})

export const HEALTHY = { status: 'ok' } as const satisfies z.infer<typeof healthSchema>

export const systemCalls = defineCallsFor('browse', {
  'GET /healthz': {
    summary: 'The process answers',
    limit: null,
    reply: healthSchema,
  },
  'GET /readyz': {
    summary: 'The server should get requests',
    limit: null,
    reply: healthSchema,
  },
})

export const rateCalls = defineCallsFor('browse', {
  'GET /api/rates': {
    summary: 'Euro reference rates of one day, for approximate prices in other currencies',
    reply: envelopeSchema(
      z.object({ date: z.string(), perEuro: z.record(z.string(), z.number()) }),
    ),
  },
})

const line = z.string().trim().max(CONTACT.lineChars)

export const contactCalls = defineCallsFor('browse', {
  'POST /api/contact': {
    summary: 'Send a message to the operator by email, if there is an address for it',
    body: z.object({
      name: line.min(1),
      email: line.pipe(z.email()),
      phone: line.default(''),
      message: z.string().trim().min(1).max(CONTACT.messageChars),
    }),
    reply: envelopeSchema(z.null()),
    limit: 'contact',
  },
})
