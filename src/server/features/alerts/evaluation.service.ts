import type { Logger } from 'pino'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import type { DocumentsStore, ProductSearch } from '#server/features/search/index.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import type { AlertTerms, Finding } from '#shared/contract/alerts.ts'
import { filterQuery } from '#shared/contract/product-search.ts'
import { type ComparedOffer, compareOffers, isSameSize } from '#shared/domain/alert.ts'
import { type CatalogChange, createCatalogReader } from '#server/features/catalog/index.ts'
import { createEvaluationStore, type NewMatch, type WaitingAlert } from './evaluation.store.ts'

const CHANGES_PER_BATCH = 2_000

type EvaluationDependencies = {
  log: Logger
  atomically: Atomically
  search: Pick<ProductSearch, 'read'>
  documents: Pick<DocumentsStore, 'facts'>
}

type EvaluationStore = ReturnType<typeof createEvaluationStore>
type OffersOf = (productId: string) => readonly ComparedOffer[]
type ComparedChanges = {
  changes: readonly CatalogChange[]
  offersOf: OffersOf
  /** Those that each search finds, because many users save the same one; null: it failed. */
  changesBySearch: Map<string, readonly CatalogChange[] | null>
}
type SearchComparison = {
  last: WaitingAlert | undefined
  matchesByAlert: Map<string, NewMatch[]>
  failedAlerts: string[]
}

/** The former price of a change; null if it is not a change of a price within one currency. */
const getFormerPrice = ({ kind, detail }: CatalogChange) => {
  const { former_amount, former_currency, amount, currency } = detail ?? {}
  if (kind !== 'price-changed' || former_amount === undefined || amount === undefined) return null
  return former_currency === currency ? { amount: former_amount, currency: currency ?? null } : null
}

const isWaitingForSize = (alert: AlertTerms, size: string | undefined) =>
  size === undefined || (alert.size !== null && isSameSize(size, alert.size))

/** The terms that the offers have to meet after a change; null if the change does not concern the alert. */
const TERMS_AFTER_CHANGE: Record<
  AlertTerms['kind'],
  (alert: AlertTerms, change: CatalogChange) => AlertTerms | null
> = {
  new: (alert, { kind }) => (kind === 'product-added' ? alert : null),
  stock: (alert, { kind, detail }) =>
    kind === 'back-in-stock' && isWaitingForSize(alert, detail?.size) ? alert : null,
  drop: (alert, change) => {
    const former = getFormerPrice(change)
    return former && { ...alert, ...former }
  },
  below: (alert, change) => {
    if (change.kind === 'product-added') return alert
    const former = getFormerPrice(change)
    const wasAbove = former?.currency === alert.currency && former.amount > (alert.amount ?? 0)
    return wasAbove ? alert : null
  },
}

/** What a change means for the alert of a search; null if nothing, or if it no longer holds. */
const findChangeFinding = (
  alert: WaitingAlert,
  change: CatalogChange,
  offers: readonly ComparedOffer[],
): Finding | null => {
  const terms = TERMS_AFTER_CHANGE[alert.kind](alert, change)
  const outcome = terms && compareOffers(terms, offers)
  return outcome?.is === 'met' ? outcome.finding : null
}

/**
 * Compares changes with the alerts that wait for them. A change enters the queue in the transaction that
 * makes it, so a feed that was refused has changed nothing.
 */
