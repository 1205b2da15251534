import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { createBudget } from './budget.store.ts'
import { sweepCrops } from './crop-publisher.ts'
import { createProductSearch } from './product-search.service.ts'
import { createRemoteFinder } from './remote-finder.service.ts'
import { createRemotePictures } from './remote-pictures.store.ts'
import { createRejectedMatches } from './rejections.store.ts'
import { createRejections } from './rejections.service.ts'
import { createRunningScans } from './running-scans.ts'
import { createScanService } from './scan.service.ts'
import type { UploadsService } from '#server/features/uploads/index.ts'
import type { VisionService } from './vision.service.ts'
import { AppError } from '#server/http/errors.ts'
import type { RemoteSearch } from '#server/providers/search/remote-search.ts'
import type { Storage } from '#server/providers/storage/storage.ts'

/** What the finder needs of the engine. */
export type FinderVision = Pick<
  VisionService,
  'detect' | 'lookUp' | 'similarToCrop' | 'appearanceOf' | 'searchByTerm'
>

type Given = {
  pool: Database['pool']
  log: Logger
  storage: Storage
  uploads: UploadsService
  vision: FinderVision
  /** Web shops, in the order they are asked; none where no key is set. */
  providers: readonly RemoteSearch[]
}

/** Everything behind the photo screen. */
export const createFinderParts = (given: Given) => {
  const { pool, log, storage, uploads, vision, providers } = given
  const remote = createRemoteFinder({
    providers,
    budget: createBudget(pool),
    pictures: createRemotePictures(pool),
    log,
  })
  const rejections = createRejections(createRejectedMatches(pool))
  const scans = createScanService({ vision, remote, rejections })
  const running = createRunningScans((error) => {
    if (error instanceof AppError) return error.message
    log.error({ err: error }, 'A scan failed')
    return 'Something went wrong on our side. Please try again.'
  })
  return {
    uploads,
    vision,
    scans,
    running,
    rejections,
    search: createProductSearch({ scans, vision, remote }),
    start: () => sweepCrops(storage),
    close: () => running.close(),
  }
}
