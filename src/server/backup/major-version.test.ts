import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '#server/core/db/database.ts'
import { createClusterIfMissing } from '#server/core/db/embedded/cluster.ts'
import { migrateDatabase } from '#server/core/db/migrate.ts'
import { parseEnv } from '#server/core/env.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { contentsOf } from '#tests/support/database-contents.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { insertPerson } from '#tests/support/people.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'
import { isLongRun } from '#tests/support/length.ts'
import { makeBackup } from './make-backup.ts'
import { openBackupSource, openBackupTarget } from './backup-target.ts'
import { restoreBackup } from './restore-backup.ts'

const DEBIAN = '/usr/lib/postgresql'
const [version] = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
const isRoot = process.getuid?.() === 0

/** PostgreSQL of the other version, in a folder of its own, without TCP. */
const startOther = async (folder: string) => {
  const bin = (name: string) => join(DEBIAN, version ?? '', 'bin', name)
  const uid = isRoot ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined
  const as = uid === undefined ? {} : { uid }
  if (uid !== undefined) chownSync(folder, uid, uid)
  const data = join(folder, 'data')
  execFileSync(
    bin('initdb'),
    ['-D', data, '-U', 'wearabouts', '--encoding=UTF8', '--no-locale', '-N'],
    as,
  )
  const options = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  const child = spawn(bin('postgres'), options, { ...as, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `postgres://wearabouts@/postgres?host=${encodeURIComponent(folder)}`
  const database = connectDatabase(url, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await database.close()
    child.kill('SIGQUIT')
    await exited
  })
  await vi.waitUntil(async () => (await database.check()) === null, { timeout: 20_000 })
  return database
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-version-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test.skipIf(!version || !isLongRun)(
  `a backup of another major version of PostgreSQL is restored (skipped without ${DEBIAN})`,
  async () => {
    const old = await startOther(await newFolder())
    await migrateDatabase(old.maintenance)
    await importRows(old.pool, [catalogRow(), catalogRow({ name: 'Another coat' })])
    await insertPerson(old.pool, TEST_SECRET)
    const folder = await newFolder()
    const env = parseEnv({ DATA_DIR: folder })
    const { manifest } = await makeBackup({
      pool: old.maintenance,
      pictures: createFileStorage(join(folder, 'media')),
      secrets: { AUTH_SECRET: TEST_SECRET },
      target: openBackupTarget(folder, env, undefined),
      passphrase: undefined,
      now: new Date(),
    })
    expect(manifest.postgres.split('.')[0]).toBe(version)

    const database = await emptyDatabase()
    onTestFinished(() => database.close())
    await restoreBackup({
      source: await openBackupSource(folder, env),
      pool: database.maintenance,
      pictures: createFileStorage(join(folder, 'restored')),
      passphrase: undefined,
      force: false,
    })
    expect(await contentsOf(database.maintenance)).toEqual(await contentsOf(old.maintenance))
  },
  120_000,
)

test('data of another major version is not opened, and the message says what to do', async () => {
  const clusterDir = await newFolder()
  await writeFile(join(clusterDir, 'PG_VERSION'), '17\n')
  await expect(
    createClusterIfMissing({
      clusterDir,
      binaries: { initdb: '', postgres: '', pgCtl: '' },
      osUser: { description: 'this user', prefix: [], spawnAs: {} },
      durable: true,
    }),
  ).rejects.toThrow(/PostgreSQL 17.*"npm run backup -- FOLDER".*"npm run restore -- FOLDER"/s)
})
