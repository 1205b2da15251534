// Runs before dependencies exist: Node alone.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

const OLDEST_NODE = [20, 19]

/** Says what is wrong in a sentence: older versions fail later with a syntax error nobody understands. */
export const checkNodeVersion = (version = process.versions.node) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOldEnough =
    major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return isOldEnough
    ? undefined
    : `Wearabouts needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${version}.`
}

const stampPath = (root) => join(root, 'node_modules', '.wearabouts-installed')

const fingerprint = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    // Native packages are chosen for the machine they are installed on.
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/** npm writes its own copy of the lockfile last: without it an install was cut short, or never happened. */
const matchesLockfile = (root) => {
  const copy = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(copy)) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(copy)
  return (
    Object.entries(installed).every(([name, { version }]) => wanted[name]?.version === version) &&
    Object.entries(wanted).every(
      ([name, { optional }]) => name === '' || optional || name in installed,
    )
  )
}

export const isInstallStale = (root) => {
  const stamp = stampPath(root)
  const isStamped = existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root)
  return !isStamped && !matchesLockfile(root)
}

/** True when the packages are there afterwards. */
export const installIfStale = (root) => {
  if (!isInstallStale(root)) return true
  console.log('Installing packages …')
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
