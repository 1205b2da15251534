import { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#server/core/http/errors.ts'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { readModelCards } from '#server/vision/node-engine.ts'
import { identifyModels } from '#shared/vision/model-cards.ts'
import { type BrowserModels, MODELS_LIST } from '#shared/vision/model-downloads.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { exportBrowserModels, mountModelFiles } from './model-files.ts'

let models = ''
let runtime = ''
let folder = ''
let list: BrowserModels
const app = new Hono<AppEnv>()
beforeAll(async () => {
  models = await writeTinyModels([])
  folder = await mkdtemp(path.join(tmpdir(), 'browser-models-'))
  runtime = path.join(models, 'runtime.wasm')
  await writeFile(runtime, new Uint8Array(9_000_000))
  list = await exportBrowserModels(models, { folder, runtime })
  app.onError((error, context) => context.text('', error instanceof AppError ? 404 : 500))
  mountModelFiles(app, folder)
})
afterAll(async () => {
  await rm(models, { recursive: true })
  await rm(folder, { recursive: true })
})

const get = (address: string, encoding = 'gzip, br') =>
  app.request(address, { headers: { 'accept-encoding': encoding } })
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('what browsers download', () => {
  test('is listed with the version of the weights and is never old', async () => {
    const reply = await get(MODELS_LIST)
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(list)))
    expect(list.models).toBe(identifyModels(await readModelCards(models)))
  })

  test('every part arrives whole, compressed or not, and is kept forever', async () => {
    for (const part of Object.values(list.files).flat()) {
      const reply = await get(part.path)
      expect(reply.headers.get('content-encoding')).toBe('br')
      expect(reply.headers.get('cache-control')).toContain('immutable')
      const sent = new Uint8Array(await reply.arrayBuffer())
      expect(sent.length).toBe(part.sentBytes)
      expect(hashOf(brotliDecompressSync(sent))).toBe(part.sha256)
    }
    const [judge] = list.files.judge
    const plain = await get(judge?.path ?? '', 'gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(hashOf(new Uint8Array(await plain.arrayBuffer()))).toBe(judge?.sha256)
  })

  test('the runtime comes in several parts, so that a lost connection does not cost all of it', () => {
    expect(list.files.runtime.length).toBeGreaterThan(2)
  })

  test('the same weights give the same names', async () => {
    expect(await exportBrowserModels(models, { folder, runtime })).toEqual(list)
  })

  test.each([
    '/models/list.json.br',
    '/models/..%2F..%2Fpackage.json',
    '/models/judge-0123456789ab.0',
  ])('%s is not served', async (address) => expect((await get(address)).status).toBe(404))
})
