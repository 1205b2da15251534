import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { z } from 'zod'
import { connectDatabase } from '#server/core/db/database.ts'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'
import { E2E_SECRET, findFreePort } from '#tests/support/server-process.ts'
import { CALLS, startCrowd } from './crowd.ts'
import { tryFeatures } from './features.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { checkOutCommit, PROXIES, startPgBouncer } from './programs.ts'
import { type Server, startServer } from './servers.ts'
import { auditLedger } from './writes.ts'

export type Result = { trial: string; requests: number; failed: number; lost: number; note: string }
export type Trial = (program?: string[]) => Promise<Result>

const SERVERS = 3
const WRITERS = 6
/** A proxy that checks every two seconds trusts a server after two answers. */
const SETTLE_MS = 5_000
const MAX_CONNECTIONS = 20

const insertPeople = async (url: string, count: number): Promise<Person[]> => {
  const database = connectDatabase(url, pino({ level: 'silent' }))
  const people: Person[] = []
  for (let index = 0; index < count; index += 1)
    people.push(await insertPerson(database.pool, E2E_SECRET, { invited: true }))
  await database.close()
  return people
}

type Fleet = {
  postgres: Postgres
  /** DATABASE_URL and what belongs to it. */
  database: Record<string, string>
  dataDir: string
  servers: Server[]
  ports: number[]
}

type Pooler = { env: Record<string, string>; close(): Promise<void> }

const withFleet = async <T>(
  {
    maxConnections,
    program,
    env = {},
    publicPort,
    pooler: openPooler,
  }: {
    maxConnections?: number
    program?: string[] | undefined
    env?: Record<string, string>
    publicPort?: number
    pooler?: (postgres: Postgres) => Promise<Pooler>
  },
  work: (fleet: Fleet) => Promise<T>,
): Promise<T> => {
  const postgres = await startPostgres(maxConnections ? { maxConnections } : {})
  const dataDir = await createRunFolder()
  const servers: Server[] = []
  let pooler: Pooler | undefined
  try {
    pooler = await openPooler?.(postgres)
    const database = pooler?.env ?? { DATABASE_URL: postgres.url }
    const ports: number[] = []
    for (let index = 0; index < SERVERS; index += 1) ports.push(await findFreePort())
    const settings = {
      ...database,
      VISION_WORKERS: '0',
      ...(publicPort ? { PUBLIC_URL: `http://127.0.0.1:${publicPort}` } : {}),
      ...env,
    }
    // All at once, as after a power cut: one migrates, the others wait.
    const starting = ports.map((port) => startServer({ port, dataDir, program, env: settings }))
    for (const start of await Promise.allSettled(starting)) {
      if (start.status === 'fulfilled') servers.push(start.value)
    }
    await Promise.all(starting)
    return await work({ postgres, database, dataDir, servers, ports })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await pooler?.close()
    await postgres.close()
    await removeDataDir(dataDir)
  }
}

const summarizeCrowd = async (
  trial: string,
  baseUrl: string,
  crowd: ReturnType<typeof startCrowd>,
  note = '',
): Promise<Result> => {
  const { requests, failures } = await crowd.end()
  let lost = 0
  for (const ledger of crowd.ledgers) lost += (await auditLedger(baseUrl, ledger)).lost.length
  const distinctFailures = [...new Set(failures)].slice(0, 5).join('; ')
  return {
    trial,
    requests,
    failed: failures.length,
    lost,
    note: [note, distinctFailures].filter(Boolean).join(': '),
  }
}

/** Restarts three servers one after the other behind a proxy with default settings. */
const createRollingTrial =
  (name: keyof typeof PROXIES): Trial =>
  async (program) => {
    const publicPort = await findFreePort()
    return withFleet({ program, publicPort }, async ({ postgres, servers, ports }) => {
      const proxy = await PROXIES[name](ports, publicPort)
      try {
        const baseUrl = `http://127.0.0.1:${publicPort}`
        const crowd = startCrowd(baseUrl, await insertPeople(postgres.url, WRITERS))
        for (const server of servers) {
          await delay(SETTLE_MS)
          await server.restart()
        }
        await delay(SETTLE_MS)
        return await summarizeCrowd(
          `rolling restart behind ${name}`,
          baseUrl,
          crowd,
          `${servers.length} restarts`,
        )
      } finally {
        await proxy.close()
      }
    })
  }

