import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { createRunFolder, removeDataDir } from './run-folder.ts'

/** A temporary data folder. Afterwards its PostgreSQL is stopped and the folder removed, even if the test fails. */
export const createTemporaryDataDir = async ({
  mode = 0o755,
  inside = '',
} = {}): Promise<string> => {
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

let pristine: Promise<string> | undefined

/** Made once per process: creating a database takes longer than most tests that need one. */
const createPristineDataDir = async (): Promise<string> => {
  const dataDir = await createRunFolder()
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const embedded = await openEmbeddedDatabase({
    dataDir,
    log: pino({ level: 'silent' }),
    durable: false,
  })
  await embedded.stop()
  return dataDir
}

/** The same with an empty database that has been stopped, for tests that are not about creating one. */
export const createUsedDataDir = async (options: { mode?: number } = {}): Promise<string> => {
  const [source, dataDir] = await Promise.all([
    (pristine ??= createPristineDataDir()),
    createTemporaryDataDir(options),
  ])
  await promisify(execFile)('cp', ['-a', join(source, 'postgres'), dataDir])
  return dataDir
}
