import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { ENGLISH } from '#server/core/languages.ts'
import { parseEnv } from '#server/core/env.ts'
import { createHttpServer } from '#server/core/http/http-server.ts'
import { createApp, createParts, type Overrides, type ServerSettings } from '#server/parts.ts'
import { testDatabase } from './database.ts'

const noClientFiles = { template: null, manifest: {}, read: () => null }

export const TEST_SECRET = 'a secret that is only ever used by tests'

type TestAppOptions = Partial<Pick<ServerSettings, 'database' | 'modelDir' | 'log'>> & {
  /** Environment variables on top of the tests' own. */
  env?: Record<string, string>
  /** A folder that outlives this app, as over a restart. */
  dataDir?: string
}

/** The server as `main.ts` starts it, on its own database and port; a part is replaced by its name. */
export const startTestApp = async (
  { env, modelDir, dataDir, ...options }: TestAppOptions = {},
  overrides: Overrides = {},
) => {
  const database = options.database ?? (await testDatabase())
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'wearabouts-app-')))
  const parts = await createParts(
    {
      env: parseEnv({
        NODE_ENV: 'test',
        DATA_DIR: folder,
        DEMO_CATALOG: 'off',
        AUTH_SECRET: TEST_SECRET,
        ...env,
      }),
      log: options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
      database,
      ...(modelDir === undefined ? {} : { modelDir }),
    },
    { clientFiles: noClientFiles, renderScreen: null, languages: [ENGLISH], ...overrides },
  )
  const app = createApp(parts)
  const server = createHttpServer(app, parts).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await parts.start(port)

  return {
    ...parts,
    app,
    /** Without the network, as a browser on this address would ask. */
    request: (path: string, init?: RequestInit) =>
      Promise.resolve(app.request(`http://wearabouts.test${path}`, init)),
    database,
    dataDir: folder,
    pool: database.pool,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      parts.endStreams()
      server.close()
      server.closeAllConnections()
      await parts.close()
      if (!options.database) await database.close()
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
