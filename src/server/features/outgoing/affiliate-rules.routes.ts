import type { AuditStore } from '#server/core/audit.store.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { AFFILIATE } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { affiliateCalls } from '#shared/contract/outgoing.ts'
import type { AffiliateRulesStore } from './affiliate-rules.store.ts'

export const affiliateHandlers = (
  store: AffiliateRulesStore,
  audit: AuditStore,
): Handlers<typeof affiliateCalls> => ({
  'GET /api/admin/affiliate-rules': async () => succeeded({ rules: await store.list() }),

  'POST /api/admin/affiliate-rules': async ({ user, body }) => {
    if ((await store.count()) >= AFFILIATE.rules)
      throw new AppError(409, `There are ${AFFILIATE.rules} rules already`)
    const personId = body.person === null ? null : await store.personId(body.person)
    if (body.person !== null && personId === null)
      throw new AppError(404, `Nobody is called ${body.person}`)
    if (!(await store.add(body, personId)))
      throw new AppError(409, `There is a rule for ${body.host} already`)
    await store.announceChange()
    await audit.note(user.uid, 'affiliate-rule-added', body.host)
  },

  'DELETE /api/admin/affiliate-rules/:id': async ({ user, params }) => {
    if (!(await store.remove(params.id))) throw new AppError(404, 'There is no such rule')
    await store.announceChange()
    await audit.note(user.uid, 'affiliate-rule-removed', params.id)
  },
})
