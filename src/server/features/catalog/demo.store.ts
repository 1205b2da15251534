import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import type { Topic } from '#shared/domain/topic.ts'
import { execute, hasRow, raw, readRows, requireRow } from '#server/core/db/sql.ts'
import { removeUnlistedPeople } from './counts.store.ts'
import { createImportSession } from './import.store.ts'
import { storeTopics } from './topics.store.ts'

type Episode = { season: number | null; episode: number | null }

const DEMO = '/media/demo/%'
const looksRow = z.object({ hasDemo: z.boolean(), hasOthers: z.boolean() })

/** An offer of a demo product: the catalogue's own if it names no shop, else one of another shop. */
export type DemoOfferRow = {
  product: string
  url: string
  shop: { host: string; name: string } | null
  price: string
  amount: number
  currency: string
  availability: string
  condition: string
  sizes: string[]
  terms: object
  stated: { departments: string[]; colors: string[]; material: string; pattern: string } | null
  /** Prices until so many days ago, the oldest first. */
  former: { days: number; price: string; amount: number; currency: string }[]
}

const offeredRow = z
  .object({ url: z.string(), id: z.string() })
  .transform(({ url, id }): [string, string] => [url, id])
const wornRow = z.object({
  id: z.string(),
  look: z.string(),
  productId: z.string(),
  lookId: z.string(),
  personId: z.number(),
})

const OFFER_COLUMNS = `product text, url text, shop json, price text, amount numeric, currency text,
  availability text, condition text, sizes json, terms jsonb, stated jsonb,
  former json`
const SIZES = 'ARRAY(SELECT json_array_elements_text(given.sizes))'
const HISTORY_DAYS = 84

