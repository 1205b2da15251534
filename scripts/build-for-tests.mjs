// Builds the app before the end-to-end tests, which run what `npm start` runs.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build-if-stale.mjs'

export default () => {
  if (!buildIfStale(dirname(dirname(fileURLToPath(import.meta.url)))))
    throw new Error('Client and server could not be built.')
}
