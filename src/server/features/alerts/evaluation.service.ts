import { ALERTS } from '#shared/constants.ts'
import type { AlertTerms } from '#shared/contract/alerts.ts'
import { filterQuery } from '#shared/contract/product-search.ts'
import { type ComparedOffer, compareOffers, type Finding } from '#shared/domain/alert.ts'
import type { Atomically } from '#server/core/db/query.ts'
import type { DocumentsStore, ProductSearch } from '#server/features/search/index.ts'
import {
  type Change,
  evaluationOn,
  type NewMatch,
  readOffers,
  type WaitingAlert,
} from './evaluation.store.ts'

const TAKEN_AT_ONCE = 2_000

type Parts = {
  atomically: Atomically
  search: Pick<ProductSearch, 'read'>
  documents: Pick<DocumentsStore, 'facts'>
}

type OffersOf = (productId: string) => readonly ComparedOffer[]

/** What a change means for a search's alert; null if nothing, or no longer: a price may be up again. */
const findingOfChange = (
  alert: WaitingAlert,
  { kind, detail }: Change,
  offers: readonly ComparedOffer[],
): Finding | null => {
  const { former_amount, former_currency, amount, currency, size } = detail ?? {}
  const now = (terms: AlertTerms = alert): Finding | null => {
    const outcome = compareOffers(terms, offers)
    return outcome.is === 'met' ? outcome.finding : null
  }
  if (alert.kind === 'new') return kind === 'product-added' ? now() : null
  if (alert.kind === 'stock')
    return kind === 'back-in-stock' && (size === undefined || size === alert.size) ? now() : null
  if (alert.kind === 'below' && kind === 'product-added') return now()
  const isSameCurrency = amount !== undefined && former_currency === currency
  if (kind !== 'price-changed' || former_amount === undefined || !isSameCurrency) return null
  if (alert.kind === 'drop')
    return now({ ...alert, amount: former_amount, currency: currency ?? null })
  return currency === alert.currency && former_amount > (alert.amount ?? 0) ? now() : null
}

/**
 * Compares what has changed with what people wait for. A change is in the queue only if the transaction
 * that made it was kept: a feed that was refused has changed nothing.
 */
export const createEvaluation = ({ atomically, search, documents }: Parts) => {
  const compareProducts = async (
    store: ReturnType<typeof evaluationOn>,
    changes: readonly Change[],
    offersOf: OffersOf,
  ): Promise<NewMatch[]> => {
    const found: NewMatch[] = []
    const [met, unmet, still]: [string[], string[], string[]] = [[], [], []]
    for (const alert of await store.ofProducts(changes.map((change) => change.product_id))) {
      const productId = alert.product_id ?? ''
      const outcome = compareOffers(alert, offersOf(productId))
      if (outcome.is === 'met' && !alert.is_met) {
        met.push(alert.id)
        found.push({ alertId: alert.id, productId, finding: outcome.finding })
      }
      if (outcome.is === 'met' && alert.is_met) still.push(alert.id)
      if (outcome.is === 'unmet' && alert.is_met) unmet.push(alert.id)
    }
    await store.setMet(met, true)
    await store.setMet(unmet, false)
    // A product that was removed meanwhile may be back, and its delivery was given up.
    await store.tell(still)
    return found
  }

  /** Those of the changed products that the search lists. */
  const listedBy = async (saved: Record<string, string>, changes: readonly Change[]) => {
    const query = filterQuery.safeParse(saved)
    if (!query.success) return []
    const plan = await search.read(query.data)
    if (plan.isUnknown) return []
    const keys = changes.flatMap(({ product_key }) => product_key ?? [])
    const listed = await documents.facts([...new Set(keys)], plan.filter)
    return changes.filter(({ product_key }) => product_key !== null && listed.has(product_key))
  }

  const compareSearches = async (
    store: ReturnType<typeof evaluationOn>,
    changes: readonly Change[],
    offersOf: OffersOf,
  ): Promise<NewMatch[]> => {
    if (changes.length === 0) return []
    const found: NewMatch[] = []
    const lists = new Map<string, readonly Change[]>()
    for (const alert of await store.ofSearches()) {
      const key = JSON.stringify(alert.search)
      const listed = lists.get(key) ?? (await listedBy(alert.search ?? {}, changes))
      lists.set(key, listed)
      const own = new Map<string, NewMatch>()
      for (const change of listed) {
        const productId = change.product_id
        const finding = findingOfChange(alert, change, offersOf(productId))
        if (finding) own.set(productId, { alertId: alert.id, productId, finding })
      }
      if (own.size === 0) continue
      const room = Math.max(0, ALERTS.perSearch - (await store.countPending(alert.id)))
      found.push(...[...own.values()].slice(0, room))
    }
    return found
  }

  /** How many changes were taken; none if another server compares. */
  const evaluateSome = () =>
    atomically(async (client) => {
      const store = evaluationOn(client)
      if (!(await store.lock())) return 0
      const changes = await store.takeChanges(TAKEN_AT_ONCE)
      if (changes.length === 0) return 0
      const offers = await readOffers(client, [
        ...new Set(changes.map((change) => change.product_id)),
      ])
      const offersOf: OffersOf = (productId) => offers.get(productId) ?? []
      const ofProducts = changes.filter(({ kind }) => kind === null)
      const ofEvents = changes.filter(({ kind }) => kind !== null)
      const matches = [
        ...(await compareProducts(store, ofProducts, offersOf)),
        ...(await compareSearches(store, ofEvents, offersOf)),
      ]
      await store.addMatches(matches)
      await store.tell(matches.map(({ alertId }) => alertId))
      return changes.length
    })

  return {
    run: async () => {
      let taken: number
      do taken = await evaluateSome()
      while (taken > 0)
    },
  }
}
