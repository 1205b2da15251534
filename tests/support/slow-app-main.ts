import { once } from 'node:events'
import pino from 'pino'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { parseEnv } from '#server/env.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createParts } from '#server/parts.ts'

/** So that a small crowd is too much for it, on any machine. */
const RENDER_MS = 20

/** The server, with pages that take a fixed time to render. */
const env = parseEnv(process.env)
const log = pino({ level: env.LOG_LEVEL })
const database = await openDatabase(env, log)
const parts = await createParts(
  { env, log, database },
  {
    clientFiles: {
      template: '<head></head><div id="root"></div>',
      manifest: {},
      read: () => null,
    },
    renderScreen: () => {
      const endsAt = performance.now() + RENDER_MS
      while (performance.now() < endsAt);
      return { markup: 'x'.repeat(100_000), module: null }
    },
  },
)
await once(createHttpServer(createApp(parts), parts).listen(env.PORT, env.HOST), 'listening')
await parts.start(env.PORT)
