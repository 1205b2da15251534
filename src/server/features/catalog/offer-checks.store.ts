import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, readRows, readValues } from '#server/core/db/sql.ts'
import { announceCatalogChange } from './document-writer.store.ts'

/** Offers whose feed was read within this time need no check. */
const CHECK_EVERY_HOURS = 12
const WATCHED_DAYS = 30
const MAX_WATCHED = 100_000
const MAX_SAVED = 50_000
/** Another server may take a check over after this time. */
const LEASE_MINUTES = 10
const BATCH_SIZE = 500
/** Further offers of the host wait, so that a slow shop does not delay the others. */
const MAX_PER_HOST = 20

/** Reserved names (RFC 2606), among them the demo's shops. */
const RESERVED = 'example.com example.net example.org example test invalid'
/** Affiliate networks, where a visit counts as a customer's click. */
const AFFILIATE_NETWORKS =
  'awin1.com anrdoezrs.net dpbolvw.net jdoqocy.com kqzyfj.com tkqlhce.com linksynergy.com shareasale.com prf.hn pxf.io sjv.io skimresources.com viglink.com webgains.com tradetracker.net tradedoubler.com zenaps.com'
const NEVER_VISITED = `${RESERVED} ${AFFILIATE_NETWORKS}`
  .replaceAll(' ', '|')
  .replaceAll('.', '\\.')
const IS_VISITABLE = `~* '^https?://' AND catalog.host_of(coalesce(page_url, url))
  !~ '(^|\\.)(${NEVER_VISITED})$'`

