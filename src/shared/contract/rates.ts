import { z } from 'zod'
import { defineCalls, envelope } from './call.ts'

export const rateCalls = defineCalls({
  'GET /api/rates': {
    summary: 'Euro reference rates of one day, for approximate prices in other currencies',
    permission: 'browse',
    reply: envelope(z.object({ date: z.string(), perEuro: z.record(z.string(), z.number()) })),
  },
})
