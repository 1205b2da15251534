// Runs before packages are installed: only Node's own modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything the build depends on. */
const SOURCES = [
  'index.html',
  'public',
  'src',
  'demo',
  'vite.config.ts',
  'vite.render.config.ts',
  'vite.server.config.ts',
  'package.json',
  'package-lock.json',
]

const filesUnder = (path) => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesUnder(join(path, name)))
}

/** By content, because a checkout gives every file a new time. */
export const sourcesFingerprint = (root) => {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesUnder(join(root, source))) {
      const content = readFileSync(file)
      hash.update(`${file.slice(root.length)} ${content.length}\n`).update(content)
    }
  return hash.digest('hex')
}

const stampPath = (root) => join(root, 'dist', '.built-from')

export const isBuildStale = (root, fingerprint = sourcesFingerprint(root)) =>
  !existsSync(stampPath(root)) || readFileSync(stampPath(root), 'utf8') !== fingerprint

/** Returns whether the build is up to date afterwards. */
export const buildIfStale = (root) => {
  const fingerprint = sourcesFingerprint(root)
  if (!isBuildStale(root, fingerprint)) return true
  console.log('Building …')
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
  writeFileSync(stampPath(root), fingerprint)
  return true
}
