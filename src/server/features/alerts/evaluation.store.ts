import { z } from 'zod'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValue, readValues } from '#server/core/db/sql.ts'
import type { DocumentsStore, ProductSearch } from '#server/features/search/index.ts'
import { ALERTS } from '#shared/constants.ts'
import { type AlertTerms, alertTermsSchema, type Finding } from '#shared/contract/alerts.ts'
import { offerSchema } from '#shared/contract/catalog.ts'
import { filterQuery } from '#shared/contract/product-search.ts'
import { type ComparedOffer, compareOffers } from '#shared/domain/alert.ts'
import { TERMS } from './alerts.store.ts'

const CHANGES_PER_BATCH = 2_000

type Parts = {
  atomically: Atomically
  search: Pick<ProductSearch, 'read'>
  documents: Pick<DocumentsStore, 'facts'>
}

type OffersOf = (productId: string) => readonly ComparedOffer[]

/** What a change means for the alert of a search; null if nothing, or if it no longer holds. */
const findingOfChange = (
  alert: WaitingAlert,
  { kind, detail }: Change,
  offers: readonly ComparedOffer[],
): Finding | null => {
  const { former_amount, former_currency, amount, currency, size } = detail ?? {}
  const compareNow = (terms: AlertTerms = alert): Finding | null => {
    const outcome = compareOffers(terms, offers)
    return outcome.is === 'met' ? outcome.finding : null
  }
  if (alert.kind === 'new') return kind === 'product-added' ? compareNow() : null
  if (alert.kind === 'stock')
    return kind === 'back-in-stock' && (size === undefined || size === alert.size)
      ? compareNow()
      : null
  if (alert.kind === 'below' && kind === 'product-added') return compareNow()
  const isSameCurrency = amount !== undefined && former_currency === currency
  if (kind !== 'price-changed' || former_amount === undefined || !isSameCurrency) return null
  if (alert.kind === 'drop')
    return compareNow({ ...alert, amount: former_amount, currency: currency ?? null })
  return currency === alert.currency && former_amount > (alert.amount ?? 0) ? compareNow() : null
}

/**
 * Compares changes with the alerts that wait for them. A change enters the queue in the transaction that
 * makes it, so a feed that was refused has changed nothing.
 */
