import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  raw,
  readRows,
  readValue,
  readValues,
  sql,
} from '#server/core/db/sql.ts'
import { announceCatalogChange, createCatalogReader } from '#server/features/catalog/index.ts'
import { clickReportSchema, type ListedRule, listedRuleSchema } from '#shared/contract/outgoing.ts'
import type { AffiliateRule } from '#shared/domain/outgoing-link.ts'
import { DAY_MS } from '#shared/durations.ts'
import { RETENTION } from '#shared/retention.ts'

const ruleRow = z.object({
  id: z.string(),
  person_id: z.number().nullable(),
  place: z.number(),
  rule: z.record(z.string(), z.unknown()),
})

export const createAffiliateRulesStore = (connection: Connection) => ({
  /** By host; those for everybody before those for one person. */
  list: async (): Promise<ListedRule[]> => {
    const rows = await readRows(connection, ruleRow)`
      SELECT id, person_id, (dense_rank() OVER (ORDER BY host))::int AS place,
        json_build_object('host', host, 'kind', kind, 'name', name, 'value', value,
          'address', address) AS rule
      FROM affiliate_rules ORDER BY id`
    const names = await createCatalogReader(connection).people.readNames(
      rows.flatMap(({ person_id }) => person_id ?? []),
    )
    return rows
      .map(({ id, place, rule, person_id }) => ({
        place,
        listed: listedRuleSchema.parse({
          id,
          rule: { ...rule, person: names.get(person_id ?? 0) ?? null },
        }),
      }))
      .toSorted(
        (a, b) =>
          a.place - b.place ||
          (a.listed.rule.person ?? '').localeCompare(b.listed.rule.person ?? ''),
      )
      .map(({ listed }) => listed)
  },

  /** Rules are added one at a time, so that concurrent calls cannot exceed their limit. */
  countLocked: async (): Promise<number> => {
    await execute(connection)`SELECT pg_advisory_xact_lock(hashtextextended('affiliate-rules', 0))`
    return (await readValue(connection, z.number())`SELECT count(*)::int FROM affiliate_rules`) ?? 0
  },

  /** False if the shop, or the shop and person, already has a rule. */
  add: (rule: AffiliateRule, personId: number | null): Promise<boolean> =>
    rule.kind === 'parameter'
      ? affectsRow(connection)`
          INSERT INTO affiliate_rules (host, person_id, kind, name, value)
          VALUES (${rule.host}, ${personId}, ${rule.kind}, ${rule.name}, ${rule.value})
          ON CONFLICT DO NOTHING`
      : affectsRow(connection)`
          INSERT INTO affiliate_rules (host, person_id, kind, address)
          VALUES (${rule.host}, ${personId}, ${rule.kind}, ${rule.address})
          ON CONFLICT DO NOTHING`,

  remove: (id: string): Promise<boolean> =>
    affectsRow(connection)`DELETE FROM affiliate_rules WHERE id = ${id}`,

  /** Returns the shops for which the other person has a rule already; then nothing is moved. */
  movePerson: async (fromId: number, intoId: number): Promise<string[]> => {
    const shops = await readValues(connection, z.string())`
      SELECT host FROM affiliate_rules WHERE person_id IN (${fromId}, ${intoId})
      GROUP BY host HAVING count(*) > 1 ORDER BY host`
    if (shops.length === 0)
      await execute(connection)`
        UPDATE affiliate_rules SET person_id = ${intoId} WHERE person_id = ${fromId}`
    return shops
  },

  /** Cached pages contain the rules, so servers must render them again. */
  announceChange: () => announceCatalogChange(connection),
})

type ClickTarget = { productId: string; lookId: string; personId: number }

const report = clickReportSchema.shape
const productRow = report.products.element.omit({ name: true })
const lookRow = z.object({ lookId: z.string(), clicks: z.number() })
const lineRow = z.object({
  day: z.string(),
  productId: z.string(),
  lookId: z.string(),
  personId: z.number(),
  clicks: z.number(),
})

/** Clicks of the last days: all of them, or those on what one person wears. */
const clickFilter = (days: number, personId: number | null) =>
  sql`(${personId}::int IS NULL OR click.person_id = ${personId})
    AND click.day > current_date - ${days}::int`
const MAX_LISTED = 100
const MAX_CSV_LINES = 100_000

