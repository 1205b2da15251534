import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.mjs'

const PREFIX = 'wearabouts-test-'
/** The tests use a quarter of a gigabyte; those of `npm run test:long` more. */
const ENOUGH_BYTES = 4e9

const hasRoom = (parent) => {
  try {
    accessSync(parent, constants.W_OK)
    const { bavail, bsize } = statfsSync(parent)
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES
  } catch {
    return false
  }
}

const removeIfOurs = (folder) => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
  }
}

/** A run that was killed leaves its folder behind, perhaps one of another user's. */
const removeLeftFolders = (parent) => {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(PREFIX)))
    if (!isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) removeIfOurs(join(parent, name))
}

/** A folder in memory, removed when this process ends, or nothing where there is little memory. */
export const createMemoryFolder = (parent = '/dev/shm') => {
  if (!hasRoom(parent)) return undefined
  removeLeftFolders(parent)
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  // Root has PostgreSQL run by another account, which must get to the data in here, as in /tmp.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