export const createEvaluation = ({
  log,
  atomically,
  search,
  documents,
}: EvaluationDependencies) => {
  /** An alert that throws is compared again when its product next changes. */
  const compareProduct = (alert: WaitingAlert, offers: readonly ComparedOffer[]) => {
    try {
      return compareOffers(alert, offers)
    } catch (err) {
      log.error({ err, alert: alert.id }, 'Could not compare an alert')
      return { is: 'unknown' } as const
    }
  }

  const compareProducts = async (
    store: EvaluationStore,
    changes: readonly CatalogChange[],
    offersOf: OffersOf,
  ): Promise<NewMatch[]> => {
    const matches: NewMatch[] = []
    const [nowMet, nowUnmet, stillMet]: [string[], string[], string[]] = [[], [], []]
    for (const alert of await store.ofProducts(changes.map((change) => change.productId))) {
      const productId = alert.product_id ?? ''
      const outcome = compareProduct(alert, offersOf(productId))
      if (outcome.is === 'met' && !alert.is_met) {
        nowMet.push(alert.id)
        matches.push({ alertId: alert.id, productId, finding: outcome.finding })
      }
      if (outcome.is === 'met' && alert.is_met) stillMet.push(alert.id)
      if (outcome.is === 'unmet' && alert.is_met) nowUnmet.push(alert.id)
    }
    await store.setMet(nowMet, true)
    await store.setMet(nowUnmet, false)
    // When a product was removed, the notification about it was given up; now the product is back.
    await store.enqueueDeliveries(stillMet)
    return matches
  }

  const filterListedChanges = async (saved: unknown, changes: readonly CatalogChange[]) => {
    const query = filterQuery.safeParse(saved)
    if (!query.success) return []
    const plan = await search.read(query.data)
    if (plan.isUnknown) return []
    const keys = changes.flatMap(({ productKey }) => productKey ?? [])
    const listedKeys = await documents.facts([...new Set(keys)], plan.filter)
    return changes.filter(({ productKey }) => productKey !== null && listedKeys.has(productKey))
  }

  /** What one search throws concerns its own alerts: it is null, and the others are compared. */
  const findChangesInSearch = async (
    { id, search: saved }: WaitingAlert,
    changes: readonly CatalogChange[],
  ) => {
    try {
      return await filterListedChanges(saved, changes)
    } catch (err) {
      log.error({ err, alert: id, search: saved }, 'Could not compare a saved search')
      return null
    }
  }

  const findMatches = (
    alert: WaitingAlert,
    changes: readonly CatalogChange[],
    offersOf: OffersOf,
  ): NewMatch[] => {
    const matchesByProduct = new Map<string, NewMatch>()
    for (const change of changes) {
      const productId = change.productId
      const finding = findChangeFinding(alert, change, offersOf(productId))
      if (finding) matchesByProduct.set(productId, { alertId: alert.id, productId, finding })
    }
    return [...matchesByProduct.values()]
  }

  /** Outside a transaction, because it takes as long as the searches take. At least one is compared. */
  const compareSearches = async (
    alerts: readonly WaitingAlert[],
    { changes, offersOf, changesBySearch }: ComparedChanges,
    deadline = Infinity,
  ): Promise<SearchComparison> => {
    const comparison: SearchComparison = {
      last: undefined,
      matchesByAlert: new Map(),
      failedAlerts: [],
    }
    for (const alert of alerts) {
      const key = JSON.stringify(alert.search)
      if (!changesBySearch.has(key))
        changesBySearch.set(key, await findChangesInSearch(alert, changes))
      const changesInSearch = changesBySearch.get(key) ?? null
      if (changesInSearch === null) comparison.failedAlerts.push(alert.id)
      else comparison.matchesByAlert.set(alert.id, findMatches(alert, changesInSearch, offersOf))
      comparison.last = alert
      if (Date.now() > deadline) break
    }
    return comparison
  }

  const recordSearches = async (
    store: EvaluationStore,
    { matchesByAlert, failedAlerts }: SearchComparison,
    changes: readonly CatalogChange[],
  ) => {
    const matches: NewMatch[] = []
    for (const [alertId, found] of matchesByAlert) {
      if (found.length === 0) continue
      const room = Math.max(0, ALERTS.perSearch - (await store.countPending(alertId)))
      matches.push(...found.slice(0, room))
    }
    await record(store, matches)
    if (failedAlerts.length > 0) await store.retryLater(failedAlerts, changes)
  }

  const readOffersOf = async (
    client: Connection,
    changes: readonly CatalogChange[],
  ): Promise<OffersOf> => {
    const ids = new Set(changes.map((change) => change.productId))
    const offers = await createCatalogReader(client).products.readOffers([...ids])
    return (productId) => offers.get(productId) ?? []
  }

  const record = async (store: EvaluationStore, matches: readonly NewMatch[]) => {
    await store.addMatches(matches)
    await store.enqueueDeliveries(matches.map(({ alertId }) => alertId))
  }

  /** Returns how many changes were taken; none if another server is comparing. */
  const evaluateBatch = () =>
    atomically(async (client) => {
      const store = createEvaluationStore(client)
      if (!(await store.lock())) return 0
      const changes = await store.takeChanges(CHANGES_PER_BATCH)
      if (changes.length === 0) return 0
      const offersOf = await readOffersOf(client, changes)
      const productChanges = changes.filter(({ kind }) => kind === null)
      const eventChanges = changes.filter(({ kind }) => kind !== null)
      await record(store, await compareProducts(store, productChanges, offersOf))
      if (eventChanges.length > 0) await store.enqueueSearches(eventChanges)
      return changes.length
    })

  const readCompared = async (
    client: Connection,
    eventIds: readonly string[],
  ): Promise<ComparedChanges> => {
    const changes = await createEvaluationStore(client).changesOf(eventIds)
    return { changes, offersOf: await readOffersOf(client, changes), changesBySearch: new Map() }
  }

  const takeRun = () =>
    atomically(async (client) => {
      const run = await createEvaluationStore(client).takeRun()
      return run && { run, compared: await readCompared(client, run.eventIds) }
    })

  /** Continues the oldest run, until it or the time ends. Returns whether there was one. */
  const continueRun = async (deadline: number): Promise<boolean> => {
    const taken = await takeRun()
    if (!taken) return false
    const { run, compared } = taken
    let { position } = run
    while (Date.now() < deadline) {
      const alerts = await atomically((client) =>
        createEvaluationStore(client).searchesAfter(run, position),
      )
      const comparison = await compareSearches(alerts, compared, deadline)
      const { last } = comparison
      if (!last) {
        await atomically((client) => createEvaluationStore(client).endRun(run))
        return true
      }
      const isOurs = await atomically(async (client) => {
        const store = createEvaluationStore(client)
        if (!(await store.advanceRun(run, position, last.id))) return false
        await recordSearches(store, comparison, compared.changes)
        return true
      })
      if (!isOurs) return true
      position = last.id
    }
    await atomically((client) => createEvaluationStore(client).leaveRun(run))
    return true
  }

  /** Compares one search again that could not be compared. Returns whether there was one. */
  const retrySearch = async (): Promise<boolean> => {
    const taken = await atomically(async (client) => {
      const store = createEvaluationStore(client)
      const retry = await store.takeRetry()
      if (!retry) return null
      const alert = await store.ofSearch(retry.alertId)
      return { retry, alert, compared: await readCompared(client, retry.eventIds) }
    })
    if (!taken) return false
    const { retry, alert, compared } = taken
    // Changes that are too old are compared no more.
    const isDue = alert && compared.changes.length > 0
    const comparison = await compareSearches(isDue ? [alert] : [], compared)
    await atomically(async (client) => {
      const store = createEvaluationStore(client)
      await store.endRetry(retry)
      await recordSearches(store, comparison, compared.changes)
    })
    return true
  }

  return {
    evaluateChanges: async () => {
      let count: number
      do count = await evaluateBatch()
      while (count > 0)
      const deadline = Date.now() + ALERTS.compareMs
      while (Date.now() < deadline && (await continueRun(deadline)));
      while (Date.now() < deadline && (await retrySearch()));
    },
  }
}
