import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createNotificationListener, type Listener } from '#server/core/jobs/listener.ts'
import { testDatabase } from '#tests/support/database.ts'
import { hasPgvector, openPgvectorDatabase } from '#tests/support/pgvector-database.ts'
import { openMemorySearch } from './memory-search.ts'
import { openPgvectorSearch } from './pgvector-search.ts'
import { createProductVectorsStore } from './product-vectors.store.ts'
import type { ProductVector, VectorSearch } from './vector-search.ts'

const log = pino({ level: 'silent' })
const dimensions = 8
const version = "v1 'quoted'"

const unit = (...values: number[]) => {
  const vector = Float32Array.from({ length: dimensions }, (_, axis) => values[axis] ?? 0)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const row = (productKey: string, vector: Float32Array, facts: Partial<ProductVector> = {}) => ({
  productKey,
  vector,
  category: 'clothing',
  ownerUid: null,
  ...facts,
})

/** Deterministic directions spread over the sphere. */
const spread = (place: number) =>
  unit(...Array.from({ length: dimensions }, (_, axis) => Math.sin((place + 1) * (axis + 2) * 1.7)))

/** One compliance suite for every implementation. */
describe.each(['pgvector', 'usearch', 'scan'] as const)('searching vectors with %s', (kind) => {
  const isMissing = kind === 'pgvector' && !hasPgvector
  let database: Database
  let listener: Listener
  let search: VectorSearch

  const open = async () => {
    const settings = {
      pool: database.pool,
      url: database.url,
      listener,
      version,
      dimensions,
      log,
    }
    const opened =
      kind === 'pgvector'
        ? await openPgvectorSearch(settings)
        : await openMemorySearch({ ...settings, mayUseGraph: kind === 'usearch' })
    if (!opened) throw new Error('The extension is missing')
    return opened
  }
  const write = (...rows: ProductVector[]) =>
    createProductVectorsStore(database.pool).write(version, rows)
  const keys = async (...asked: Parameters<VectorSearch['search']>) =>
    (await search.search(...asked)).map(({ productKey }) => productKey)

  beforeAll(async () => {
    if (isMissing) return
    database = await (kind === 'pgvector' ? openPgvectorDatabase() : testDatabase())
    listener = await createNotificationListener(database.url, log)
    await write(
      row('coat', unit(1)),
      row('jacket', unit(1, 0.2)),
      row('shoe', unit(1, 0.4), { category: 'footwear' }),
      row('mine', unit(1, 0.1), { ownerUid: 'me' }),
      row('bag', unit(1, 0.6), { category: 'bags' }),
      row('opposite', unit(-1)),
    )
    await createProductVectorsStore(database.pool).write('older model', [row('old', unit(1))])
    search = await open()
    await search.loaded()
  })
  afterAll(async () => {
    if (isMissing) return
    await search.close()
    await listener.close()
    await database.close()
  })

  it.skipIf(isMissing)('names its kind', () => {
    expect(search.kind).toBe(kind)
  })

  it.skipIf(isMissing)('returns the nearest first, with the cosine as similarity', async () => {
    const [first, second, ...rest] = await search.search(unit(1), 10)
    expect(first).toEqual({ productKey: 'coat', similarity: expect.closeTo(1, 5) })
    expect(second).toEqual({ productKey: 'jacket', similarity: expect.closeTo(1 / 1.0198, 3) })
    expect(rest.map(({ productKey }) => productKey)).toEqual(['shoe', 'bag', 'opposite'])
    expect(rest.at(-1)?.similarity).toBeCloseTo(-1, 5)
  })

  it.skipIf(isMissing)('returns at most the requested number', async () => {
    expect(await keys(unit(1), 2)).toEqual(['coat', 'jacket'])
  })

  it.skipIf(isMissing)('filters by category', async () => {
    expect(await keys(unit(1), 10, { category: 'footwear' })).toEqual(['shoe'])
    expect(await keys(unit(1), 10, { category: 'jewelry' })).toEqual([])
  })

  it.skipIf(isMissing)('shows products a user added only to that user', async () => {
    expect(await keys(unit(1), 2, { ownerUid: 'me' })).toEqual(['coat', 'mine'])
    expect(await keys(unit(1), 9, { ownerUid: 'you' })).not.toContain('mine')
  })

  it.skipIf(isMissing)('ignores the vectors of another model', async () => {
    expect(await keys(unit(1), 10)).not.toContain('old')
  })

  it.skipIf(isMissing)('notices additions, changes and removals within seconds', async () => {
    const near = unit(0, 0, 1)
    const has = (expected: string[]) =>
      vi.waitFor(
        async () => expect(await keys(near, 1, { category: 'accessories' })).toEqual(expected),
        3_000,
      )
    await write(row('new', near, { category: 'accessories' }))
    await has(['new'])
    await write(row('new', near, { category: 'other' }))
    await has([])
    await write(row('new', near, { category: 'accessories' }))
    await has(['new'])
    await createProductVectorsStore(database.pool).remove(['new'])
    await has([])
  })

  it.skipIf(isMissing)(
    'finds under a filter that few of many products pass, and forgets many at once',
    async () => {
      const many = Array.from({ length: 3_000 }, (_, place) =>
        row(`many${place}`, spread(place), {
          category: 'other',
          ownerUid: place % 1_000 === 7 ? null : 'someone',
        }),
      )
      await write(...many)
      await vi.waitFor(async () => {
        const found = await keys(unit(0, 0, 0, 1), 3, { category: 'other' })
        expect(found.toSorted()).toEqual(['many1007', 'many2007', 'many7'])
      }, 5_000)
      await createProductVectorsStore(database.pool).remove(
        many.map(({ productKey }) => productKey),
      )
      await vi.waitFor(
        async () => expect(await keys(unit(0, 0, 0, 1), 3, { category: 'other' })).toEqual([]),
        5_000,
      )
    },
  )

  it.skipIf(isMissing)('finds everything again after a restart', async () => {
    await search.close()
    search = await open()
    await search.loaded()
    expect(await keys(unit(1), 1)).toEqual(['coat'])
  })
})
