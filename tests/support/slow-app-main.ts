import { once } from 'node:events'
import pino from 'pino'
import { openDatabase } from '#server/core/db/database.ts'
import { parseEnv } from '#server/core/env.ts'
import { createHttpServer } from '#server/core/http/http-server.ts'
import { createBodyLimiter } from '#server/core/http/request-body.ts'
import { createApp, createParts } from '#server/parts.ts'
import { PAGE_TEMPLATE } from './page-template.ts'

/** So that a small crowd is too much for it, on any machine. */
const RENDER_MS = 20
const CALL_MS = 10
const BODY_BYTES = 64 * 1024 * 1024

const workFor = (ms: number) => {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
}

/** The server, with pages and calls that take a fixed time. */
const env = parseEnv(process.env)
const log = pino({ level: env.LOG_LEVEL })
const database = await openDatabase(env, log)
const parts = await createParts(
  { env, log, database },
  {
    clientFiles: {
      template: PAGE_TEMPLATE,
      manifest: {},
      read: () => null,
    },
    bodies: createBodyLimiter({ maxBytes: BODY_BYTES, maxBytesPerGroup: BODY_BYTES }),
    renderScreen: () => {
      workFor(RENDER_MS)
      return { markup: 'x'.repeat(100_000), module: null }
    },
  },
)
const app = createApp(parts)
const { fetch } = app
app.fetch = (request, ...rest) => {
  if (new URL(request.url).pathname.startsWith('/api/')) workFor(CALL_MS)
  return fetch(request, ...rest)
}
await once(createHttpServer(app, parts).listen(env.PORT, env.HOST), 'listening')
await parts.start(env.PORT)
