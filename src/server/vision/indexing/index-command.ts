import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { readQueue } from '#server/jobs/jobs.store.ts'
import { createVisionEngine } from '#server/vision/engine.ts'
import { createIndexer, INDEX_QUEUE, type IndexerParts } from './indexer.ts'
import { askForMissing } from './subjects.store.ts'

export type IndexCommand = {
  database: Database
  log: Logger
  modelDir: string
  readPicture: IndexerParts['readPicture']
  onProgress: (done: number, total: number) => void
}

/** `npm run catalog -- index`: works beside a running server, and goes on where it was stopped. */
export const runIndexCommand = async (command: IndexCommand) => {
  const { database, log, modelDir, readPicture, onProgress } = command
  const { pool } = database
  const engine = await createVisionEngine({ modelDir })
  const indexer = createIndexer({ pool, log, engine, readPicture })
  try {
    await askForMissing(pool, INDEX_QUEUE, engine.cards.vectorVersion)
    const before = await readQueue(pool, INDEX_QUEUE)
    let looked = 0
    onProgress(0, before.waiting)
    const done = await indexer.drain((finished, failed) => {
      looked += finished + failed
      onProgress(Math.min(looked, before.waiting), before.waiting)
    })
    const { waiting, failed } = await readQueue(pool, INDEX_QUEUE)
    return { done, waiting, failed }
  } finally {
    await indexer.close()
    await engine.close()
  }
}
