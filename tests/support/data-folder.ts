import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { removeDataDir } from './run-folder.ts'

/** A temporary data folder. Afterwards its PostgreSQL is stopped and the folder removed, even if the test fails. */
export const temporaryDataDir = async ({ mode = 0o755, inside = '' } = {}): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'wearabouts-embedded-'))
  const dataDir = join(root, inside, 'data')
  await mkdir(dataDir, { recursive: true })
  await chmod(root, mode)
  onTestFinished(async () => {
    await removeDataDir(dataDir)
    await rm(root, { recursive: true, force: true })
  })
  return dataDir
}
