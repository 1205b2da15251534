import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Ages that are not in RETENTION, which the privacy page lists, with what else says how long rows stay. */
const OTHER_AGES: Record<string, string> = {
  'features/admin/health.store.ts: ${olderThanMs}': 'RETENTION.healthSamplesMs',
  'features/alerts/delivery.store.ts: ${ALERTS.deviceRefusedMs}': 'the browser refuses messages',
  'features/alerts/evaluation.store.ts: ${ALERTS.newsMs}': 'no people',
  'features/catalog/look-views.store.ts: ${DAYS}': 'RETENTION.lookViewsMs',
  "features/catalog/look-views.store.ts: interval '${raw(ORDER_KEPT_HOURS)} hours'": 'no people',
  'features/catalog/offer-checks.store.ts: ${WATCHED_DAYS}': 'no people',
  'features/finder/scans.store.ts: ${ms}': 'SCAN.keptMs',
  "features/ingest/visited-hosts.store.ts: interval '2 days'": 'no people',
  'vision/remote/vision-tasks.store.ts: ${raw(ABANDONED_AFTER_MS)}': 'minutes',
  "vision/vectors/product-vectors.store.ts: interval '1 day'": 'no people',
}

test('what a statement deletes for its age is named on the privacy page', () => {
  const stores = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.store.ts'),
  )
  const ages = stores.flatMap((file) =>
    [
      ...readFileSync(`src/server/${file}`, 'utf8').matchAll(/`[^`]*\bDELETE FROM\b[^`]*`/g),
    ].flatMap(([statement]) =>
      [
        ...statement.matchAll(/(?<!> )(?:now\(\)|current_date)\s+- (\$\{.*?\}|interval '.*?')/g),
      ].map(([, age]) => `${file}: ${age ?? ''}`),
    ),
  )
  const others = ages.filter((age) => !age.includes('RETENTION.'))
  expect(ages.length - others.length).toBeGreaterThan(10)
  expect([...new Set(others)].toSorted()).toEqual(Object.keys(OTHER_AGES).toSorted())
})
