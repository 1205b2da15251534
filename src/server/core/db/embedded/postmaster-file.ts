import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** PostgreSQL's status file: https://www.postgresql.org/docs/18/storage-file-layout.html */
export type PostmasterFile = {
  pid: number
  port: number
  socketDir: string
  status: string
}

export const readPostmasterFile = async (
  clusterDir: string,
): Promise<PostmasterFile | undefined> => {
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const commandOf = async (pid: number): Promise<string> => {
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
  return basename(await commandOf(pid).catch(() => 'postgres')).startsWith('postgres')
}

/** PostgreSQL clears the lock of a dead process, but mistakes any living one for itself. */
export const dropLockOfStranger = async (path: string): Promise<void> => {
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
  if (pid > 0 && isAlive(pid) && !(await isPostgres(pid))) await rm(path, { force: true })
}