const readErrors = async (servers: readonly Server[]): Promise<string[]> => {
  const logs = await Promise.all(servers.map(({ logFile }) => readFile(logFile, 'utf8')))
  return logs.flatMap((text) => text.split('\n')).filter((line) => /"level":(50|60)/.test(line))
}

const importCatalog = async (folder: string, env: Record<string, string>) => {
  const file = join(folder, 'feed.tsv')
  const lines = Array.from(
    { length: 5_000 },
    (_, id) => `${id}\tWool hat ${id}\thttps://hats.example.com/${id}\t5 EUR`,
  )
  await writeFile(file, ['id\ttitle\tlink\tprice', ...lines, ''].join('\n'))
  const { stdout, stderr } = await runCommand('shops', ['add', 'Hats', file], env)
  if (!stdout.includes('5000 added')) throw new Error(`The feed was not imported: ${stderr}`)
}

/** Three servers with default settings start, serve and import on few connections. */
const tryFewConnections: Trial = (program) =>
  withFleet(
    { maxConnections: MAX_CONNECTIONS, program },
    async ({ postgres, dataDir, servers }) => {
      const [first] = servers
      const crowds: ReturnType<typeof startCrowd>[] = []
      for (const { baseUrl } of servers)
        crowds.push(startCrowd(baseUrl, await insertPeople(postgres.url, WRITERS)))
      let maxConnections = 0
      const ended = new AbortController()
      const counting = (async () => {
        while (!ended.signal.aborted) {
          maxConnections = Math.max(
            maxConnections,
            await postgres.countConnections().catch(() => MAX_CONNECTIONS),
          )
          await delay(50)
        }
      })()
      const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir }
      await importCatalog(dataDir, env)
      await delay(SETTLE_MS)
      ended.abort()
      await counting
      const results: Result[] = []
      for (const [index, crowd] of crowds.entries())
        results.push(
          await summarizeCrowd('', servers[index]?.baseUrl ?? first?.baseUrl ?? '', crowd),
        )
      const errors = await readErrors(servers)
      const sum = (key: 'requests' | 'failed' | 'lost') =>
        results.reduce((total, result) => total + result[key], 0)
      return {
        trial: `three servers on ${MAX_CONNECTIONS} connections`,
        requests: sum('requests'),
        failed: sum('failed') + errors.length,
        lost: sum('lost'),
        note: [
          `most connections: ${maxConnections}`,
          ...results.map(({ note }) => note),
          errors[0] ?? '',
        ]
          .filter(Boolean)
          .join('; '),
      }
    },
  )

/** Outside production and without a provider. */
const LOCAL_SIGN_IN = { NODE_ENV: 'test', GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }

const poolWithPgBouncer = async (postgres: Postgres) => {
  const bouncer = await startPgBouncer(postgres)
  return {
    env: { DATABASE_URL: bouncer.url, DATABASE_LISTEN_URL: postgres.url },
    close: bouncer.close,
  }
}

/** Every feature through PgBouncer in transaction mode, on several servers. */
const tryPgBouncer: Trial = (program) =>
  withFleet(
    { program, pooler: poolWithPgBouncer, env: { ...LOCAL_SIGN_IN, VISION_WORKERS: '1' } },
    async ({ postgres, dataDir, servers, database: bouncer }) => {
      const [one, other] = servers
      if (!one || !other) throw new Error('Too few servers')
      const [person] = await insertPeople(postgres.url, 1)
      if (!person) throw new Error('Nobody signed in')
      const features = await tryFeatures({
        firstUrl: one.baseUrl,
        secondUrl: other.baseUrl,
        person,
        countVectors: () => postgres.count('model_vectors'),
      })
      await importCatalog(dataDir, { ...bouncer, DATA_DIR: dataDir })
      const crowd = startCrowd(one.baseUrl, await insertPeople(postgres.url, WRITERS))
      await delay(SETTLE_MS)
      const result = await summarizeCrowd(
        'PgBouncer in transaction mode',
        one.baseUrl,
        crowd,
        features.join(', '),
      )
      const errors = await readErrors(servers)
      return {
        ...result,
        failed: result.failed + errors.length,
        note: [result.note, errors[0]].filter(Boolean).join('; '),
      }
    },
  )

