import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { PROJECT_ROOT } from '#server/core/project-root.ts'
import { startServer } from './child.ts'

/** Node writes these itself, so the bare server must not repeat them. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** The bytes as sent; fetch would decompress them. */
export const rawReply = async (url: string, extra: Record<string, string> = {}) => {
  const { headers, body } = await request(url, { headers: { 'accept-encoding': 'br', ...extra } })
  const sentHeaders = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))
  return { body: Buffer.from(await body.arrayBuffer()), headers: Object.fromEntries(sentHeaders) }
}

/** The server as `npm start` runs it, on a data folder that is kept between runs. */
export const startApp = async (
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  /** Another checkout, built already, because its version may build differently. */
  root = PROJECT_ROOT,
) => {
  if (root === PROJECT_ROOT && !buildIfStale(root))
    throw new Error('Client and server could not be built.')
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const server = await startServer(join(root, 'dist', 'server', 'main.js'), [], {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    ...env,
  })
  return { ...server, dataDir }
}
