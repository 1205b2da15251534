import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { SUPERUSER } from './cluster.ts'
import type { OsUser } from './os-user.ts'
import type { PostmasterFile } from './postmaster-file.ts'
import { prepareSocketFolder, SOCKET_PORT, socketLockFile } from './socket-folder.ts'

/** PostgreSQL clients cannot use Unix sockets on Windows, so we use loopback with a password there. */
export type Transport = 'socket' | 'tcp'

export const defaultTransport: Transport = process.platform === 'win32' ? 'tcp' : 'socket'

const passwordPath = (dataDir: string): string => join(dataDir, 'postgres-password')

export const ensurePasswordFile = async (dataDir: string, osUser: OsUser): Promise<string> => {
  const path = passwordPath(dataDir)
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

export const listenSettings = async (
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
    lockFiles: [socketLockFile(folder)],
  }
}

export const connectionUrl = async (
  dataDir: string,
  { socketDir, port }: PostmasterFile,
  database: string,
): Promise<string> => {
  const query = new URLSearchParams({ user: SUPERUSER, port: String(port), sslmode: 'disable' })
  if (socketDir === '') {
    query.set('host', '127.0.0.1')
    query.set('password', (await readFile(passwordPath(dataDir), 'utf8')).trim())
  } else query.set('host', socketDir)
  return `postgresql:///${database}?${query}`
}
