import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { createWindowCounter, refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import { isRobot } from '#server/core/http/request-context.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { writeCsv } from '#server/core/csv.ts'
import { AFFILIATE } from '#shared/site-constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import { affiliateCalls, clickCalls } from '#shared/contract/outgoing.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { createAffiliateRulesStore, createClicksStore } from './outgoing.store.ts'
import { OUTGOING_TEXT } from './outgoing-messages.ts'

export { createAffiliateRulesStore, createClicksStore } from './outgoing.store.ts'

export const outgoingFeature = ({ pool, atomically, maintenance, audit }: Core) => {
  const rules = createAffiliateRulesStore(pool)
  const clicks = createClicksStore(pool)
  const { people, products } = createCatalogReader(pool)
  /** Counts by address in this server's memory: no address is stored. */
  const clickLimit = createWindowCounter(RATE_LIMITS.click)
  const affiliateHandlers: Handlers<typeof affiliateCalls> = {
    'GET /api/admin/affiliate-rules': async () => succeeded({ rules: await rules.list() }),

    'POST /api/admin/affiliate-rules': async ({ user, body }) => {
      const personId =
        body.person === null ? null : await people.findId(body.person, { isListed: false })
      if (body.person !== null && personId === null) throw notFoundError('person')
      await atomically(async (transaction) => {
        const locked = createAffiliateRulesStore(transaction)
        if ((await locked.countLocked()) >= AFFILIATE.rules)
          throw new AppError(409, OUTGOING_TEXT.tooManyRules(AFFILIATE.rules))
        if (!(await locked.add(body, personId)))
          throw new AppError(409, OUTGOING_TEXT.ruleExists(body.host))
      })
      await rules.announceChange()
      await audit.note(user.uid, 'affiliate-rule-added', body.host)
    },

    'DELETE /api/admin/affiliate-rules/:id': async ({ user, params }) => {
      if (!(await rules.remove(params.id))) throw notFoundError('rule')
      await rules.announceChange()
      await audit.note(user.uid, 'affiliate-rule-removed', params.id)
    },
  }

  const report = async (days: number, personId: number | null) => ({
    days: await clicks.byDay(days, personId),
    products: await clicks.byProduct(days, personId),
    looks: await clicks.byLook(days, personId),
  })
  const csv = async (days: number, personId: number | null) =>
    new Response(
      writeCsv([
        CSV_COLUMNS,
        ...(await clicks.lines(days, personId)).map((row) => CSV_COLUMNS.map((name) => row[name])),
      ]),
      {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="clicks.csv"',
        },
      },
    )
  /** A creator without looks has no clicks. */
  const findPersonId = async (uid: string) => (await clicks.personOfCreator(uid)) ?? NOBODY
  const clickHandlers: Handlers<typeof clickCalls> = {
    'POST /api/clicks': async ({ body, request, user, address }) => {
      refuseIfTooMany(clickLimit.take(address))
      if (isRobot((name) => request.headers.get(name))) return
      const target = await products.findWorn(body.product)
      if (!target) return
      const isOwn = user !== null && (await clicks.personOfCreator(user.uid)) === target.personId
      if (!isOwn) await clicks.count(target)
    },
    'GET /api/my-clicks': async ({ user, query }) =>
      succeeded(await report(query.days, await findPersonId(user.uid))),
    'GET /api/my-clicks.csv': async ({ user, query }) =>
      csv(query.days, await findPersonId(user.uid)),
    'GET /api/admin/clicks': async ({ query }) => succeeded(await report(query.days, null)),
    'GET /api/admin/clicks.csv': ({ query }) => csv(query.days, null),
  }

  return {
    rules: async () => (await rules.list()).map(({ rule }) => rule),
    feature: {
      routes: [calls(affiliateCalls, affiliateHandlers), calls(clickCalls, clickHandlers)],
      hourly: { 'clicks on shops': createClicksStore(maintenance).sweep },
    } satisfies Feature,
  }
}
export type Outgoing = ReturnType<typeof outgoingFeature>

const NOBODY = -1
const CSV_COLUMNS = ['day', 'product', 'name', 'look', 'person', 'clicks'] as const
