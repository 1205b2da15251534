// Runs before packages are installed: only Node's own modules.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale } from './build-if-stale.mjs'
import { checkNodeVersion, installIfStale } from './install-if-stale.mjs'

/** A container image has the build alone. */
const hasSources = (root) => existsSync(join(root, 'vite.server.config.ts'))

/** Installs packages and builds what changed. Returns why that failed. */
export const prepare = (root) => {
  const oldNode = checkNodeVersion()
  if (oldNode || !hasSources(root)) return oldNode
  if (!installIfStale(root))
    return 'The packages could not be installed. The first start needs the npm registry or its cache.'
  return buildIfStale(root) ? undefined : 'Client and server could not be built.'
}
