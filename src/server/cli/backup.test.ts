import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { isLongRun } from '#tests/support/length.ts'
import { insertPerson } from '#tests/support/people.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'

let database: Database
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wearabouts-backup-cli-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

type Manifest = { tables: { name: string; rows: number; parts: { sha256: string }[] }[] }
const tablesIn = async (place: string) => {
  const [name = ''] = (await readdir(place)).toReversed()
  const manifest = await readFile(join(place, name, 'manifest.json'), 'utf8')
  return (JSON.parse(manifest) as Manifest).tables.map((table) => ({
    name: table.name,
    rows: table.rows,
    hashes: table.parts.map(({ sha256 }) => sha256),
  }))
}

const SLOW_MS = 180_000

it.runIf(isLongRun)(
  'moves a site into the embedded database and back up again, byte by byte',
  async () => {
    await importRows(database.pool, [catalogRow(), catalogRow({ name: 'Another coat' })])
    await insertPerson(database.pool, TEST_SECRET)
    const old = join(folder, 'old')
    await createFileStorage(join(old, 'media')).put('uploads/a.jpg', Buffer.from('a'), 'image/jpeg')
    const first = join(folder, 'first')
    const made = await runCommand('backup', [first, '--keep', '3'], {
      DATABASE_URL: database.url,
      DATA_DIR: old,
      AUTH_SECRET: TEST_SECRET,
    })
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('1 pictures, checked') })

    // The embedded database: a new cluster in a new folder.
    const embedded = { DATA_DIR: join(folder, 'new'), DATABASE_URL: '', AUTH_SECRET: '' }
    const restored = await runCommand('restore', [first], embedded)
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const secret = await readFile(join(folder, 'new', 'auth-secret'), 'utf8')
    expect(secret).toBe(TEST_SECRET)
    expect(await readFile(join(folder, 'new', 'media', 'uploads', 'a.jpg'), 'utf8')).toBe('a')
    const again = await runCommand('restore', [first], embedded)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') })

    const second = join(folder, 'second')
    expect(await runCommand('backup', [second], embedded)).toMatchObject({ code: 0 })
    expect(await tablesIn(second)).toEqual(await tablesIn(first))
    expect((await tablesIn(second)).find(({ name }) => name === 'users')?.rows).toBe(1)
  },
  SLOW_MS,
)

it('says how it is used', { timeout: SLOW_MS }, async () => {
  const misused = await Promise.all([runCommand('backup', []), runCommand('restore', [])])
  for (const { code, stderr } of misused) {
    expect(code).toBe(2)
    expect(stderr).toContain('Usage:')
  }
})