export const createEvaluation = ({ atomically, search, documents }: Parts) => {
  const compareProducts = async (
    store: ReturnType<typeof createEvaluationStore>,
    changes: readonly Change[],
    offersOf: OffersOf,
  ): Promise<NewMatch[]> => {
    const matches: NewMatch[] = []
    const [nowMet, nowUnmet, stillMet]: [string[], string[], string[]] = [[], [], []]
    for (const alert of await store.ofProducts(changes.map((change) => change.product_id))) {
      const productId = alert.product_id ?? ''
      const outcome = compareOffers(alert, offersOf(productId))
      if (outcome.is === 'met' && !alert.is_met) {
        nowMet.push(alert.id)
        matches.push({ alertId: alert.id, productId, finding: outcome.finding })
      }
      if (outcome.is === 'met' && alert.is_met) stillMet.push(alert.id)
      if (outcome.is === 'unmet' && alert.is_met) nowUnmet.push(alert.id)
    }
    await store.setMet(nowMet, true)
    await store.setMet(nowUnmet, false)
    // A product that was removed and is back: its delivery had been given up.
    await store.enqueueDeliveries(stillMet)
    return matches
  }

  const changesListedBy = async (saved: Record<string, string>, changes: readonly Change[]) => {
    const query = filterQuery.safeParse(saved)
    if (!query.success) return []
    const plan = await search.read(query.data)
    if (plan.isUnknown) return []
    const keys = changes.flatMap(({ product_key }) => product_key ?? [])
    const listedKeys = await documents.facts([...new Set(keys)], plan.filter)
    return changes.filter(({ product_key }) => product_key !== null && listedKeys.has(product_key))
  }

  const compareSearches = async (
    store: ReturnType<typeof createEvaluationStore>,
    changes: readonly Change[],
    offersOf: OffersOf,
  ): Promise<NewMatch[]> => {
    if (changes.length === 0) return []
    const matches: NewMatch[] = []
    const changesBySearch = new Map<string, readonly Change[]>()
    for (const alert of await store.ofSearches()) {
      const key = JSON.stringify(alert.search)
      const changesInSearch =
        changesBySearch.get(key) ?? (await changesListedBy(alert.search ?? {}, changes))
      changesBySearch.set(key, changesInSearch)
      const matchesByProduct = new Map<string, NewMatch>()
      for (const change of changesInSearch) {
        const productId = change.product_id
        const finding = findingOfChange(alert, change, offersOf(productId))
        if (finding) matchesByProduct.set(productId, { alertId: alert.id, productId, finding })
      }
      if (matchesByProduct.size === 0) continue
      const room = Math.max(0, ALERTS.perSearch - (await store.countPending(alert.id)))
      matches.push(...[...matchesByProduct.values()].slice(0, room))
    }
    return matches
  }

  /** Returns how many changes were taken; none if another server is comparing. */
  const evaluateBatch = () =>
    atomically(async (client) => {
      const store = createEvaluationStore(client)
      if (!(await store.lock())) return 0
      const changes = await store.takeChanges(CHANGES_PER_BATCH)
      if (changes.length === 0) return 0
      const offers = await readOffers(client, [
        ...new Set(changes.map((change) => change.product_id)),
      ])
      const offersOf: OffersOf = (productId) => offers.get(productId) ?? []
      const productChanges = changes.filter(({ kind }) => kind === null)
      const eventChanges = changes.filter(({ kind }) => kind !== null)
      const matches = [
        ...(await compareProducts(store, productChanges, offersOf)),
        ...(await compareSearches(store, eventChanges, offersOf)),
      ]
      await store.addMatches(matches)
      await store.enqueueDeliveries(matches.map(({ alertId }) => alertId))
      return changes.length
    })

  return {
    run: async () => {
      let count: number
      do count = await evaluateBatch()
      while (count > 0)
    },
  }
}

const LOCK = 7_341_031
/** The key of a job is the id of the subscriber or of the device. */
export const MAIL_QUEUE = 'alert-mail'
export const PUSH_QUEUE = 'alert-push'

const changeRow = z.object({
  product_id: z.string(),
  product_key: z.string().nullable(),
  kind: z.enum(['product-added', 'price-changed', 'back-in-stock']).nullable(),
  detail: z
    .object({
      former_amount: z.number().optional(),
      former_currency: z.string().optional(),
      amount: z.number().optional(),
      currency: z.string().optional(),
      size: z.string().optional(),
    })
    .nullable(),
})
export type Change = z.output<typeof changeRow>

const waitingRow = alertTermsSchema.extend({
  id: z.string(),
  product_id: z.string().nullable(),
  search: z.record(z.string(), z.string()).nullable(),
  is_met: z.boolean(),
})
type WaitingAlert = z.output<typeof waitingRow>

const offerRow = offerSchema
  .pick({ shop: true, amount: true, currency: true, availability: true })
  .extend({
    product_id: z.string(),
    sizes: z.array(z.string()).nullable(),
    last_seen_at: z.date(),
    last_checked_at: z.date().nullable(),
  })
  .transform(({ product_id, sizes, last_seen_at, last_checked_at, ...offer }) => ({
    productId: product_id,
    offer: {
      ...offer,
      sizes: sizes ?? [],
      seenAt: last_seen_at.toISOString(),
      checkedAt: last_checked_at?.toISOString() ?? null,
    } satisfies ComparedOffer,
  }))

const WAITING_ALERTS = `SELECT alerts.id, product_id, search, is_met, ${TERMS}
  FROM alerts WHERE confirmed_at IS NOT NULL AND ended_at IS NULL`

type NewMatch = { alertId: string; productId: string; finding: Finding }

