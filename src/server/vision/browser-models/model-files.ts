import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Hono } from 'hono'
import { AppError } from '#server/core/http/errors.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { MODELS_LIST, MODELS_PATH } from '#shared/vision/model-downloads.ts'
import { BROWSER_MODELS_DIR } from './export-models.ts'

const decompress = promisify(brotliDecompress)

/** Names that the export gives, so that no other file can be asked for. */
const PART_NAME = /^[a-z]+-[0-9a-f]{12}\.\d{1,3}$/

const missing = () => new AppError(404, 'Not found')

const readOr404 = (file: string) =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? missing() : error
  })

/** Read from the disk for each visitor: in memory they would take as much as the server itself. */
export const mountModelFiles = (app: Hono<AppEnv>, folder = BROWSER_MODELS_DIR) => {
  app.get(MODELS_LIST, async () => {
    const list = await readOr404(path.join(folder, 'list.json'))
    return new Response(new Uint8Array(list), {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    })
  })

  app.get(`${MODELS_PATH}/:name`, async (context) => {
    const name = context.req.param('name')
    if (!PART_NAME.test(name)) throw missing()
    const sent = await readOr404(path.join(folder, `${name}.br`))
    const takesBrotli = /\bbr\b/.test(context.req.header('accept-encoding') ?? '')
    const body = takesBrotli ? sent : await decompress(sent)
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
        ...(takesBrotli ? { 'content-encoding': 'br' } : {}),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      },
    })
  })
}
