import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createProcessMetrics, createRegistry } from '#server/core/telemetry/metrics.ts'
import { createSearchDatabase } from '#server/features/search/index.ts'
import { createModelRunMetrics } from '#server/vision/model-run-metrics.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const TOKEN = 'a token for the metrics of tests'
const pathOf = (path: string) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url))
const read = (path: string) => readFileSync(pathOf(path), 'utf8')

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[mh]$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().min(1) }),
        }),
      ),
    }),
  ),
})
const rules = rulesSchema.parse(parse(read('alerts.yaml'))).groups.flatMap((group) => group.rules)

const dashboardSchema = z.object({
  uid: z.literal('wearabouts'),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
})
const { panels } = dashboardSchema.parse(JSON.parse(read('grafana-dashboard.json')))

let server: TestApp
let known: Set<string>
let text: string
beforeAll(async () => {
  server = await startTestApp({ env: { METRICS_TOKEN: TOKEN } })
  await server.pool.query(`UPDATE schema_migrations SET applied_at = now() - interval '3 days'`)
  const reply = await fetch(`${server.origin}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  const registry = createRegistry()
  createProcessMetrics(registry)
  createModelRunMetrics(registry)
  // Only servers with SEARCH_DATABASE_URL have its metrics.
  const { pool, log } = server
  const search = createSearchDatabase({
    url: server.database.url,
    shards: 1,
    poolSize: 1,
    catalog: { pool, maintenance: pool },
    log,
  })
  search.gauge(registry)
  text = `${await reply.text()}\n${await registry.text()}`
  await search.close()
  known = new Set(['up'])
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    known.add(name)
    if (type === 'histogram')
      for (const part of ['bucket', 'sum', 'count']) known.add(`${name}_${part}`)
  }
})
afterAll(() => server.close())

/** Names of series: an identifier before a label, a range or nothing, but no function, label or word. */
const metricsIn = (expression: string): string[] => {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, '{}')
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
  return Array.from(bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g), ([name]) => name).filter(
    (name) => !['and', 'or', 'unless', 'bool', 'by'].includes(name),
  )
}

describe('alert rules', () => {
  test('name only metrics that the server or a worker has', () => {
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, expr } of rules) {
      const names = metricsIn(expr)
      expect(names.length, alert).toBeGreaterThan(0)
      for (const name of names) expect(known, `${alert}: ${name}`).toContain(name)
    }
  })

  test('do not call a server that is not ready, or that sheds load, a failure', () => {
    const failures = rules.find(({ alert }) => alert === 'Failures')?.expr ?? ''
    const [counted = '', all = ''] = failures.split('/ sum')
    expect(counted).toContain('status!="503"')
    expect(counted).toContain('route!="/readyz"')
    expect(all).toContain('route!~"refused|/readyz"')
  })

  test('call a backup late that was never made', () => {
    const [, age] = /^wearabouts_backup_age_seconds (\d+)$/m.exec(text) ?? []
    const late = rules.find(({ alert }) => alert === 'BackupLate')?.expr
    expect(late).toBe('min(wearabouts_backup_age_seconds) > 2 * 86400')
    expect(Number(age)).toBeGreaterThan(2 * 86_400)
  })

  test('have one name each', () => {
    const names = rules.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
  })

  test.skipIf(spawnSync('promtool', ['--version']).error)(
    'are valid for Prometheus (skipped if promtool is not installed)',
    () => {
      const checked = spawnSync('promtool', ['check', 'rules', pathOf('alerts.yaml')])
      expect(checked.status, checked.stderr.toString()).toBe(0)
    },
  )
})

test('the dashboard shows only metrics that exist, in panels that do not overlap by id', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, targets } of panels)
    for (const { expr } of targets)
      for (const name of metricsIn(expr)) expect(known, `${title}: ${name}`).toContain(name)
})
