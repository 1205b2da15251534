import type { Logger } from 'pino'
import type { AccountParts } from './account-parts.ts'
import type { Database } from './db/database.ts'
import { createManualProducts } from './features/my-products/manual-products.service.ts'
import { createBudget } from './features/remote-search/budget.store.ts'
import { sweepCrops } from './features/remote-search/crop-publisher.ts'
import { createProductSearch } from './features/remote-search/product-search.service.ts'
import { createRemoteFinder } from './features/remote-search/remote-finder.service.ts'
import { createRemotePictures } from './features/remote-search/remote-pictures.store.ts'
import { createRejectedMatches } from './features/scan/rejected-matches.store.ts'
import { createRejections } from './features/scan/rejections.service.ts'
import { createRunningScans } from './features/scan/running-scans.ts'
import { createScanService } from './features/scan/scan.service.ts'
import type { UploadsService } from './features/uploads/uploads.service.ts'
import type { VisionService } from './features/vision/vision.service.ts'
import { AppError } from './http/errors.ts'
import type { RemoteSearch } from './providers/search/remote-search.ts'
import type { Storage } from './providers/storage/storage.ts'

/** What the finder needs of the engine. */
export type FinderVision = Pick<
  VisionService,
  'scan' | 'similarToCrop' | 'searchByTerm' | 'vectorOfCrop'
>

type Given = {
  pool: Database['pool']
  log: Logger
  storage: Storage
  uploads: UploadsService
  vision: FinderVision
  products: AccountParts['products']
  /** The shops of the world, in the order they are asked; none where no key is set. */
  providers: readonly RemoteSearch[]
}

/** Everything behind the photo screen and the adding of products. */
export const createFinderParts = (given: Given) => {
  const { pool, log, storage, uploads, vision, providers } = given
  const remote = createRemoteFinder({
    providers,
    budget: createBudget(pool),
    pictures: createRemotePictures(pool),
    log,
  })
  const rejections = createRejections(vision, createRejectedMatches(pool))
  const scans = createScanService({ vision, remote, rejections })
  const running = createRunningScans((error) => {
    if (error instanceof AppError) return error.message
    log.error({ err: error }, 'A scan failed')
    return 'Something went wrong on our side. Please try again.'
  })
  return {
    uploads,
    scans,
    running,
    rejections,
    search: createProductSearch({ scans, vision, remote }),
    manualProducts: createManualProducts(given.products, uploads),
    start: () => sweepCrops(storage),
  }
}
export type FinderParts = ReturnType<typeof createFinderParts>
