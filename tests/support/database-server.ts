import type { TestProject } from 'vitest/node'
import { createRunFolder, removeDataDir } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of this run's PostgreSQL, which the first test that needs a database starts. */
    databaseDir: string
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDir = await createRunFolder()
  project.provide('databaseDir', dataDir)
  return () => removeDataDir(dataDir)
}
