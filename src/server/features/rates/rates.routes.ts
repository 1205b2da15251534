import type { rateCalls } from '#shared/contract/rates.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { RatesService } from './rates.service.ts'

export const rateHandlers = (rates: RatesService): Handlers<typeof rateCalls> => ({
  'GET /api/rates': async () => succeeded(await rates.current()),
})
