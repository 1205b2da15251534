import pino from 'pino'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'

const embedded = await openEmbeddedDatabase({
  dataDir: process.argv[2] ?? '',
  log: pino({ level: 'silent' }),
})
process.on('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
console.log(`PostgreSQL ${embedded.pid()}`)
setInterval(() => undefined, 60_000)
