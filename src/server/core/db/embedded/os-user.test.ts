import { execFileSync, spawnSync } from 'node:child_process'
import { chown, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { createTemporaryDataDir, createUsedDataDir } from '#tests/support/data-folder.ts'
import { startEmbeddedProcess } from '#tests/support/embedded-process.ts'
import { isLongRun } from '#tests/support/length.ts'
import { createClusterIfMissing, findBinaries } from './cluster.ts'
import {
  toOsUser,
  toOsUserWithFolderAccess,
  type OsUser,
  inUserNamespace,
  findUnprivilegedAccounts,
} from './os-user.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'

const isRoot = process.getuid?.() === 0
const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 }
const works = ({ prefix: [command = '', ...args] }: OsUser) =>
  spawnSync(command, [...args, 'true']).status === 0
const canUnshare = works(inUserNamespace)
const canSetpriv = isRoot && works(toOsUserWithFolderAccess(nobody))

/** Not where the project lies in a private directory. */
const binariesAreOpen =
  isRoot &&
  spawnSync((await findBinaries()).postgres, ['--version'], { uid: nobody.uid }).status === 0

const open = (dataDir: string) =>
  openEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }), durable: false })

const effectiveUid = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^Uid:\s+\d+\s+(\d+)/m.exec(status)?.[1])
}

describe.skipIf(!isRoot || process.platform !== 'linux')('started by root', () => {
  test('PostgreSQL runs as somebody who is not root', async () => {
    const dataDir = await createTemporaryDataDir()
    const embedded = await open(dataDir)
    expect(await effectiveUid(embedded.pid())).toBeGreaterThan(0)
    await embedded.stop()
  })

  test('it runs on data in a directory that only root may enter', async () => {
    const dataDir = await createTemporaryDataDir({ mode: 0o700 })
    const embedded = await open(dataDir)
    await embedded.stop()
  })

  test.runIf(isLongRun)(
    'data that lay open and then in a private directory changes hands',
    async () => {
      const dataDir = await createUsedDataDir()
      await (await open(dataDir)).stop()
      await chown(join(dataDir, 'postgres', 'PG_VERSION'), 12_345, 12_345)
      await chown(join(dataDir, 'postgres'), 12_345, 12_345)
      await (await open(dataDir)).stop()
      const folder = await stat(join(dataDir, 'postgres'))
      const file = await stat(join(dataDir, 'postgres', 'PG_VERSION'))
      expect(folder.uid).not.toBe(12_345)
      expect(file.uid).toBe(folder.uid)
    },
  )

  const runs = async (osUser: OsUser, mode: number) => {
    const clusterDir = join(await createTemporaryDataDir({ mode }), 'postgres')
    const binaries = await findBinaries()
    await createClusterIfMissing({ clusterDir, binaries, osUser, durable: false })
    const { pid } = await startPostmaster({
      clusterDir,
      logFile: `${clusterDir}.log`,
      binaries,
      osUser,
      settings: { listen_addresses: '', unix_socket_directories: clusterDir },
      lockFiles: [],
    })
    await stopPostmaster(clusterDir, pid, findBinaries)
    return 'started and stopped'
  }

  test.skipIf(!binariesAreOpen || !isLongRun)('it runs by way of an account', async () => {
    expect(await runs(toOsUser(nobody), 0o755)).toBe('started and stopped')
  })
  test.skipIf(!canUnshare)('it runs in private folders by way of a user namespace', async () => {
    expect(await runs(inUserNamespace, 0o700)).toBe('started and stopped')
  })
  test.skipIf(!canSetpriv || !isLongRun)(
    'it runs in private folders where namespaces are forbidden',
    async () => {
      expect(await runs(toOsUserWithFolderAccess(nobody), 0o700)).toBe('started and stopped')
    },
  )
})

describe('the account root lends it', () => {
  const accounts = [
    { name: 'root', uid: 0, gid: 0 },
    nobody,
    { name: 'postgres', uid: 101, gid: 104 },
    { name: 'ada', uid: 1000, gid: 1000 },
  ]
  const names = async (owner: number | undefined) =>
    (await findUnprivilegedAccounts(owner, accounts)).map(({ name }) => name)

  test('is postgres, or else nobody', async () => {
    expect(await names(undefined)).toEqual(['postgres', 'nobody'])
  })
  test('is first of all the one who owns the data', async () => {
    expect(await names(1000)).toEqual(['ada', 'postgres', 'nobody'])
    expect(await names(65_534)).toEqual(['nobody', 'postgres'])
  })
  test('is never root', async () => {
    expect(await names(0)).toEqual(['postgres', 'nobody'])
  })
})

describe.skipIf(!canUnshare)('a uid with no passwd entry', () => {
  const nameless = ['unshare', '--user', '--map-user=54321', '--map-group=54321', '--']

  test('gets a name from a user namespace', async () => {
    const { firstWords } = startEmbeddedProcess(await createTemporaryDataDir(), {
      prefix: nameless,
    })
    expect(await firstWords).toMatch(/^PostgreSQL \d+$/)
  })

  test('gets a clear message where there are no user namespaces', async () => {
    const env = { PATH: '/nowhere' }
    const prefix = [execFileSync('which', ['unshare'], { encoding: 'utf8' }).trim()]
    const { child, firstWords } = startEmbeddedProcess(await createTemporaryDataDir(), {
      prefix: [...prefix, ...nameless.slice(1)],
      env,
    })
    expect(await firstWords).toContain('User id 54321 has no name on this machine')
    expect(child.exitCode).toBe(1)
  })

  test.skipIf(!isRoot || !isLongRun)(
    'is told whose the data is when it is not its own',
    async () => {
      const dataDir = await createUsedDataDir()
      await (await open(dataDir)).stop()
      const { firstWords } = startEmbeddedProcess(dataDir, { prefix: nameless })
      expect(await firstWords).toMatch(
        /postgres belongs to user id \d+, but this server runs as 54321/,
      )
    },
  )
})
