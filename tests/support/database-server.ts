import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { findRunning, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { isAlive } from '#server/db/embedded/postmaster-file.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the first test that needs a database starts the PostgreSQL of this run. */
    databaseDir: string
  }
}

const PREFIX = 'wearabouts-test-'

const remove = async (dataDir: string): Promise<void> => {
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
    if (pid > 0 && !isAlive(pid)) await remove(join(tmpdir(), entry)).catch(() => undefined)
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  await sweepKilledRuns()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // Where tests run as root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  project.provide('databaseDir', dataDir)
  return () => remove(dataDir)
}