const dueRow = z.object({
  offerId: z.string(),
  url: z.string(),
  price: z.string(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  availability: z.string().nullable(),
  seen: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  failures: z.number(),
  sourceSays: z.record(z.string(), z.string().nullable()).nullable(),
})
export type DueOffer = z.output<typeof dueRow>

/** What changed on the page; an absent field has not changed. */
export type OfferChange = {
  price?: { text: string; amount: number; currency: string }
  /** Null if the page does not say. */
  availability?: string | null
}

export type CheckResult = {
  change: OfferChange
  etag: string | null
  lastModified: string | null
  sourceSays: DueOffer['sourceSays']
}

export const createChecksStore = (connection: Connection) => ({
  watch: (productIds: readonly string[]) =>
    execute(connection)`
      INSERT INTO catalog.offer_checks AS stored (offer_id)
      SELECT id FROM catalog.offers
      WHERE product_id = ANY (${productIds}::bigint[]) AND coalesce(page_url, url) ${raw(IS_VISITABLE)}
      ORDER BY id
      ON CONFLICT (offer_id) DO UPDATE SET wanted_at = now()
        WHERE stored.wanted_at < now() - interval '1 hour'`,

  /** Products in somebody's favorites, or with an alert. */
  savedProducts: (): Promise<string[]> =>
    readValues(connection, z.string())`
        SELECT DISTINCT coalesce(worn.product_id, product.id)::text AS id
        FROM (SELECT (product ->> 'product_id')::bigint AS id FROM saved_products
          WHERE type = 'product' AND product ->> 'product_id' ~ '^[0-9]{1,18}$'
          ORDER BY created_at DESC LIMIT ${MAX_SAVED}) saved
        LEFT JOIN catalog.worn_items worn ON worn.id = saved.id
        LEFT JOIN catalog.products product ON product.id = saved.id
        WHERE coalesce(worn.product_id, product.id) IS NOT NULL
        UNION (SELECT product_id::text FROM alerts
          WHERE product_id IS NOT NULL AND confirmed_at IS NOT NULL AND ended_at IS NULL
            LIMIT ${MAX_SAVED})`,

  /** Stops watching what nobody has viewed lately, or what exceeds the limit. */
  forgetOld: () =>
    execute(connection)`
      DELETE FROM catalog.offer_checks WHERE wanted_at < greatest(
      now() - ${WATCHED_DAYS} * interval '1 day',
      (SELECT wanted_at FROM catalog.offer_checks ORDER BY wanted_at DESC OFFSET ${MAX_WATCHED}
        LIMIT 1))`,

  /**
   * The offers that have been due longest, reserved for this server. Offers whose feed was read recently
   * are postponed.
   */
  takeDue: () =>
    readRows(connection, dueRow)`
      WITH due AS (
        SELECT checks.offer_id FROM catalog.offer_checks checks
        WHERE next_check_at <= now() ORDER BY next_check_at LIMIT ${BATCH_SIZE}
          FOR UPDATE SKIP LOCKED
      ), sorted AS (
        SELECT due.offer_id, told.until AS told_until, row_number() OVER (
          PARTITION BY told.until IS NULL, catalog.host_of(coalesce(page_url, url))
          ORDER BY due.offer_id) AS place
        FROM due JOIN catalog.offers offer ON offer.id = due.offer_id
        LEFT JOIN LATERAL (
          SELECT max(ended_at) + ${CHECK_EVERY_HOURS} * interval '1 hour' AS until
            FROM catalog.feed_runs run
          WHERE run.shop_id = offer.shop_id AND offer.shop_item_id IS NOT NULL
            AND outcome IN ('changed', 'unchanged')
            AND ended_at > now() - ${CHECK_EVERY_HOURS} * interval '1 hour') told ON true
      ), taken AS (
        UPDATE catalog.offer_checks checks SET next_check_at = CASE
          WHEN told_until IS NOT NULL THEN told_until
          WHEN place > ${MAX_PER_HOST} THEN now() + interval '1 minute'
          ELSE now() + ${LEASE_MINUTES} * interval '1 minute' END
        FROM sorted WHERE checks.offer_id = sorted.offer_id
        RETURNING checks.*, told_until IS NULL AND place <= ${MAX_PER_HOST} AS is_taken
      )
      SELECT offer_id AS "offerId", coalesce(page_url, url) AS url, price,
        price_amount::float8 AS amount, currency, availability, last_seen_at::text AS seen, etag,
        last_modified AS "lastModified", failures, source_says AS "sourceSays"
      FROM taken JOIN catalog.offers offer ON offer.id = taken.offer_id WHERE is_taken
      ORDER BY offer_id`,

  /** After the page was read or had not changed. Does not touch an offer that an import changed meanwhile. */
  succeed: async (offer: DueOffer, result: CheckResult): Promise<void> => {
    const { price, availability } = result.change
    await execute(connection)`
      WITH free AS (
        SELECT id FROM catalog.offers WHERE id = ${offer.offerId}
          AND last_seen_at = ${offer.seen}::timestamptz
        FOR NO KEY UPDATE SKIP LOCKED
      ), written AS (
        UPDATE catalog.offers offer SET price = coalesce(${price?.text ?? null}, price),
          price_amount = coalesce(${price?.amount ?? null}, price_amount),
            currency = coalesce(${price?.currency ?? null}, currency),
          availability = CASE WHEN ${availability !== undefined} THEN ${availability ?? null}
            ELSE availability END, last_checked_at = now()
        FROM free WHERE offer.id = free.id RETURNING offer.id
      )
      UPDATE catalog.offer_checks SET etag = ${result.etag},
        last_modified = ${result.lastModified},
        source_says = ${result.sourceSays && JSON.stringify(result.sourceSays)}, failures = 0,
        attempted_at = now(), next_check_at = now() + ${CHECK_EVERY_HOURS} * interval '1 hour'
      WHERE offer_id IN (SELECT id FROM written)`
  },

  /** The page could not be read; only the attempt is noted. */
  fail: (offerId: string, retryInMs: number) =>
    execute(connection)`
      UPDATE catalog.offer_checks SET attempted_at = now(), failures = failures + 1,
      next_check_at = now() + ${retryInMs} * interval '1 ms' WHERE offer_id = ${offerId}`,

  /** The page was not visited, so no failure is counted. */
  postpone: (offerIds: readonly string[], byMs: number) =>
    execute(connection)`
      UPDATE catalog.offer_checks SET next_check_at = now() + ${byMs} * interval '1 ms'
      WHERE offer_id = ANY (${offerIds}::bigint[])`,

  /** Tells every server to drop what it has cached. */
  announceChange: () => announceCatalogChange(connection),
})
