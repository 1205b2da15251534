import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '#server/core/project-root.ts'
import { SkippedError } from './programs.ts'

const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: PROJECT_ROOT })

/** The sources of an earlier version, with the packages of this one. */
export const checkOut = async (commit: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-earlier-'))
  try {
    await git('worktree', 'add', '--detach', folder, commit)
  } catch {
    await rm(folder, { recursive: true, force: true })
    throw new SkippedError(`there is no commit ${commit} here`)
  }
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'))
  return {
    program: ['--import', 'tsx', join(folder, 'src', 'server', 'main.ts')],
    remove: async () => {
      await git('worktree', 'remove', '--force', folder)
    },
  }
}