export const createClicksStore = (connection: Connection) => ({
  personOfCreator: (uid: string) =>
    readValue(connection, z.number().nullable())`
      SELECT person_id FROM creators WHERE user_id = ${uid}`,

  count: ({ productId, lookId, personId }: ClickTarget) =>
    execute(connection)`
      INSERT INTO shop_clicks AS click (day, product_id, look_id, person_id, clicks)
      VALUES (current_date, ${productId}, ${lookId}, ${personId}, 1)
      ON CONFLICT (day, product_id, look_id) DO UPDATE SET clicks = click.clicks + 1`,

  /** Adds clicks of former days that are not counted yet. */
  addFormer: (clicks: readonly (ClickTarget & { daysAgo: number; clicks: number })[]) =>
    execute(connection)`
      INSERT INTO shop_clicks (day, product_id, look_id, person_id, clicks)
      SELECT current_date - given."daysAgo", given."productId", given."lookId", given."personId",
        given.clicks
      FROM json_to_recordset(${JSON.stringify(clicks)}::json) AS given("daysAgo" int,
        "productId" bigint, "lookId" bigint, "personId" int, clicks int)
      ON CONFLICT DO NOTHING`,

  removeOfLooks: (ids: readonly string[]) =>
    execute(connection)`DELETE FROM shop_clicks WHERE look_id = ANY (${ids}::bigint[])`,

  movePerson: (fromId: number, intoId: number) =>
    execute(connection)`
      UPDATE shop_clicks SET person_id = ${intoId} WHERE person_id = ${fromId}`,

  byDay: (days: number, personId: number | null) =>
    readRows(connection, report.days.element)`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(sum(clicks), 0)::int AS clicks
      FROM generate_series(current_date - ${days}::int + 1, current_date, interval '1 day') AS day
      LEFT JOIN LATERAL (SELECT clicks FROM shop_clicks click
        WHERE click.day = day.day::date AND (${personId}::int IS NULL
          OR click.person_id = ${personId})) click ON true
      GROUP BY day ORDER BY day`,

  byProduct: async (days: number, personId: number | null) => {
    const rows = await readRows(connection, productRow)`
      SELECT product_id AS id, sum(clicks)::int AS clicks FROM shop_clicks click
      WHERE ${clickFilter(days, personId)} GROUP BY 1 ORDER BY clicks DESC, id LIMIT ${MAX_LISTED}`
    const products = await createCatalogReader(connection).products.readSummaries(
      rows.map(({ id }) => id),
    )
    return rows.map(({ id, clicks }) => ({ id, name: products.get(id)?.name ?? null, clicks }))
  },

  byLook: async (days: number, personId: number | null) => {
    const rows = await readRows(connection, lookRow)`
      SELECT look_id AS "lookId", sum(clicks)::int AS clicks FROM shop_clicks click
      WHERE look_id <> 0 AND ${clickFilter(days, personId)}
      GROUP BY 1 ORDER BY clicks DESC, look_id LIMIT ${MAX_LISTED}`
    const tiles = await createCatalogReader(connection).looks.readTiles(
      rows.map(({ lookId }) => lookId),
    )
    return rows.map(({ lookId, clicks }) => {
      const tile = tiles.get(lookId)
      return { image: tile?.image ?? null, person: tile?.celebrity_name ?? null, clicks }
    })
  },

  /** Newest first, as many as a spreadsheet can open. */
  lines: async (days: number, personId: number | null) => {
    const rows = await readRows(connection, lineRow)`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, product_id AS "productId", look_id AS "lookId",
        person_id AS "personId", clicks
      FROM shop_clicks click WHERE ${clickFilter(days, personId)}
      ORDER BY click.day DESC, clicks DESC, product_id LIMIT ${MAX_CSV_LINES}`
    const catalog = createCatalogReader(connection)
    const distinct = <Id>(idOf: (row: z.infer<typeof lineRow>) => Id) => [
      ...new Set(rows.map(idOf)),
    ]
    const products = await catalog.products.readSummaries(distinct(({ productId }) => productId))
    const looks = await catalog.looks.readUrls(distinct(({ lookId }) => lookId))
    const people = await catalog.people.readNames(distinct((row) => row.personId))
    return rows.map((row) => ({
      day: row.day,
      product: row.productId,
      name: products.get(row.productId)?.name ?? null,
      look: looks.get(row.lookId) ?? null,
      person: people.get(row.personId) ?? null,
      clicks: row.clicks,
    }))
  },

  sweep: () =>
    execute(connection)`
      DELETE FROM shop_clicks WHERE
        day < current_date - ${raw(RETENTION.shopClicksMs / DAY_MS)}::int`,
})
