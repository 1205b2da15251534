import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { fillWithDemo } from '#server/demo-fill.ts'
import {
  getDemoVectorsFile,
  insertShippedVectors,
  readVectorFile,
  type VectorFile,
  writeVectorFile,
} from '#server/vision/demo-vectors/demo-vectors.ts'
import { countMissing, createVectorBackfill } from '#server/vision/indexing/indexing.store.ts'
import { createVisionEngine, MODEL_DIR, readModelCards } from '#server/vision/node-engine.ts'
import { computeDotProduct, countVectorDimensions } from '#shared/vision/likeness.ts'
import { testDatabase } from '#tests/support/database.ts'
import { isLongRun } from '#tests/support/length.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { listDemoDrawings, readDemoSubjects, embedDrawing } from './make-demo-vectors.ts'

const log = pino({ level: 'silent' })
const SAMPLES = 60

let shipped: VectorFile
let ids: string[]
let drawings: string
beforeAll(async () => {
  shipped = readVectorFile(await readFile(getDemoVectorsFile(MODEL_DIR)))
  ;({ ids, drawings } = await listDemoDrawings())
})

describe('the shipped vectors (on failure: npm run vision -- demo-vectors)', () => {
  it('match the shipped models and drawings', async () => {
    const cards = await readModelCards(MODEL_DIR)
    const { vectors, ...made } = shipped
    expect(made).toEqual({ vectorVersion: cards.vectorVersion, drawings })
    expect([...vectors.keys()]).toEqual(ids)
    const length = countVectorDimensions(cards)
    for (const vector of vectors.values()) expect(vector).toHaveLength(length)
  })

  it('are small', async () => {
    expect((await readFile(getDemoVectorsFile(MODEL_DIR))).length).toBeLessThan(1_000_000)
  })
})

describe('filling an empty database', () => {
  let database: Database
  let otherModels: string
  beforeAll(async () => {
    database = await testDatabase()
    otherModels = await writeTinyModels([])
    await fillWithDemo({ pool: database.pool, log, modelDir: MODEL_DIR, dataDir: otherModels })
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await rm(otherModels, { recursive: true })
  })
  const counted = async (sql: string) =>
    (await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`))
      .rows[0]?.count

  it('leaves nothing to index', async () => {
    const { vectorVersion } = await readModelCards(MODEL_DIR)
    const backfill = createVectorBackfill(database.pool, vectorVersion)
    expect(await backfill.enqueueMore()).toBe(false)
    expect(await counted('jobs')).toBe(0)
    expect(await counted('model_vectors')).toBe(shipped.vectors.size)
  })

  it.runIf(isLongRun)('gives them the vectors that the indexer would compute', async () => {
    const engine = await createVisionEngine({ modelDir: MODEL_DIR })
    const subjects = await readDemoSubjects(database.pool)
    const every = Math.floor(ids.length / SAMPLES)
    for (const id of ids.filter((_, index) => index % every === 0)) {
      const kept = shipped.vectors.get(id) ?? new Float32Array()
      expect(
        computeDotProduct(kept, await embedDrawing(engine, id, subjects.get(id))),
        id,
      ).toBeGreaterThan(0.99)
    }
    await engine.close()
  })

  describe('with vectors of other models or drawings', () => {
    beforeEach(() => database.pool.query('TRUNCATE model_vectors'))
    const give = () => insertShippedVectors(database.pool, log, otherModels, drawings)
    const writeFor = async (made: Partial<VectorFile>) =>
      writeFile(getDemoVectorsFile(otherModels), writeVectorFile({ ...shipped, ...made }))

    it('uses them only if models and drawings both match', async () => {
      const { vectorVersion } = await readModelCards(otherModels)
      await copyFile(getDemoVectorsFile(MODEL_DIR), getDemoVectorsFile(otherModels))
      expect(await give()).toBe(0)
      await writeFor({ vectorVersion, drawings: 'older' })
      expect(await give()).toBe(0)
      expect(await countMissing(database.pool, vectorVersion)).toBe(shipped.vectors.size)
      await writeFor({ vectorVersion })
      expect(await give()).toBe(shipped.vectors.size)
      expect(await countMissing(database.pool, vectorVersion)).toBe(0)
    })

    it('continues without a damaged or missing file', async () => {
      await writeFile(getDemoVectorsFile(otherModels), 'not a vector file')
      expect(await give()).toBe(0)
      await rm(getDemoVectorsFile(otherModels))
      expect(await give()).toBe(0)
    })
  })
})
