import { createHash, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { OsUser } from './os-user.ts'
import { SUPERUSER } from './cluster.ts'
import type { PostmasterFile } from './postmaster.ts'

/** sun_path is 108 bytes on Linux and 104 on macOS, including the terminator. */
const MAX_SOCKET_PATH_BYTES = 103
const SOCKET_PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`

const fitsSocketPath = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES &&
  // unix_socket_directories is a list with its own quoting rules.
  !/[,"\s]/.test(folder)

const getSocketLockFile = (folder: string): string => join(folder, `${SOCKET_NAME}.lock`)

/** The data folder (0700, so the socket needs no password), or a private folder if its path is too long. */
export const prepareSocketFolder = async (
  clusterDir: string,
  osUser: OsUser,
  temporary = tmpdir(),
): Promise<string> => {
  if (fitsSocketPath(clusterDir)) return clusterDir
  const name = `wearabouts-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`
  const folder = fitsSocketPath(join(temporary, name)) ? join(temporary, name) : join('/tmp', name)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { uid, mode } = await lstat(folder)
  const ownUid = process.getuid?.()
  // Anyone can write to /tmp: another user may have created this folder or link to intercept traffic.
  const isTrusted =
    (uid === ownUid || uid === osUser.owner?.uid) && (mode & 0o170_077) === 0o040_000
  if (!isTrusted)
    throw new Error(
      `${folder} belongs to somebody else. Remove it, or choose a DATA_DIR with a shorter path.`,
    )
  if (osUser.owner) await chown(folder, osUser.owner.uid, osUser.owner.gid)
  return folder
}

/** PostgreSQL clients cannot use Unix sockets on Windows, so we use loopback with a password there. */
export type Transport = 'socket' | 'tcp'

export const defaultTransport: Transport = process.platform === 'win32' ? 'tcp' : 'socket'

const getPasswordPath = (dataDir: string): string => join(dataDir, 'postgres-password')

export const ensurePasswordFile = async (dataDir: string, osUser: OsUser): Promise<string> => {
  const path = getPasswordPath(dataDir)
  await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  if (osUser.owner) await chown(path, osUser.owner.uid, osUser.owner.gid)
  return path
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

export const buildListenSettings = async (
  transport: Transport,
  clusterDir: string,
  osUser: OsUser,
  /** After a restart, clients still know the old port. */
  oldPort?: number,
): Promise<{ settings: Record<string, string>; lockFiles: string[] }> => {
  if (transport === 'tcp') {
    const port = String(oldPort ?? (await findFreePort()))
    return {
      settings: { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' },
      lockFiles: [],
    }
  }
  const folder = await prepareSocketFolder(clusterDir, osUser)
  return {
    settings: {
      listen_addresses: '',
      port: String(SOCKET_PORT),
      unix_socket_directories: folder,
      unix_socket_permissions: '0700',
    },
    lockFiles: [getSocketLockFile(folder)],
  }
}

export const buildConnectionUrl = async (
  dataDir: string,
  { socketDir, port }: PostmasterFile,
  database: string,
): Promise<string> => {
  const query = new URLSearchParams({ user: SUPERUSER, port: String(port), sslmode: 'disable' })
  if (socketDir === '') {
    query.set('host', '127.0.0.1')
    query.set('password', (await readFile(getPasswordPath(dataDir), 'utf8')).trim())
  } else query.set('host', socketDir)
  return `postgresql:///${database}?${query}`
}
