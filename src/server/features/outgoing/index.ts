import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { createWindowCounter } from '#server/core/http/rate-limits.store.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { affiliateCalls, clickCalls } from '#shared/contract/outgoing.ts'
import { affiliateHandlers, clickHandlers } from './outgoing.routes.ts'
import { createAffiliateRulesStore, createClicksStore } from './outgoing.store.ts'

export const outgoingFeature = ({ pool, maintenance, audit }: Core) => {
  const rules = createAffiliateRulesStore(pool)
  const clickLimit = createWindowCounter(RATE_LIMITS.click)
  return {
    rules: async () => (await rules.list()).map(({ rule }) => rule),
    feature: {
      routes: [
        calls(affiliateCalls, affiliateHandlers(rules, audit)),
        calls(clickCalls, clickHandlers({ store: createClicksStore(pool), clickLimit })),
      ],
      hourly: { 'clicks on shops': createClicksStore(maintenance).sweep },
    } satisfies Feature,
  }
}
export type Outgoing = ReturnType<typeof outgoingFeature>
