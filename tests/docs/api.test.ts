import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const run = promisify(execFile)
const SLOW_MS = 120_000

let server: TestApp
let ada: SignedIn
let key: string
let folder: string
beforeAll(async () => {
  server = await startTestApp()
  await importRows(server.pool, [catalogRow({ name: 'Red Silk Dress', price: '$120.50' })])
  ada = await signedIn(server)
  const body = { name: 'Script', scopes: ['browse', 'use-account'] as const, lifeDays: null }
  key = (await ada.api('POST /api/account/keys', { body: { ...body, scopes: [...body.scopes] } }))
    .data.secret
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-api-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('the script of docs/api.md works as it is written', async () => {
  const [, script = ''] = /```js\n(.*?)```/s.exec(await readFile('docs/api.md', 'utf8')) ?? []
  const file = join(folder, 'favorite.mjs')
  await writeFile(file, script)
  const env = { ...process.env, SITE: server.origin, KEY: key }
  const { stdout } = await run(process.execPath, [file, 'red', 'dress'], { env })
  expect(stdout).toBe('Saved Red Silk Dress, $120.50\n')
  const { isFavorited } = (
    await ada.api('GET /api/favorites/check', { query: { name: 'Red Silk Dress' } })
  ).data
  expect(isFavorited).toBe(true)
  const wrong = run(process.execPath, [file], { env: { ...env, KEY: 'wak_wrong' } })
  await expect(wrong).rejects.toThrow('401: This API key is not valid')
})

test(
  'a client written from the OpenAPI document compiles and works',
  async () => {
    const file = join(folder, 'client.ts')
    const args = ['--import', 'tsx', 'scripts/api-client.ts', server.origin]
    const { stdout } = await run(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 })
    await writeFile(file, stdout)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const options = [
      '--ignoreConfig',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom',
    ]
    await run(process.execPath, [
      'node_modules/typescript/bin/tsc',
      ...options,
      '--types',
      '',
      file,
    ])
    const { createClient } = (await import(/* @vite-ignore */ join(folder, 'client.js'))) as {
      createClient: (
        origin: string,
        key: string,
      ) => { getSession: () => Promise<{ data: { user: { uid: string } } }> }
    }
    const { data } = await createClient(server.origin, key).getSession()
    expect(data.user.uid).toBe(ada.uid)
  },
  SLOW_MS,
)
