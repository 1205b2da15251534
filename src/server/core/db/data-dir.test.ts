import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SettingsError } from '#server/core/env.ts'
import { ensureDataDir } from './data-dir.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'wearabouts-data-dir-'))
  await writeFile(join(root, 'file'), '')
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('is made with the folders above it', async () => {
  await ensureDataDir(join(root, 'a/b'))
  expect((await stat(join(root, 'a/b'))).isDirectory()).toBe(true)
})

test.each([
  ['a file', 'file', 'EEXIST'],
  ['below a file', 'file/data', 'ENOTDIR'],
])('is refused if it is %s', async (_, path, reason) => {
  const made = ensureDataDir(join(root, path))
  await expect(made).rejects.toBeInstanceOf(SettingsError)
  await expect(made).rejects.toThrow(
    `DATA_DIR must be a folder that the server can write to (${reason})`,
  )
})

test.skipIf(process.getuid?.() === 0)(
  'is refused if it cannot be written (skipped as root, who can write everywhere)',
  async () => {
    const folder = await mkdtemp(join(root, 'closed-'))
    await chmod(folder, 0o500)
    await expect(ensureDataDir(folder)).rejects.toThrow('(EACCES)')
  },
)
