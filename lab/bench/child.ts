import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { measureTime } from './statistics.ts'

/** Like `npm run catalog`: collects garbage sooner, which keeps memory low. */
const SOURCE_OPTIONS = ['--max-old-space-size=256', '--import', 'tsx']
/** Like `npm start`. */
const BUILT_OPTIONS = ['--enable-source-maps']

const startChild = (file: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const options = file.endsWith('.ts') ? SOURCE_OPTIONS : BUILT_OPTIONS
  return spawn(
    process.execPath,
    [...options, fileURLToPath(new URL(file, import.meta.url)), ...args],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
}

const TICKS_PER_SECOND = 100

const readProcessStat = async (pid: number | string | undefined) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (...at: number[]) =>
    at.reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS_PER_SECOND
  return { parent: Number(fields[1]), own: seconds(11, 12), ended: seconds(13, 14) }
}

/** CPU time of a process, independent of other load; NaN outside Linux. */
export const readCpuSeconds = async (pid: number | undefined): Promise<number> =>
  (await readProcessStat(pid)).own

/** CPU time of an embedded PostgreSQL: of its main process, and of a process for each connection. */
export const readDatabaseCpuSeconds = async (dataDir: string): Promise<number> => {
  const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  const main = Number(pidFile.split('\n', 1)[0])
  const { own, ended } = await readProcessStat(main)
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(readProcessStat))
  return stats
    .filter(({ parent }) => parent === main)
    .reduce((sum, stat) => sum + stat.own, own + ended)
}

/** Resident memory of a process; NaN outside Linux. */
const readRssMb = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}

/** The address in a line of JSON, as the server logs it, or after a colon, as children and earlier versions print it. */
export const findAddress = (output: string): string | undefined =>
  /(?:: |"origin":")(http:\/\/[^\s"]+)["\n]/.exec(output)?.[1]

/** Starts a server and waits until it prints its address. */
export const startServer = async (file: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = startChild(file, args, env)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString()
      const address = findAddress(text)
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${text}`)))
  })
  return {
    url,
    cpuSeconds: () => readCpuSeconds(child.pid),
    rssMb: () => readRssMb(child.pid),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs to its end and returns the output. */
export const runChild = async (file: string, args: string[]): Promise<string> => {
  const child = startChild(file, args)
  let text = ''
  child.stdout?.on('data', (piece: Buffer) => (text += piece.toString()))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return text
}

/** Node writes these itself, so the bare server must not repeat them. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** The bytes as sent; fetch would decompress them. */
export const fetchRawReply = async (url: string, extra: Record<string, string> = {}) => {
  const { headers, body } = await request(url, { headers: { 'accept-encoding': 'br', ...extra } })
  const sentHeaders = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))
  return { body: Buffer.from(await body.arrayBuffer()), headers: Object.fromEntries(sentHeaders) }
}

/** The server as `npm start` runs it, on a data folder that is kept between runs. */
export const startApp = async (
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  /** Another checkout, built already, because its version may build differently. */
  root = PROJECT_ROOT,
) => {
  if (root === PROJECT_ROOT && !buildIfStale(root))
    throw new Error('Client and server could not be built.')
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  // A build that was stale does not count as a part of the start.
  const { value: server, ms: startMs } = await measureTime(() =>
    startServer(join(root, 'dist', 'server', 'main.js'), [], {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    }),
  )
  return { ...server, dataDir, startMs }
}
