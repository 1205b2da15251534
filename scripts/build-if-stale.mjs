// Runs before packages are installed: only Node's own modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { isAlive } from './is-alive.mjs'

/** Everything the build depends on. */
const SOURCES = [
  'index.html',
  'public',
  'src',
  'demo',
  'models',
  'scripts/messages',
  'vite.config.ts',
  'vite.render.config.ts',
  'vite.server.config.ts',
  'package.json',
  'package-lock.json',
]

const listFiles = (path) => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => listFiles(join(path, name)))
}

/** By content, because a checkout gives every file a new time. */
export const sourcesFingerprint = (root) => {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of listFiles(join(root, source))) {
      const content = readFileSync(file)
      hash.update(`${relative(root, file)} ${content.length}\n`).update(content)
    }
  return hash.digest('hex')
}

const stampPath = (root) => join(root, 'dist', '.built-from')

export const isBuildStale = (root, fingerprint = sourcesFingerprint(root)) =>
  !existsSync(stampPath(root)) || readFileSync(stampPath(root), 'utf8') !== fingerprint

const WAIT_MS = 100

/** Two builds at once would delete each other's files: the second waits. */
const withBuildLock = (root, work) => {
  const lock = join(root, 'node_modules', '.building')
  const take = () => {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return true
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      return false
    }
  }
  mkdirSync(dirname(lock), { recursive: true })
  while (!take()) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true })
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Returns whether the build is up to date afterwards. */
export const buildIfStale = (root) =>
  isBuildStale(root) ? withBuildLock(root, () => build(root)) : true

/** The commit, for `/admin` and the metrics. An image is built without Git, so it gets a variable. */
const readRevision = (root) => {
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return process.env.REVISION || (git.status === 0 ? git.stdout.trim() : '')
}

/** At the highest quality, which takes too long while a visitor waits. */
const compressClient = (folder) => {
  for (const file of listFiles(folder).filter((name) => /\.(css|m?js|svg)$/.test(name)))
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
}

const build = (root) => {
  const fingerprint = sourcesFingerprint(root)
  if (!isBuildStale(root, fingerprint)) return true
  console.error('Building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  for (const config of ['vite.config.ts', 'vite.render.config.ts', 'vite.server.config.ts']) {
    const args = [vite, 'build', '--config', config, '--logLevel', 'warn']
    const { status } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status !== 0) return false
  }
  compressClient(join(root, 'dist', 'client'))
  const models = join(root, 'dist', 'server', 'cli', 'browser-models.js')
  if (spawnSync(process.execPath, [models], { cwd: root, stdio: 'inherit' }).status !== 0)
    return false
  writeFileSync(join(root, 'dist', 'revision'), readRevision(root))
  writeFileSync(stampPath(root), fingerprint)
  return true
}