export const readOffers = async (connection: Connection, productIds: readonly string[]) => {
  const offers = new Map<string, ComparedOffer[]>()
  const rows = await readRows(connection, offerRow)`
    SELECT offer.product_id, coalesce(shop.name, '') AS shop, price_amount::float8 AS amount,
      currency, availability, sizes, last_seen_at, last_checked_at
    FROM catalog.offers offer LEFT JOIN catalog.shops shop ON shop.id = offer.shop_id
    WHERE product_id = ANY (${productIds}::bigint[]) ORDER BY offer.id`
  for (const { productId, offer } of rows)
    offers.set(productId, [...(offers.get(productId) ?? []), offer])
  return offers
}

/** Runs inside one transaction, so that changes are taken and compared, or stay in the queue. */
const createEvaluationStore = (client: Connection) => ({
  /** One server compares at a time. */
  lock: async (): Promise<boolean> =>
    (await readValue(client, z.boolean())`SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`) ??
    false,

  /** Products whose documents are not written yet wait: a search would not find them. */
  takeChanges: (limit: number) =>
    readRows(client, changeRow)`
      WITH taken AS (
        DELETE FROM alert_changes WHERE id IN (
          SELECT id FROM alert_changes change
          WHERE event_id IS NULL
            OR NOT EXISTS (SELECT FROM search.changes WHERE product_id = change.product_id)
              AND NOT EXISTS (SELECT FROM search.outbox WHERE product_id = change.product_id)
          ORDER BY id LIMIT ${limit})
        RETURNING product_id, event_id
      )
      SELECT DISTINCT taken.product_id, product.product_key, event.kind, event.detail
      FROM taken LEFT JOIN catalog.events event ON event.id = taken.event_id
      LEFT JOIN catalog.products product ON product.id = taken.product_id
      WHERE taken.event_id IS NULL OR event.id IS NOT NULL`,

  ofProducts: (productIds: readonly string[]) =>
    readRows(client, waitingRow)`
      ${raw(WAITING_ALERTS)} AND product_id = ANY (${productIds}::bigint[]) FOR UPDATE`,
  ofSearches: () => readRows(client, waitingRow)`${raw(WAITING_ALERTS)} AND search IS NOT NULL`,

  setMet: async (alertIds: readonly string[], isMet: boolean) => {
    await execute(client)`UPDATE alerts SET is_met = ${isMet} WHERE id = ANY (${alertIds}::uuid[])`
    // Matches that were never sent and no longer hold.
    if (!isMet)
      await execute(client)`
        DELETE FROM alert_matches WHERE alert_id = ANY (${alertIds}::uuid[]) AND mailed_at IS NULL`
  },

  /** For the matches of these alerts that have not been emailed. */
  enqueueDeliveries: async (alertIds: readonly string[]) => {
    const subscriberIds = await readValues(client, z.string())`
      SELECT DISTINCT subscriber_id FROM alerts JOIN alert_matches match ON alert_id = alerts.id
      WHERE alerts.id = ANY (${alertIds}::uuid[]) AND mailed_at IS NULL`
    if (subscriberIds.length === 0) return
    await execute(client)`SELECT ask_for_jobs(${MAIL_QUEUE}, ${subscriberIds})`
    await execute(client)`
      SELECT ask_for_jobs(${PUSH_QUEUE}, array_agg(id::text)) FROM push_devices
      WHERE subscriber_id = ANY (${subscriberIds}::uuid[]) HAVING count(*) > 0`
  },

  /** A newer match of the same alert and product replaces the pending one. */
  addMatches: async (matches: readonly NewMatch[]) => {
    if (matches.length === 0) return
    await execute(client)`
      INSERT INTO alert_matches (alert_id, product_id, finding)
      SELECT "alertId", "productId", finding FROM json_to_recordset(${JSON.stringify(matches)}::json)
        AS new("alertId" uuid, "productId" bigint, finding jsonb)
      ON CONFLICT (alert_id, product_id) WHERE mailed_at IS NULL
        DO UPDATE SET finding = excluded.finding, at = now()`
  },

  /** Limits how many products one search reports when it suddenly finds hundreds. */
  countPending: async (alertId: string): Promise<number> =>
    (await readValue(client, z.number())`
      SELECT count(*)::int FROM alert_matches WHERE alert_id = ${alertId} AND mailed_at IS NULL
        AND at > now() - ${ALERTS.newsMs} * interval '1 ms'`) ?? 0,
})
