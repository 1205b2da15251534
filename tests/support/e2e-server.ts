import { join } from 'node:path'
import { createRunFolder, removeDataDir } from './run-folder.ts'
import { findFreePort, startServerProcess } from './server-process.ts'

/** Starts the real server with temporary data, once for all end-to-end tests. */
const startServer = async (): Promise<() => Promise<void>> => {
  const dataDir = await createRunFolder()
  const { baseUrl, stop } = await startServerProcess({
    port: await findFreePort(),
    dataDir,
    logFile: join('test-results', 'e2e-server.log'),
    hasDemo: true,
  }).catch(async (error: unknown) => {
    await removeDataDir(dataDir)
    throw error
  })
  // Playwright's workers start later and inherit this environment.
  process.env['E2E_BASE_URL'] = baseUrl
  process.env['E2E_DATA_DIR'] = dataDir
  return async () => {
    await stop()
    await removeDataDir(dataDir)
  }
}

export default startServer
