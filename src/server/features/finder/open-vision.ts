import type { Logger } from 'pino'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { Database } from '#server/db/database.ts'
import { createVisionService, type OpenVision, type VisionService } from './vision.service.ts'
import { createVisionStore } from './vision.store.ts'
import { AppError } from '#server/http/errors.ts'
import type { Listener } from '#server/jobs/listener.ts'
import type { JobRunner } from '#server/jobs/runner.ts'
import { createVisionEngine } from '#server/vision/engine.ts'
import { createIndexer, type IndexerParts } from '#server/vision/indexing/indexer.ts'
import { openVectorSearch } from '#server/vision/vectors/open-vector-search.ts'

export type VisionPartsSettings = {
  pool: Database['pool']
  log: Logger
  modelDir: string
  readPicture: IndexerParts['readPicture']
  searchWords: (text: string) => Promise<{ products: CatalogProduct[] }>
}

export type VisionParts = {
  service: VisionService
  /** Opens models and vectors and begins to look at new products; the server may listen meanwhile. */
  start(listener: Listener): Promise<void>
  close(): Promise<void>
}

const closed = () =>
  new AppError(503, 'Photos cannot be scanned just now. Please try again in a moment.', {
    retryAfterSeconds: 5,
    code: 'vision-unavailable',
  })

export const createVisionParts = (settings: VisionPartsSettings): VisionParts => {
  const { pool, log, modelDir, readPicture, searchWords } = settings
  let opening: Promise<OpenVision & { indexer: JobRunner }> | null = null

  const openAll = async (listener: Listener) => {
    const engine = await createVisionEngine({ modelDir })
    const { embedder, vectorVersion: version } = engine.cards
    const { dimensions } = embedder
    const vectors = await openVectorSearch({ pool, listener, version, dimensions, log })
    const indexer = createIndexer({ pool, log, engine, readPicture })
    await indexer.start(listener)
    return { engine, vectors, indexer }
  }

  const open = async () => {
    if (!opening) throw closed()
    return opening.catch((cause: unknown) => {
      log.error({ err: cause }, 'Photos cannot be scanned')
      throw closed()
    })
  }

  return {
    service: createVisionService({ store: createVisionStore(pool), open, searchWords }),
    start: async (listener) => {
      opening = openAll(listener)
      await opening
    },
    close: async () => {
      const opened = await opening?.catch(() => null)
      await opened?.indexer.close()
      await opened?.vectors.close()
      await opened?.engine.close()
    },
  }
}
