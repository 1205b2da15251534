import { execFile } from 'node:child_process'
import { access, chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { chooseOsUser, prefixCommand } from '#server/core/db/embedded/os-user.ts'
import {
  type Binaries,
  isAlive,
  buildPostgresEnvironment,
  startPostmaster,
  stopPostmaster,
} from '#server/core/db/embedded/postmaster.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { SkippedError } from './programs.ts'
import { waitUntilTrue } from './service.ts'

const run = promisify(execFile)
const SUPERUSER = 'postgres'
/** An ordinary role, as docs/operations.md says. It is older than the cluster, the order that is hardest for Citus. */
const OWNER = 'wearabouts'
const DATABASE = 'search'

const INSTALL = `Citus and pgvector are not installed for a PostgreSQL of this machine. Packages:
https://docs.citusdata.com/en/stable/installation/multi_node.html. From source, such as on Debian 12:
  apt-get install postgresql-15 postgresql-server-dev-15 flex bison libkrb5-dev libzstd-dev liblz4-dev libssl-dev
  github.com/citusdata/citus at v13.2.2: ./configure --without-libcurl && make with_llvm=no extension install-extension
  github.com/pgvector/pgvector: make with_llvm=no OPTFLAGS="" && make install with_llvm=no
With PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config for each. Set POSTGRES_BIN if PostgreSQL is elsewhere.`

const fileExists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** The programs of a PostgreSQL that has both extensions. */
const findPrograms = async (): Promise<Binaries> => {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const folders = [
    ...(process.env['POSTGRES_BIN'] ? [process.env['POSTGRES_BIN']] : []),
    ...versions
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => `/usr/lib/postgresql/${version}/bin`),
    '/usr/local/pgsql/bin',
  ]
  for (const folder of folders) {
    const shareFolder = await run(join(folder, 'pg_config'), ['--sharedir']).catch(() => null)
    const controls = ['citus', 'vector'].map((name) =>
      join(shareFolder?.stdout.trim() ?? '/', 'extension', `${name}.control`),
    )
    if ((await Promise.all(controls.map(fileExists))).every(Boolean))
      return {
        initdb: join(folder, 'initdb'),
        postgres: join(folder, 'postgres'),
        pgCtl: join(folder, 'pg_ctl'),
      }
  }
  throw new SkippedError(INSTALL)
}

/** Durability is off, because it is not tested here and five databases share one machine. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '150',
  max_worker_processes: '32',
  max_wal_senders: '20',
  max_replication_slots: '40',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  shared_buffers: '256MB',
  maintenance_work_mem: '512MB',
  jit: 'off',
}

type NodeOptions = {
  folder: string
  name: string
  extensions: readonly string[]
  settings: Record<string, string>
  /** Gets its roles from the coordinator. */
  isWorker: boolean
}

const buildUrl = (port: number, role: string, database = DATABASE) =>
  `postgres://${role}@127.0.0.1:${port}/${database}`

/** Several statements, one after the other, on a connection of their own. */
export const runStatements = async (url: string, ...statements: string[]) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of statements) rows = (await client.query<Record<string, unknown>>(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

const startNode = async (binaries: Binaries, options: NodeOptions) => {
  const { folder, name, extensions, settings, isWorker } = options
  const clusterDir = join(folder, name)
  await mkdir(clusterDir, { mode: 0o700 })
  const osUser = await chooseOsUser(folder, clusterDir, binaries.postgres)
  if (osUser.owner) await chown(clusterDir, osUser.owner.uid, osUser.owner.gid)
  const [command, ...args] = prefixCommand(osUser, binaries.initdb, [
    `--pgdata=${clusterDir}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
    '--auth=trust',
  ])
  await run(command, args, { ...osUser.spawnAs, env: buildPostgresEnvironment(), cwd: folder })
  const port = await findFreePort()
  const start = () =>
    startPostmaster({
      clusterDir,
      logFile: join(folder, `${name}.log`),
      binaries,
      osUser,
      settings: { ...SETTINGS, port: String(port), ...settings },
      lockFiles: [],
    })
  let { pid } = await start()
  const adminUrl = buildUrl(port, SUPERUSER)
  await runStatements(
    buildUrl(port, SUPERUSER, 'postgres'),
    ...(isWorker ? [] : [`CREATE ROLE ${OWNER} LOGIN`]),
    `CREATE DATABASE ${DATABASE} ${isWorker ? '' : `OWNER ${OWNER}`}`,
  )
  for (const extension of extensions) await runStatements(adminUrl, `CREATE EXTENSION ${extension}`)
  return {
    port,
    url: buildUrl(port, OWNER),
    adminUrl,
    /** Immediately, as in a power cut. */
    kill: async () => {
      process.kill(pid, 'SIGQUIT')
      await waitUntilTrue(`${name} is gone`, async () => !isAlive(pid))
    },
    start: async () => {
      pid = (await start()).pid
    },
    stop: async () => {
      if (isAlive(pid)) await stopPostmaster(clusterDir, pid, async () => binaries)
    },
  }
}
type DatabaseNode = Awaited<ReturnType<typeof startNode>>

/** A coordinator, its workers, and the same PostgreSQL on its own to compare with. */
export const startCluster = async ({
  workers: count = 3,
  settings = {},
}: { workers?: number; settings?: Record<string, string> } = {}) => {
  const binaries = await findPrograms()
  const folder = await mkdtemp(join(process.env['CITUS_FOLDER'] ?? tmpdir(), 'wearabouts-citus-'))
  await chmod(folder, 0o755)
  const nodes: DatabaseNode[] = []
  const add = async (name: string, extensions = ['citus', 'vector'], isWorker = false) => {
    const node = await startNode(binaries, { folder, name, extensions, settings, isWorker })
    nodes.push(node)
    return node
  }
  const close = async () => {
    await Promise.allSettled(nodes.map((node) => node.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const single = await add('single', ['vector'])
    const coordinator = await add('coordinator')
    await runStatements(
      coordinator.adminUrl,
      `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    )
    const workers: DatabaseNode[] = []
    const addWorker = async () => {
      const worker = await add(`worker-${workers.length + 1}`, undefined, true)
      workers.push(worker)
      await runStatements(
        coordinator.adminUrl,
        `SELECT citus_add_node('127.0.0.1', ${worker.port})`,
      )
      return worker
    }
    for (let index = 0; index < count; index += 1) await addWorker()
    return { single, coordinator, workers, addWorker, close }
  } catch (error) {
    await close()
    throw error
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
