/** Caches that the pages and the service worker agree on. */

/** Hashed files of the client. */
export const ASSETS_CACHE = 'assets-1'
/** The models with which photos are scanned on this device. */
export const MODELS_CACHE = 'models-1'
/** What /find needs without a network, as it was when everything had arrived. */
export const FINDER_CACHE = 'finder-1'
/** Products that were taken along, with small pictures. */
export const POCKETS_CACHE = 'pockets-1'
