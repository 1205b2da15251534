/** The names of the caches that the pages and the service worker share. */

/** The client's files, whose names contain a hash. */
export const ASSETS_CACHE = 'assets-1'
/** The models with which photos are scanned on this device. */
export const MODELS_CACHE = 'models-1'
/** The page /find and the files that it needs without a network. */
export const FINDER_CACHE = 'finder-1'
/** Pockets: products for matching without a network, with small pictures. */
export const POCKETS_CACHE = 'pockets-1'
