import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getErrorCode } from '#server/core/http/errors.ts'
import { type OsUser, prefixCommand } from './os-user.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

/** PGDATA, PGPORT and similar variables must not affect our PostgreSQL, and it must not see secrets. */
export const buildPostgresEnvironment = (): NodeJS.ProcessEnv => {
  const inheritedNames = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'TZ']
  return {
    ...Object.fromEntries(inheritedNames.map((name) => [name, process.env[name]])),
    LC_ALL: 'C',
  }
}

/** PostgreSQL's status file: https://www.postgresql.org/docs/18/storage-file-layout.html */
export type PostmasterFile = {
  pid: number
  port: number
  socketDir: string
  status: string
}

const readPostmasterFile = async (clusterDir: string): Promise<PostmasterFile | undefined> => {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid = '', , , port = '', socketDir = '', , , status = ''] = text.split('\n')
  return Number(pid) > 0
    ? { pid: Number(pid), port: Number(port), socketDir, status: status.trim() }
    : undefined
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return getErrorCode(error) === 'EPERM'
  }
}

const readProcessCommand = async (pid: number): Promise<string> => {
  if (process.platform === 'linux') {
    const cmdline = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return cmdline.split('\0')[0] ?? ''
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)])
  return stdout.trim()
}

/** After a reboot, the process id in the file may belong to another program. */
export const isPostgres = async (pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  return basename(await readProcessCommand(pid).catch(() => 'postgres')).startsWith('postgres')
}

/** PostgreSQL deletes the lock of a dead process, but takes any living process for another PostgreSQL. */
const deleteForeignLock = async (path: string): Promise<void> => {
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
  if (pid > 0 && isAlive(pid) && !(await isPostgres(pid))) await rm(path, { force: true })
}

const POLL_MS = 10
/** Recovery after a power loss may replay a gigabyte of log. */
const READY_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 30_000
const REAP_TIMEOUT_MS = 1_000
const MAX_LOG_BYTES = 5_000_000

/** The running postmaster of this data, even if the server that started it was killed. */
export const findRunningPostmaster = async (
  clusterDir: string,
): Promise<PostmasterFile | undefined> => {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const file = await readPostmasterFile(clusterDir)
    if (file === undefined || !(await isPostgres(file.pid))) return undefined
    if (file.status === 'ready') return file
    await sleep(POLL_MS)
  }
  throw new Error(`The PostgreSQL in ${clusterDir} is neither ready nor gone.`)
}

type PostmasterOptions = {
  clusterDir: string
  logFile: string
  binaries: Binaries
  osUser: OsUser
  settings: Record<string, string>
  lockFiles: string[]
}

const openLogFile = async (path: string) => {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.old`)
  return open(path, 'a', 0o600)
}

export class PostgresStartError extends Error {}

const readLogFrom = async (logFile: string, from: number): Promise<string> =>
  (await readFile(logFile)).subarray(from).toString('utf8').trim()

export const startPostmaster = async (options: PostmasterOptions): Promise<PostmasterFile> => {
  const { clusterDir, logFile, binaries, osUser, settings } = options
  for (const path of [join(clusterDir, 'postmaster.pid'), ...options.lockFiles])
    await deleteForeignLock(path)
  const log = await openLogFile(logFile)
  const { size: logStart } = await log.stat()
  const [command, ...args] = prefixCommand(osUser, binaries.postgres, [
    '-D',
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const child = spawn(command, args, {
    ...osUser.spawnAs,
    env: buildPostgresEnvironment(),
    cwd: clusterDir,
    // In its own session, so that Ctrl-C reaches only the server, which stops PostgreSQL last.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  const exit = once(child, 'exit').then(
    () => undefined,
    (error: unknown) => error,
  )
  const hasExited = () =>
    child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  try {
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (!hasExited() && Date.now() < deadline) {
      const file = await readPostmasterFile(clusterDir)
      if (file?.pid === child.pid && file?.status === 'ready') return file
      await sleep(POLL_MS)
    }
  } finally {
    await log.close()
  }
  if (!hasExited()) child.kill('SIGQUIT')
  const cause = await exit
  throw new PostgresStartError(
    `PostgreSQL did not start on ${clusterDir}: ${await readLogFrom(logFile, logStart)}`,
    { cause },
  )
}

/**
 * PostgreSQL removes its file just before it exits. We wait only briefly for the process itself, because
 * an adopted orphan may stay in the process table until it is reaped.
 */
const waitUntilGone = async (clusterDir: string, pid: number, ms: number): Promise<boolean> => {
  const deadline = Date.now() + ms
  let reapedBy = Number.POSITIVE_INFINITY
  while (Date.now() < deadline) {
    if (!(await isPostgres(pid)) || Date.now() > reapedBy) return true
    if ((await readPostmasterFile(clusterDir))?.pid !== pid)
      reapedBy = Math.min(reapedBy, Date.now() + REAP_TIMEOUT_MS)
    await sleep(POLL_MS)
  }
  return false
}

/** Does not wait. On Windows the signal would kill PostgreSQL instead of stopping it. */
export const stopAfterLastSession = (pid: number): void => {
  if (process.platform === 'win32') return
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // PostgreSQL has already stopped.
  }
}

export const stopPostmaster = async (
  clusterDir: string,
  pid: number,
  binaries: () => Promise<Binaries>,
): Promise<void> => {
  if (process.platform === 'win32') {
    const { pgCtl } = await binaries()
    await promisify(execFile)(pgCtl, ['stop', '-D', clusterDir, '-m', 'fast', '-w'])
    return
  }
  process.kill(pid, 'SIGINT')
  if (await waitUntilGone(clusterDir, pid, STOP_TIMEOUT_MS)) return
  process.kill(pid, 'SIGQUIT')
  await waitUntilGone(clusterDir, pid, STOP_TIMEOUT_MS)
}
