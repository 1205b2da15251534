import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { openDatabase } from '#server/core/db/database.ts'
import { findRunningPostmaster } from '#server/core/db/embedded/postmaster.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { removeDataDir } from '#tests/support/run-folder.ts'
import { E2E_SECRET, findFreePort, startServerProcess } from '#tests/support/server-process.ts'

const POLL_MS = 20
const PRELOAD = new URL('./preload.mjs', import.meta.url).href

type ServiceOptions = {
  dataDir: string
  /** What Node runs: the built server or its sources. */
  program: string[]
  env?: Record<string, string>
}

/** A real server process with an embedded PostgreSQL. Someone has to start a killed server again: here, we do. */
export const startService = async ({ dataDir, program, env = {} }: ServiceOptions) => {
  const port = await findFreePort()
  const start = () =>
    startServerProcess({
      port,
      dataDir,
      logFile: join(dataDir, 'server.log'),
      hasDemo: false,
      nodeArguments: ['--import', PRELOAD, ...program],
      env,
    })
  let server = await start()

  const postgresPid = async () => {
    const running = await findRunningPostmaster(join(dataDir, 'postgres'))
    if (!running) throw new Error('PostgreSQL does not run')
    return running.pid
  }

  return {
    baseUrl: server.baseUrl,
    dataDir,
    signal: (name: NodeJS.Signals) => server.process.kill(name),

    /** Signed-in people, each with their own rate limits. */
    people: async (count: number): Promise<Person[]> => {
      const log = pino({ level: 'silent' })
      const { DATABASE_URL } = env
      const database = await openDatabase(
        { DATA_DIR: dataDir, ...(DATABASE_URL ? { DATABASE_URL } : {}) },
        log,
        'tool',
      )
      const people: Person[] = []
      for (let index = 0; index < count; index += 1)
        people.push(await insertPerson(database.pool, E2E_SECRET, { invited: true }))
      await database.close()
      return people
    },

    killServer: async () => {
      const exited = once(server.process, 'exit')
      server.process.kill('SIGKILL')
      await exited
    },
    restartServer: async () => {
      server = await start()
    },
    killPostgres: async () => process.kill(await postgresPid(), 'SIGKILL'),

    /** Suspends PostgreSQL and all its processes until the returned function is called. */
    freezePostgres: async () => {
      const pids = await listWithChildren(await postgresPid())
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
      }
    },

    status: async (path: string) => {
      const reply = await fetch(`${server.baseUrl}${path}`).catch(() => null)
      await reply?.arrayBuffer()
      return reply?.status ?? 0
    },
    isReady: async () => {
      const reply = await fetch(`${server.baseUrl}/readyz`).catch(() => null)
      return reply?.ok ?? false
    },
    readiness: async () => {
      const reply = await fetch(`${server.baseUrl}/readyz`)
      return (await reply.json()) as { status: string; reason?: string }
    },
    isAlive: async () => {
      const reply = await fetch(`${server.baseUrl}/healthz`).catch(() => null)
      return reply?.ok ?? false
    },

    stop: async () => {
      await server.stop()
      await removeDataDir(dataDir)
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>

/** Returns the waiting time in milliseconds. */
export const waitUntilTrue = async (
  description: string,
  isTrue: () => Promise<boolean>,
  withinMs = 60_000,
): Promise<number> => {
  const started = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - started > withinMs)
      throw new Error(`Waited in vain until ${description}`)
    await delay(POLL_MS)
  }
  return performance.now() - started
}

const listWithChildren = async (parent: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const children = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return Number(text.slice(text.lastIndexOf(')')).split(' ')[2]) === parent ? [pid] : []
    }),
  )
  return [parent, ...children.flat()]
}
