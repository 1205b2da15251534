import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '#server/core/db/embedded/cluster.ts'
import {
  findRunningPostmaster,
  isAlive,
  stopPostmaster,
} from '#server/core/db/embedded/postmaster.ts'

const PREFIX = 'wearabouts-run-'

/** Stops the embedded PostgreSQL of this folder, if it runs. */
export const removeDataDir = async (dataDir: string): Promise<void> => {
  const clusterDir = join(dataDir, 'postgres')
  const running = await findRunningPostmaster(clusterDir)
  if (running) await stopPostmaster(clusterDir, running.pid, findBinaries)
  await rm(dataDir, { recursive: true, force: true })
}

/** Cleans up after killed runs, which leave their PostgreSQL running. */
const sweepKilledRuns = async (): Promise<void> => {
  for (const entry of await readdir(tmpdir())) {
    const pid = entry.startsWith(PREFIX) ? Number.parseInt(entry.slice(PREFIX.length), 10) : 0
    // Folders of other users are not ours to remove.
    if (pid > 0 && !isAlive(pid)) await removeDataDir(join(tmpdir(), entry)).catch(() => undefined)
  }
}

/** A DATA_DIR for one test run. */
export const createRunFolder = async (): Promise<string> => {
  await sweepKilledRuns()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755)
  return dataDir
}
