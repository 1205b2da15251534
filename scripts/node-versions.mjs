// `npm run test:node [MAJOR…]`: the tests of stored files and backups on every supported major version
// of Node, because what a folder lists differs between them. The versions come from npm.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAJORS = ['20', '22', '24', '26']
const SUITES = [
  'src/server/core/storage',
  'src/server/backup',
  'src/server/cli/backup.test.ts',
  'src/server/features/library',
  'src/server/features/images',
]

const runCommand = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} failed`)
}

const folder = mkdtempSync(join(tmpdir(), 'node-versions-'))
const requestedVersions = process.argv.slice(2)
try {
  for (const major of requestedVersions.length > 0 ? requestedVersions : MAJORS) {
    const home = join(folder, major)
    runCommand('npm', [
      'install',
      '--prefix',
      home,
      '--no-save',
      '--no-package-lock',
      '--silent',
      `node-${process.platform}-${process.arch}@${major}`,
    ])
    const node = join(
      home,
      'node_modules',
      `node-${process.platform}-${process.arch}`,
      'bin',
      'node',
    )
    if (!existsSync(node)) throw new Error(`npm brought no Node ${major}`)
    runCommand(node, ['--version'])
    runCommand(node, [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...SUITES])
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