/** The part of the catalogue that the demo brings along. */
export const createDemoCatalog = (connection: Connection) => ({
  /** Only shops of the demo have subdomains of a domain that is reserved for examples. */
  hasShops: () =>
    hasRow(connection)`
      SELECT FROM catalog.shops WHERE host LIKE '%.example.com'
        AND host !~ '^(www|m|store|shop)\\.' LIMIT 1`,

  findLooks: () =>
    requireRow(connection, looksRow)`
      SELECT EXISTS (SELECT FROM catalog.looks WHERE url LIKE ${DEMO}) AS "hasDemo",
        EXISTS (SELECT FROM catalog.looks WHERE url NOT LIKE ${DEMO}) AS "hasOthers"`,

  /** The products of these offers, by their links. */
  findProducts: async (links: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Map(
      await readRows(connection, offeredRow)`
        SELECT url, min(product_id) AS id FROM catalog.offers WHERE url = ANY (${links}::text[])
        GROUP BY url`,
    ),

  /** Call inside a transaction. Gives a look its tags, event or show, unless somebody has given it some. */
  describeLook: async (url: string, topics: readonly Topic[], from: Episode) =>
    execute(connection)`
      UPDATE catalog.looks SET topics = ${await storeTopics(connection, topics, url)},
        season = ${from.season}, episode = ${from.episode}
      WHERE url = ${url} AND coalesce(cardinality(topics), 0) = 0`,

  /** What is worn in the looks of the demo, look by look. */
  readWornItems: () =>
    readRows(connection, wornRow)`
      SELECT worn.id, look.url AS look, worn.product_id AS "productId", worn.look_id AS "lookId",
        worn.person_id AS "personId"
      FROM catalog.worn_items worn JOIN catalog.looks look ON look.id = worn.look_id
      WHERE look.url LIKE ${DEMO} ORDER BY worn.id`,

  /**
   * Call inside a transaction. Gives the products stock, offers of other shops and the prices of the last
   * twelve weeks, which no file or feed can state.
   */
  stock: async (offers: readonly DemoOfferRow[]) => {
    const session = createImportSession(connection)
    await session.lock()
    await execute(connection)`
      CREATE TEMPORARY TABLE given ON COMMIT DROP AS
      SELECT * FROM json_to_recordset(${JSON.stringify(offers)}::json) AS given(${raw(OFFER_COLUMNS)})`
    await execute(connection)`
      UPDATE catalog.offers offer SET availability = given.availability,
        condition = given.condition, sizes = ${raw(SIZES)}, terms = given.terms
      FROM given WHERE given.shop IS NULL AND offer.url = given.url AND offer.shop_item_id IS NULL`
    await execute(connection)`
      UPDATE catalog.products product SET departments = facts.departments, colors = facts.colors,
        material = facts.material, pattern = facts.pattern
      FROM given JOIN catalog.offers offer ON offer.url = given.url AND offer.shop_item_id IS NULL
      CROSS JOIN LATERAL jsonb_to_record(given.stated)
        AS facts(departments text[], colors text[], material text, pattern text)
      WHERE given.stated IS NOT NULL AND product.id = offer.product_id
        AND product.departments = '{}'`
    await execute(connection)`
      INSERT INTO catalog.shops (name, host, home_page)
      SELECT DISTINCT shop ->> 'name', shop ->> 'host', 'https://' || (shop ->> 'host') || '/'
      FROM given WHERE shop IS NOT NULL ON CONFLICT (host) DO NOTHING`
    await execute(connection)`
      INSERT INTO catalog.offers (product_id, shop_id, url, price, price_amount, currency,
        availability, condition, sizes, terms)
      SELECT sold.product_id, shop.id, given.url, given.price, given.amount, given.currency,
        given.availability, given.condition, ${raw(SIZES)}, given.terms
      FROM given JOIN catalog.shops shop ON shop.host = given.shop ->> 'host'
      JOIN (SELECT url, min(product_id) AS product_id FROM catalog.offers GROUP BY url) sold
        ON sold.url = given.product
      ON CONFLICT (product_id, url) WHERE shop_item_id IS NULL DO NOTHING`
    await execute(connection)`
      UPDATE catalog.offers offer SET first_seen_at = now() - ${HISTORY_DAYS} * interval '1 day'
      FROM given WHERE offer.url = given.url`
    await execute(connection)`
      INSERT INTO catalog.price_changes (offer_id, changed_at, former_price, former_amount,
        former_currency)
      SELECT offer.id, now() - former.days * interval '1 day', former.price, former.amount,
        former.currency
      FROM given JOIN catalog.offers offer ON offer.url = given.url
      CROSS JOIN LATERAL json_to_recordset(given.former)
        AS former(days int, price text, amount numeric, currency text)
      ON CONFLICT DO NOTHING`
    await session.describeChanged()
    await session.announceChange()
  },

  /** Call inside a transaction. Looks that others published stay, with the products that they show. */
  remove: async () => {
    const session = createImportSession(connection)
    await session.lock()
    await execute(connection)`
      DELETE FROM catalog.worn_items WHERE look_id IN
        (SELECT id FROM catalog.looks WHERE url LIKE ${DEMO})`
    await execute(connection)`DELETE FROM catalog.looks WHERE url LIKE ${DEMO}`
    await execute(connection)`
      DELETE FROM catalog.topics topic
      WHERE NOT EXISTS (SELECT FROM catalog.looks WHERE topics @> ARRAY[topic.id])`
    await execute(connection)`
      DELETE FROM catalog.products product WHERE pictures[1] LIKE ${DEMO}
        AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.product_id = product.id)`
    await removeUnlistedPeople(connection)
    await execute(connection)`
      DELETE FROM catalog.shops shop WHERE host LIKE '%.example.com'
        AND NOT EXISTS (SELECT FROM catalog.offers offer WHERE offer.shop_id = shop.id)
        AND NOT EXISTS (SELECT FROM catalog.feeds feed WHERE feed.shop_id = shop.id)`
    await execute(connection)`DELETE FROM catalog.home_samples WHERE image LIKE ${DEMO}`
    await session.recount()
    await session.rebuildWords()
    await session.describeChanged()
    await session.announceChange()
  },
})
