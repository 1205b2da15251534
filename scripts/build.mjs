// `npm run build`: builds client and server if their sources changed, as `npm start` does.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build-if-stale.mjs'

process.exit(buildIfStale(dirname(dirname(fileURLToPath(import.meta.url)))) ? 0 : 1)
