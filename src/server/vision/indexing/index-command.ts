import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { createJobsStore } from '#server/jobs/jobs.store.ts'
import { createVisionEngine } from '#server/vision/engine.ts'
import { countMissing } from './comparison.store.ts'
import { createIndexer, INDEX_QUEUE, type IndexerParts } from './indexer.ts'

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
  const indexer = createIndexer({ pool, log, engine, readPicture })
  try {
    const total = await countMissing(pool, INDEX_QUEUE, engine.cards.vectorVersion)
    let looked = 0
    onProgress(0, total)
    const done = await indexer.drain((finished, failed) => {
      looked += finished + failed
      onProgress(Math.min(looked, total), total)
    })
    const { waiting, failed } = await createJobsStore(pool, INDEX_QUEUE).state()
    return { done, waiting, failed }
  } finally {
    await indexer.close()
    await engine.close()
  }
}