const fetchWithoutHost = (baseUrl: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const clientRequest = request(`${baseUrl}${path}`, { setHost: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    clientRequest.once('error', reject)
    clientRequest.end()
  })

const tryWithoutHost: Trial = (program) =>
  withFleet({ program }, async ({ servers }) => {
    const statuses = await Promise.all(
      servers.flatMap(({ baseUrl }) =>
        ['/healthz', '/readyz'].map((path) => fetchWithoutHost(baseUrl, path)),
      ),
    )
    const failed = statuses.filter((status) => status !== 200).length
    const trial = 'health checks without a Host header'
    return { trial, requests: statuses.length, failed, lost: 0, note: '' }
  })

/** The commit of the last release, unless LAST_RELEASE names another. */
const readLastRelease = async (): Promise<string> => {
  const recorded = await readFile(join(PROJECT_ROOT, 'deploy', 'last-release.json'), 'utf8')
  return (
    process.env['LAST_RELEASE'] ??
    z.object({ commit: z.string() }).parse(JSON.parse(recorded)).commit
  )
}

/**
 * An upgrade under load: servers of the last release run, one of this version starts beside them and
 * migrates their database, and goes again, as in a rollback.
 */
export const upgradeFromRelease = async (release?: string): Promise<Result> => {
  const commit = release ?? (await readLastRelease())
  const earlier = await checkOutCommit(commit)
  const postgres = await startPostgres()
  const dataDir = await createRunFolder()
  const settings = { dataDir, env: { DATABASE_URL: postgres.url, VISION_WORKERS: '0' } }
  const servers: Server[] = []
  const start = async (program?: string[]) => {
    const server = await startServer({ ...settings, port: await findFreePort(), program })
    servers.push(server)
    return server
  }
  try {
    const old = await start(earlier.program)
    const writers = await insertPeople(postgres.url, 2 * WRITERS)
    const oldCrowd = startCrowd(old.baseUrl, writers.slice(0, WRITERS), CALLS)
    await delay(SETTLE_MS)
    const current = await start()
    const newCrowd = startCrowd(current.baseUrl, writers.slice(WRITERS), CALLS)
    await delay(SETTLE_MS)
    const results: Result[] = []
    // What one version acknowledged, the other shows.
    results.push(await summarizeCrowd('', current.baseUrl, oldCrowd))
    results.push(await summarizeCrowd('', old.baseUrl, newCrowd))
    await current.stop()
    // A rollback: the earlier version starts on the newer database.
    await old.restart()
    const alone = startCrowd(old.baseUrl, await insertPeople(postgres.url, WRITERS), CALLS)
    await delay(SETTLE_MS)
    results.push(await summarizeCrowd('', old.baseUrl, alone))
    const sum = (key: 'requests' | 'failed' | 'lost') =>
      results.reduce((total, result) => total + result[key], 0)
    return {
      trial: `beside ${commit.slice(0, 8)} on one database`,
      requests: sum('requests'),
      failed: sum('failed'),
      lost: sum('lost'),
      note: results.map(({ note }) => note).join(' '),
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.close()
    await removeDataDir(dataDir)
    await earlier.remove()
  }
}

export const TRIALS = {
  pgbouncer: tryPgBouncer,
  connections: tryFewConnections,
  nginx: createRollingTrial('nginx'),
  haproxy: createRollingTrial('haproxy'),
  caddy: createRollingTrial('caddy'),
  'no-host': tryWithoutHost,
  upgrade: () => upgradeFromRelease(),
} satisfies Record<string, Trial>
