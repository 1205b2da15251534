import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fillWithDemo } from '#server/demo-fill.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import { filterQuery, type FacetValue } from '#shared/contract/product-search.ts'
import { testDatabase } from '#tests/support/database.ts'

const LISTS: readonly Record<string, string>[] = [
  {},
  { currency: 'USD' },
  { q: 'boots' },
  { q: 'black dress' },
  { kind: 'footwear' },
]

test('every value of every facet of the demo counts what choosing it lists', async () => {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-counts-'))
  try {
    await fillWithDemo({
      pool: database.maintenance,
      log: pino({ level: 'silent' }),
      modelDir: 'models',
      dataDir,
    })
    const { productSearch } = createSearch(
      database.pool,
      createRates(database.pool, undefined).current,
    )
    const wrong: (FacetValue & { list: string; total: number })[] = []
    let checked = 0
    for (const list of LISTS) {
      const { facets } = await productSearch.counts(filterQuery.parse(list))
      for (const value of facets) {
        const query = filterQuery.parse({ ...list, [value.facet]: value.value })
        const { total } = await productSearch.products({ ...query, sort: 'relevance', limit: 1 })
        checked += 1
        if (total !== value.count) wrong.push({ ...value, list: JSON.stringify(list), total })
      }
    }
    expect(checked).toBeGreaterThan(300)
    expect(wrong).toEqual([])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true })
  }
}, 120_000)
