import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createListener } from '#server/jobs/listener.ts'
import { testApp } from './app.ts'
import { testDatabase } from './database.ts'

/** The whole server, listening: for what needs a port, as the local sign-in provider does. */
export const startTestApp = async () => {
  const database = await testDatabase()
  const { app, accounts, log, storage, close } = await testApp(database)
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listener = await createListener(database.url, log)
  await accounts.start(port, listener)

  return {
    app,
    accounts,
    storage,
    pool: database.pool,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      accounts.endStreams()
      server.close()
      server.closeAllConnections()
      await listener.close()
      await close()
      await database.close()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
