/** Written by `npm run demo -- boxes`: which drawings the products have. A test draws them again. */
export const DRAWINGS_VERSION = '3071c7092037'
