import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { findRunning, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { isAlive } from '#server/db/embedded/postmaster-file.ts'

const PREFIX = 'wearabouts-run-'

/** Stops the embedded PostgreSQL in it, if there is one. */
export const removeDataDir = async (dataDir: string): Promise<void> => {
  const clusterDir = join(dataDir, 'postgres')
  const running = await findRunning(clusterDir)
  if (running) await stopPostmaster(clusterDir, running.pid, findBinaries)
  await rm(dataDir, { recursive: true, force: true })
}

/** A run that was killed leaves its PostgreSQL behind. */
const sweepKilledRuns = async (): Promise<void> => {
  for (const entry of await readdir(tmpdir())) {
    const pid = entry.startsWith(PREFIX) ? Number.parseInt(entry.slice(PREFIX.length), 10) : 0
    // What belongs to another user is theirs to sweep.
    if (pid > 0 && !isAlive(pid)) await removeDataDir(join(tmpdir(), entry)).catch(() => undefined)
  }
}

/** A DATA_DIR for one run of the tests. */
export const createRunFolder = async (): Promise<string> => {
  await sweepKilledRuns()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // Where tests run as root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  return dataDir
}
