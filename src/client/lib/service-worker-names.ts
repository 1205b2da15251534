/** Names that the pages and the service worker share. */

/** The client's files, whose names contain a hash. */
export const ASSETS_CACHE = 'assets-1'
/** The models with which photos are scanned on this device. */
export const MODELS_CACHE = 'models-1'
/** The page /find and the files that it needs without a network; other languages have caches of their own. */
export const FINDER_CACHE = 'finder-1'
export const nameFinderCache = (prefix: string): string => FINDER_CACHE + prefix
/** Products for matching without a network, with small pictures. */
export const OFFLINE_CACHE = 'offline-products-1'

/** The share target of the web app, as the manifest, the service worker and the finder know it. */
export const SHARE = {
  /** `share_target` of the web manifest. */
  action: '/share-photo',
  field: 'photo',
  cache: 'shared-photo',
  photoPath: '/shared-photo',
  landing: '/add-product-photo?shared',
} as const
