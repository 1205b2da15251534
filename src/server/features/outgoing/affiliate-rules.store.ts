import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { matchesRow, readRows, readValue } from '#server/core/db/sql.ts'
import { CATALOG_CHANGED } from '#server/features/search/index.ts'
import { listedRuleSchema } from '#shared/contract/outgoing.ts'
import type { AffiliateRule } from '#shared/domain/outgoing-link.ts'

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
    readValue(connection, z.number())`SELECT id FROM catalog.people WHERE name = ${name}`,

  /** False if the shop, or the shop and person, have one. */
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

  /** Pages contain the rules, so those that servers have kept are made anew. */
  announceChange: () => connection.query(`NOTIFY ${CATALOG_CHANGED}`),
})
export type AffiliateRulesStore = ReturnType<typeof createAffiliateRulesStore>
