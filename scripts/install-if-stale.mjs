// Runs before packages are installed: only Node's own modules.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

const OLDEST_NODE = [20, 19]

/** A message if Node is too old, which would otherwise fail later with an obscure syntax error. */
export const checkNodeVersion = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isRecent = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return isRecent
    ? undefined
    : `Wearabouts needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${version}.`
}

const stampPath = (root) => join(root, 'node_modules', '.wearabouts-installed')

const fingerprint = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    // Native packages depend on the machine.
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/** npm writes this copy of the lockfile last; without it, the install did not finish. */
const matchesLockfile = (root) => {
  const copy = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(copy)) return false
  const lockedPackages = readPackages(join(root, 'package-lock.json'))
  const installedPackages = readPackages(copy)
  return (
    Object.entries(installedPackages).every(
      ([name, { version }]) => lockedPackages[name]?.version === version,
    ) &&
    Object.entries(lockedPackages).every(
      ([name, { optional }]) => name === '' || optional || name in installedPackages,
    )
  )
}

export const isInstallStale = (root) => {
  const stamp = stampPath(root)
  const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root)
  return !isStamped && !matchesLockfile(root)
}

/** Returns whether the packages are installed afterwards. */
export const installIfStale = (root) => {
  if (!isInstallStale(root)) return true
  console.error('Installing packages …')
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--prefer-offline', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['inherit', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) return false
  writeFileSync(stampPath(root), fingerprint(root))
  return true
}
