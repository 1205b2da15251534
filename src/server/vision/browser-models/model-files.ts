import type { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { AppError } from '#server/core/http/errors.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { readModelCards } from '#server/vision/node-engine.ts'
import { identifyModels } from '#shared/vision/model-cards.ts'
import {
  BROWSER_FILES,
  type BrowserFile,
  type BrowserModels,
  type ModelPart,
  MODELS_LIST,
  MODELS_PATH,
} from '#shared/vision/model-downloads.ts'
import { toHalfPrecision } from './half-precision.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

/** Where the build puts what browsers download, compressed. */
const BROWSER_MODELS_DIR = path.join(PROJECT_ROOT, 'dist', 'models')

const RUNTIME = path.join(
  PROJECT_ROOT,
  'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
)

const PART_BYTES = 4 * 1_048_576
/** Weights hardly compress further; for the runtime, 11 would save a tenth and take half a minute. */
const BROTLI_QUALITY = 9

const compress = promisify(brotliCompress)

const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const compressFile = (bytes: Uint8Array) =>
  compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/**
 * Writes onnxruntime and the models, in half precision, as parts under names that contain their hash,
 * and the list of them. The same weights give the same files.
 */
export const exportBrowserModels = async (
  modelDir: string,
  { folder = BROWSER_MODELS_DIR, runtime = RUNTIME } = {},
): Promise<BrowserModels> => {
  const cards = await readModelCards(modelDir)
  const making = `${folder}.new`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })

  const writePart = async (file: BrowserFile, bytes: Uint8Array, index: number) => {
    const sha256 = hashBytes(bytes)
    const name = `${file}-${sha256.slice(0, 12)}.${index}`
    const sent = await compressFile(bytes)
    await writeFile(path.join(making, `${name}.br`), sent)
    const sizes = { bytes: bytes.length, sentBytes: sent.length }
    return { path: `${MODELS_PATH}/${name}`, ...sizes, sha256 } satisfies ModelPart
  }
  const writeParts = async (file: BrowserFile) => {
    const content =
      file === 'runtime'
        ? await readFile(runtime)
        : toHalfPrecision(await readFile(path.join(modelDir, `${file}.onnx`)))
    const parts = Array.from({ length: Math.ceil(content.length / PART_BYTES) }, (_, index) =>
      content.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
    )
    return [file, await Promise.all(parts.map((part, index) => writePart(file, part, index)))]
  }
  const files = Object.fromEntries(
    await Promise.all(BROWSER_FILES.map(writeParts)),
  ) as BrowserModels['files']
  const list: BrowserModels = { models: identifyModels(cards), cards, files }
  await writeFile(path.join(making, 'list.json'), JSON.stringify(list))
  await rm(folder, { recursive: true, force: true })
  await rename(making, folder)
  return list
}

const decompress = promisify(brotliDecompress)

/** The names that the export creates, so that no other file can be requested. */
const PART_NAME = /^[a-z]+-[0-9a-f]{12}\.\d{1,3}$/

const missingModelError = () => new AppError(404, HTTP_TEXT.notFound)

const readOr404 = (file: string) =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? missingModelError() : error
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
    if (!PART_NAME.test(name)) throw missingModelError()
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
