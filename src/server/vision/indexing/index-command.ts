import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import { createJobsStore } from '#server/core/jobs/jobs.store.ts'
import { createVisionEngine } from '#server/vision/engine.ts'
import { countMissing } from './comparison.store.ts'
import { indexQueueOf } from './indexing.store.ts'
import { createIndexer, type IndexerParts } from './indexer.ts'

export type IndexCommand = {
  database: Database
  log: Logger
  modelDir: string
  readPicture: IndexerParts['readPicture']
  onProgress: (done: number, total: number) => void
}

/** `npm run catalog -- index`: works next to a running server and resumes after a stop. */
export const runIndexCommand = async (command: IndexCommand) => {
  const { database, log, modelDir, readPicture, onProgress } = command
  const { pool } = database
  const engine = await createVisionEngine({ modelDir })
  const { vectorVersion } = engine.cards
  const indexer = createIndexer({ pool, log, engine, readPicture })
  try {
    await indexer.register()
    const total = await countMissing(pool, vectorVersion)
    let looked = 0
    onProgress(0, total)
    const done = await indexer.drain((finished, failed) => {
      looked += finished + failed
      onProgress(Math.min(looked, total), total)
    })
    const { waiting, failed } = await createJobsStore(pool, indexQueueOf(vectorVersion)).state()
    return { done, waiting, failed }
  } finally {
    await indexer.close()
    await engine.close()
  }
}
