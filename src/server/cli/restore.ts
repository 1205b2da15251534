import pino, { type Logger } from 'pino'
import { openBackupSource } from '#server/backup/backup-target.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { connectDatabase, openDatabase } from '#server/core/db/database.ts'
import { type Env, parseEnv } from '#server/core/env.ts'
import { writeAuthSecret } from '#server/features/accounts/index.ts'
import { openStorage } from '#server/core/storage/open-storage.ts'
import { runCommandLine, UsageError } from './command-line.ts'

const USAGE = `Usage:
  npm run restore -- SOURCE [--force]

Puts back a backup made with npm run backup: SOURCE is its folder or s3://bucket/prefix/NAME, or the
place with several, of which the newest is taken. It goes to where the settings lead: DATA_DIR, or
DATABASE_URL and STORAGE_URL. Stop all servers and workers first.

Everything is read and checked before anything changes, and the database is replaced as a whole or
not at all. Where there is data already nothing happens without --force.
  --force   replaces the database and the pictures that are there`

/** Fails for an embedded database that a server uses. */
const openDatabaseForRestore = async (env: Env, log: Logger) =>
  env.DATABASE_URL === undefined
    ? openDatabase(env, log)
    : connectDatabase(env.DATABASE_URL, log, { listenUrl: env.DATABASE_LISTEN_URL })

const storeSecret = async (env: Env, secret: string) => {
  if (env.AUTH_SECRET === undefined) await writeAuthSecret(env.DATA_DIR, secret)
  else if (env.AUTH_SECRET !== secret)
    console.error(
      'AUTH_SECRET is not the one of the backup: everybody has to sign in again, and invitations that were not used are void.',
    )
}

await runCommandLine(
  USAGE,
  { force: { type: 'boolean' } },
  async ({ positionals: [from], values: { force = false } }) => {
    if (!from) throw new UsageError('From where?')
    const env = parseEnv(process.env)
    const log = pino({ level: 'warn' }, pino.destination(2))
    const source = await openBackupSource(from, env)
    const database = await openDatabaseForRestore(env, log)
    try {
      const { manifest, secrets } = await restoreBackup({
        source,
        pool: database.maintenance,
        pictures: openStorage(env, process.env),
        passphrase: env.BACKUP_PASSPHRASE,
        force,
      })
      await storeSecret(env, secrets.AUTH_SECRET)
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `Restored ${source.name}: ${rows} rows in ${manifest.tables.length} tables and ${manifest.pictures.count} pictures.`,
      )
    } finally {
      await database.close()
    }
  },
)
