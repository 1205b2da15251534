import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { createClusterIfMissing, findBinaries } from '#server/core/db/embedded/cluster.ts'
import { chooseOsUser } from '#server/core/db/embedded/os-user.ts'
import {
  findRunningPostmaster,
  PostgresStartError,
  type PostmasterFile,
  startPostmaster,
  stopAfterLastSession,
  stopPostmaster,
} from '#server/core/db/embedded/postmaster.ts'
import {
  announcePresence,
  type Presence,
  type ProcessRole,
} from '#server/core/db/embedded/presence.ts'
import {
  buildConnectionUrl,
  defaultTransport,
  ensurePasswordFile,
  buildListenSettings,
  type Transport,
} from '#server/core/db/embedded/transport.ts'
import { SettingsError } from '#server/core/env.ts'
import { getErrorCode } from '#server/core/http/errors.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: Logger
  role?: ProcessRole
  /** Off only in tests: without it, a power loss may destroy the data. */
  durable?: boolean
  transport?: Transport
}

export type Embedded = {
  url: string
  /** Changes after a restart. */
  pid: () => number
  maintenanceUrl: string
  stop: () => Promise<void>
  /** PostgreSQL stops by itself when its last session has ended. */
  abandon: () => void
  /** Leaves PostgreSQL running for others. */
  detach: () => Promise<void>
}

const DATABASE = 'wearabouts'
const ATTEMPTS = 60
const RETRY_MS = 50

const nonDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** The server logs failed statements itself; this log is for what only PostgreSQL knows. */
const quietLog = {
  log_min_messages: 'log',
  log_checkpoints: 'off',
  max_logical_replication_workers: '0',
}

type Launch = EmbeddedOptions & { oldPort?: number }

const launchPostgres = async (options: Launch, clusterDir: string): Promise<PostmasterFile> => {
  const { dataDir, log, durable = true, transport = defaultTransport, oldPort } = options
  const binaries = await findBinaries()
  const osUser = await chooseOsUser(dataDir, clusterDir, binaries.postgres)
  const passwordFile = transport === 'tcp' ? await ensurePasswordFile(dataDir, osUser) : undefined
  const state = await createClusterIfMissing({
    clusterDir,
    binaries,
    osUser,
    durable,
    ...(passwordFile ? { passwordFile } : {}),
  })
  const { settings, lockFiles } = await buildListenSettings(transport, clusterDir, osUser, oldPort)
  const file = await startPostmaster({
    clusterDir,
    logFile: join(dataDir, 'postgres.log'),
    binaries,
    osUser,
    settings: { ...settings, ...quietLog, ...(durable ? {} : nonDurableSettings) },
    lockFiles,
  })
  log.info({ postgresPid: file.pid, runsAs: osUser.description, data: state }, 'PostgreSQL started')
  return file
}

const findOrLaunchPostgres = async (
  options: Launch,
  clusterDir: string,
): Promise<PostmasterFile> => {
  const running = await findRunningPostmaster(clusterDir)
  if (running) {
    options.log.info({ postgresPid: running.pid }, 'PostgreSQL is already running on this data')
    return running
  }
  try {
    return await launchPostgres(options, clusterDir)
  } catch (error) {
    // If two processes start at once, one starts PostgreSQL and the other joins it.
    const winner =
      error instanceof PostgresStartError ? await findRunningPostmaster(clusterDir) : undefined
    if (winner) return winner
    throw error
  }
}

const ensureDatabase = async (maintenanceUrl: string): Promise<void> => {
  const client = new Client({ connectionString: maintenanceUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      DATABASE,
    ])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } catch (error) {
    const isAlreadyCreated = ['42P04', '23505'].includes(getErrorCode(error))
    if (!isAlreadyCreated) throw error
  } finally {
    await client.end()
  }
}

const stopIfLast = async (
  clusterDir: string,
  postgresPid: () => number,
  presence: Presence,
  log: Logger,
): Promise<void> => {
  const isLast = await presence.leave().catch(() => false) // PostgreSQL has already stopped.
  if (isLast) {
    const pid = postgresPid()
    await stopPostmaster(clusterDir, pid, findBinaries)
    log.info({ postgresPid: pid }, 'PostgreSQL stopped')
  }
  await presence.end().catch(() => undefined) // PostgreSQL ended the session when it stopped.
}

/** The process that stops PostgreSQL holds the lock until it has exited; then we may start it. */
const isBeingStopped = (error: unknown): boolean =>
  ['57P03', '57P01', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET'].includes(getErrorCode(error))

/** Runs PostgreSQL from an npm package with its data under `dataDir` (decision 002). */
export const openEmbeddedDatabase = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { role = 'server', log } = options
  await ensureDataDir(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const clusterDir = join(dataDir, 'postgres')
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let file = await findOrLaunchPostgres({ ...options, dataDir }, clusterDir)
    const maintenanceUrl = await buildConnectionUrl(dataDir, file, 'postgres')
    const restart = async () => {
      file = await findOrLaunchPostgres({ ...options, dataDir, oldPort: file.port }, clusterDir)
    }
    try {
      const presence = await announcePresence({ url: maintenanceUrl, role, dataDir, log, restart })
      if (presence) {
        await ensureDatabase(maintenanceUrl)
        return {
          url: await buildConnectionUrl(dataDir, file, DATABASE),
          maintenanceUrl,
          pid: () => file.pid,
          stop: () => stopIfLast(clusterDir, () => file.pid, presence, log),
          abandon: () => stopAfterLastSession(file.pid),
          detach: () => presence.end(),
        }
      }
    } catch (error) {
      if (!isBeingStopped(error)) throw error
    }
    await sleep(RETRY_MS)
  }
  throw new Error(`PostgreSQL is running in ${clusterDir}, but cannot be reached.`)
}

/** A command that ran as another user may have created these. */
const WRITTEN_FOLDERS = ['media', 'vectors']

const checkWritable = async (folder: string) => {
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/** Creates the data folder, and checks that the server can write to it. */
export const ensureDataDir = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { recursive: true })
    await checkWritable(folder)
    for (const name of WRITTEN_FOLDERS)
      await checkWritable(join(folder, name)).catch((error: unknown) => {
        if (getErrorCode(error) !== 'ENOENT') throw error
      })
  } catch (cause) {
    const code = getErrorCode(cause) || String(cause)
    const path = cause instanceof Error && 'path' in cause ? String(cause.path) : ''
    const reason = WRITTEN_FOLDERS.includes(basename(path)) ? `${code}: ${basename(path)}` : code
    throw new SettingsError(`DATA_DIR must be a folder that the server can write to (${reason})`, {
      cause,
    })
  }
}
