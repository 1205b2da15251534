import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { openEmbedded } from '#server/core/db/embedded.ts'
import { temporaryDataDir } from '#tests/support/data-folder.ts'
import { startEmbeddedProcess } from '#tests/support/embedded-process.ts'

const open = (dataDir: string) =>
  openEmbedded({ dataDir, log: pino({ level: 'silent' }), durable: false })

test('a server killed while it creates its data leaves nothing in the way', async () => {
  const dataDir = await temporaryDataDir()
  const { child } = startEmbeddedProcess(dataDir)
  await vi.waitFor(
    async () => {
      const [folder = ''] = await readdir(dataDir)
      expect(await readdir(join(dataDir, folder))).toContain('PG_VERSION')
    },
    { timeout: 10_000, interval: 5 },
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [leftover = ''] = await readdir(dataDir)
  expect(leftover).toMatch(/^postgres\.init-/)

  const embedded = await open(dataDir)
  await embedded.stop()
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log'])
})

test('an empty data folder is filled', async () => {
  const dataDir = await temporaryDataDir()
  await mkdir(join(dataDir, 'postgres'))
  await (await open(dataDir)).stop()
})

test('a folder with other files is left alone', async () => {
  const dataDir = await temporaryDataDir()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'diary.txt'), 'mine')
  await expect(open(dataDir)).rejects.toThrow('holds files but no PostgreSQL database')
  expect(await readdir(dataDir)).toEqual(['postgres'])
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['diary.txt'])
})

test('data of another version of PostgreSQL is named, not touched', async () => {
  const dataDir = await temporaryDataDir()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(open(dataDir)).rejects.toThrow('made by PostgreSQL 17; this is PostgreSQL 18')
})
