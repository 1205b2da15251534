import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, matchesRow, raw, readRow, readRows, readValue, sql } from '#server/core/db/sql.ts'
import { CATALOG_CHANGED, peopleNamed } from '#server/features/search/index.ts'
import { clickReportSchema, listedRuleSchema } from '#shared/contract/outgoing.ts'
import type { AffiliateRule } from '#shared/domain/outgoing-link.ts'
import { RETENTION } from '#shared/retention.ts'

export const createAffiliateRulesStore = (connection: Connection) => ({
  list: () =>
    readRows(connection, listedRuleSchema)`
      SELECT rule.id, json_build_object('host', host, 'person', person.name, 'kind', kind,
        'name', rule.name, 'value', value, 'address', address) AS rule
      FROM affiliate_rules rule LEFT JOIN catalog.people person ON person.id = rule.person_id
      ORDER BY host, person.name NULLS FIRST, rule.id`,

  count: async (): Promise<number> =>
    (await readValue(connection, z.number())`SELECT count(*)::int FROM affiliate_rules`) ?? 0,

  personId: (name: string) =>
    readValue(connection, z.number())`
      SELECT id FROM ${peopleNamed([name], 'catalog.people')} person`,

  /** False if the shop, or the shop and person, already has a rule. */
  add: (rule: AffiliateRule, personId: number | null): Promise<boolean> =>
    rule.kind === 'parameter'
      ? matchesRow(connection)`
          INSERT INTO affiliate_rules (host, person_id, kind, name, value)
          VALUES (${rule.host}, ${personId}, ${rule.kind}, ${rule.name}, ${rule.value})
          ON CONFLICT DO NOTHING`
      : matchesRow(connection)`
          INSERT INTO affiliate_rules (host, person_id, kind, address)
          VALUES (${rule.host}, ${personId}, ${rule.kind}, ${rule.address})
          ON CONFLICT DO NOTHING`,

  remove: (id: string): Promise<boolean> =>
    matchesRow(connection)`DELETE FROM affiliate_rules WHERE id = ${id}`,

  /** Cached pages contain the rules, so servers must render them again. */
  announceChange: () => connection.query(`NOTIFY ${CATALOG_CHANGED}`),
})

const targetRow = z.object({
  product_id: z.string(),
  look_id: z.string(),
  person_id: z.number(),
})
type ClickTarget = z.infer<typeof targetRow>

const report = clickReportSchema.shape
const lineRow = z.object({
  day: z.string(),
  product: z.string(),
  name: z.string().nullable(),
  look: z.string().nullable(),
  person: z.string().nullable(),
  clicks: z.number(),
})

/** Clicks of the last days: all of them, or those on what one person wears. */
const clickFilter = (days: number, personId: number | null) =>
  sql`(${personId}::int IS NULL OR click.person_id = ${personId})
    AND click.day > current_date - ${days}::int`
const MAX_LISTED = 100
const MAX_CSV_LINES = 100_000

export const createClicksStore = (connection: Connection) => ({
  /** What a link belongs to, by the id of a worn item or of a product. */
  targetOf: (id: string) =>
    readRow(connection, targetRow)`
      SELECT product_id, look_id, person_id FROM catalog.worn_items WHERE id = ${id}
      UNION ALL SELECT id, 0, 0 FROM catalog.products WHERE id = ${id}`,

  personOfCreator: (uid: string) =>
    readValue(connection, z.number().nullable())`
      SELECT person_id FROM creators WHERE user_id = ${uid}`,

  count: ({ product_id, look_id, person_id }: ClickTarget) =>
    execute(connection)`
      INSERT INTO shop_clicks AS click (day, product_id, look_id, person_id, clicks)
      VALUES (current_date, ${product_id}, ${look_id}, ${person_id}, 1)
      ON CONFLICT (day, product_id, look_id) DO UPDATE SET clicks = click.clicks + 1`,

  byDay: (days: number, personId: number | null) =>
    readRows(connection, report.days.element)`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(sum(clicks), 0)::int AS clicks
      FROM generate_series(current_date - ${days}::int + 1, current_date, interval '1 day') AS day
      LEFT JOIN LATERAL (SELECT clicks FROM shop_clicks click
        WHERE click.day = day.day::date AND (${personId}::int IS NULL
          OR click.person_id = ${personId})) click ON true
      GROUP BY day ORDER BY day`,

  byProduct: (days: number, personId: number | null) =>
    readRows(connection, report.products.element)`
      SELECT click.product_id AS id, product.title AS name, sum(clicks)::int AS clicks
      FROM shop_clicks click LEFT JOIN catalog.products product ON product.id = click.product_id
      WHERE ${clickFilter(days, personId)} GROUP BY 1, 2 ORDER BY clicks DESC, id LIMIT ${MAX_LISTED}`,

  byLook: (days: number, personId: number | null) =>
    readRows(connection, report.looks.element)`
      SELECT look.url AS image, person.name AS person, sum(clicks)::int AS clicks
      FROM shop_clicks click LEFT JOIN catalog.looks look ON look.id = click.look_id
      LEFT JOIN catalog.people person ON person.id = look.person_id
      WHERE click.look_id <> 0 AND ${clickFilter(days, personId)}
      GROUP BY click.look_id, 1, 2 ORDER BY clicks DESC, click.look_id LIMIT ${MAX_LISTED}`,

  /** Newest first, as many as a spreadsheet can open. */
  lines: (days: number, personId: number | null) =>
    readRows(connection, lineRow)`
      SELECT to_char(click.day, 'YYYY-MM-DD') AS day, click.product_id AS product,
        product.title AS name, look.url AS look, person.name AS person, clicks
      FROM shop_clicks click LEFT JOIN catalog.products product ON product.id = click.product_id
      LEFT JOIN catalog.looks look ON look.id = click.look_id
      LEFT JOIN catalog.people person ON person.id = click.person_id
      WHERE ${clickFilter(days, personId)} ORDER BY click.day DESC, clicks DESC, product LIMIT ${MAX_CSV_LINES}`,

  sweep: () =>
    execute(connection)`
      DELETE FROM shop_clicks WHERE
        day < current_date - ${raw(RETENTION.shopClicksMs / 86_400_000)}::int`,
})
