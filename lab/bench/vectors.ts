import { MODEL_DIR, readModelCards } from '#server/vision/model-cards.ts'
import { MemoryIndex } from '#server/vision/vectors/memory-index.ts'
import { openMemoryThread } from '#server/vision/vectors/memory-thread.ts'
import type { Figure } from './figure.ts'
import { percentile } from './statistics.ts'
import { createProducts } from './synthetic-vectors.ts'

const PRODUCTS = 100_000
const QUERIES = 200
const NEIGHBOURS = 20
const CHUNK = 2_000
/** Time and recall of the in-process search, through its worker thread as in the server. */
export const benchVectors = async (products = PRODUCTS): Promise<Figure[]> => {
  const { dimensions } = (await readModelCards(MODEL_DIR)).embedder
  const product = createProducts(dimensions)
  const exact = new MemoryIndex(dimensions, null)
  const thread = await openMemoryThread({ dimensions, mayUseGraph: true, maxRows: products })
  try {
    const started = performance.now()
    for (let first = 0; first < products; first += CHUNK) {
      const rows = Array.from({ length: CHUNK }, (_, place) => product(first + place))
      for (const row of rows) exact.put({ ...row, vector: row.vector.slice() })
      thread.put(rows)
    }
    await thread.settle()
    const buildMs = performance.now() - started
    const times = { one: [] as number[], all: [] as number[] }
    let found = 0
    let wanted = 0
    for (let query = 0; query < QUERIES; query += 1) {
      const { vector, category } = product(products + query * 37)
      for (const [kind, filter] of [
        ['one', { category }],
        ['all', {}],
      ] as const) {
        const asked = performance.now()
        const matches = await thread.search(vector, NEIGHBOURS, filter)
        times[kind].push(performance.now() - asked)
        const keys = new Set(matches.map(({ productKey }) => productKey))
        const truth = exact.search(vector, NEIGHBOURS, filter)
        wanted += truth.length
        found += truth.filter(({ productKey }) => keys.has(productKey)).length
      }
    }
    return [
      {
        name: `search ${products} products in one category, p95`,
        value: percentile(times.one, 0.95),
        unit: 'ms',
      },
      {
        name: `search ${products} products in all, p95`,
        value: percentile(times.all, 0.95),
        unit: 'ms',
      },
      { name: 'recall at 20 against exact search', value: found / wanted, unit: '' },
      { name: `build the index of ${products} products`, value: buildMs / 1_000, unit: 's' },
    ]
  } finally {
    await thread.close()
  }
}
