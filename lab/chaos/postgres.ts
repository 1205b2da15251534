import pino from 'pino'
import { Client } from 'pg'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'

const OWNER = 'wear'
const PASSWORD = 'only-for-trials'

const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A PostgreSQL of our own with an ordinary role, which cannot use the connections kept for superusers. */
export const startPostgres = async ({ maxConnections = 100 } = {}) => {
  const dataDir = await createRunFolder()
  const log = pino({ level: 'silent' })
  const open = () => openEmbeddedDatabase({ dataDir, log, durable: false, transport: 'tcp' })
  const first = await open()
  await withClient(first.maintenanceUrl, async (admin) => {
    await admin.query(`ALTER SYSTEM SET max_connections = ${maxConnections}`)
    await admin.query(`CREATE ROLE ${OWNER} LOGIN PASSWORD '${PASSWORD}'`)
    await admin.query(`ALTER DATABASE wearabouts OWNER TO ${OWNER}`)
  })
  await first.stop()
  const embedded = await open()
  const query = new URL(embedded.url).searchParams
  const address = `127.0.0.1:${query.get('port')}`
  return {
    port: Number(query.get('port')),
    password: PASSWORD,
    user: OWNER,
    url: `postgres://${OWNER}:${PASSWORD}@${address}/wearabouts`,
    count: (table: 'model_vectors') =>
      withClient(embedded.url, async (admin) => {
        const { rows } = await admin.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${table}`,
        )
        return rows[0]?.count ?? 0
      }),
    /** Connections of the application. */
    countConnections: () =>
      withClient(embedded.maintenanceUrl, async (admin) => {
        const { rows } = await admin.query<{ count: number }>(
          'SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1',
          [OWNER],
        )
        return rows[0]?.count ?? 0
      }),
    close: async () => {
      await embedded.stop()
      await removeDataDir(dataDir)
    },
  }
}
export type Postgres = Awaited<ReturnType<typeof startPostgres>>
