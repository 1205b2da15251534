import { calls, type Feature, route } from '#server/core/feature.ts'
import { liveCalls } from '#shared/contract/live.ts'
import { myScanCalls } from '#shared/contract/my-scans.ts'
import { ownProductCalls } from '#shared/contract/own-products.ts'
import { uploadCalls } from '#shared/contract/uploads.ts'
import { type createLive, liveHandlers } from './live/index.ts'
import { myScanHandlers, type OwnProducts, ownProductHandlers } from './own-products/index.ts'
import { mountUploads, uploadHandlers } from './uploads/index.ts'

type FeatureParts = Parameters<typeof mountUploads>[1] & {
  ownProducts: OwnProducts
  live: ReturnType<typeof createLive>
}

/** What belongs to one user: products, scans, uploads, and lists that update by themselves. */
export const libraryFeature = (parts: FeatureParts): Feature => {
  const { ownProducts, live, uploads } = parts
  return {
    routes: [
      // This stream never ends, so nothing may wait for its end.
      calls(liveCalls, liveHandlers(live), 'first'),
      route((app) => mountUploads(app, parts)),
      calls(ownProductCalls, ownProductHandlers(ownProducts)),
      calls(myScanCalls, myScanHandlers(ownProducts.scans)),
      calls(uploadCalls, uploadHandlers(uploads)),
    ],
    start: ({ listener }) => live.hub.start(listener),
    endStreams: live.hub.endAll,
  }
}
