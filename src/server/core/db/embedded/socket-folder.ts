import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OsUser } from './os-user.ts'

/** sun_path is 108 bytes on Linux and 104 on macOS, including the terminator. */
const MAX_SOCKET_PATH_BYTES = 103
export const SOCKET_PORT = 5432
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`

const fits = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES &&
  // unix_socket_directories is a list with its own quoting.
  !/[,"\s]/.test(folder)

export const socketLockFile = (folder: string): string => join(folder, `${SOCKET_NAME}.lock`)

/** The data folder (0700, so the socket needs no password), or a private folder if its path is too long. */
export const prepareSocketFolder = async (
  clusterDir: string,
  osUser: OsUser,
  temporary = tmpdir(),
): Promise<string> => {
  if (fits(clusterDir)) return clusterDir
  const name = `wearabouts-${createHash('sha256').update(clusterDir).digest('hex').slice(0, 16)}`
  const folder = fits(join(temporary, name)) ? join(temporary, name) : join('/tmp', name)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { uid, mode } = await lstat(folder)
  const own = process.getuid?.()
  // Anyone can write to /tmp: another user may have created this folder or link to intercept traffic.
  const trusted = (uid === own || uid === osUser.owner?.uid) && (mode & 0o170_077) === 0o040_000
  if (!trusted)
    throw new Error(
      `${folder} belongs to somebody else. Remove it, or choose a DATA_DIR with a shorter path.`,
    )
  if (osUser.owner) await chown(folder, osUser.owner.uid, osUser.owner.gid)
  return folder
}
