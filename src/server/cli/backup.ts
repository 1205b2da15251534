import { z } from 'zod'
import { makeBackup } from '#server/backup/make-backup.ts'
import { keepNewest, openBackupTarget, pruneBackups } from '#server/backup/backup-target.ts'
import { recordBackup } from '#server/backup/scheduled-backups.ts'
import { readAuthSecret } from '#server/features/accounts/index.ts'
import { openStorage } from '#server/core/storage/open-storage.ts'
import { runCommandLine, UsageError, withDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run backup -- TARGET [--keep N] [--accept-missing]

Copies the database, the pictures and the secrets into a new folder in TARGET, a folder or
s3://bucket/prefix (with the AWS variables and S3_ENDPOINT), while the server runs. Everything is
read again and compared before the backup counts.
  --keep N          afterwards removes all but the newest N backups in TARGET
  --accept-missing  makes one although the database refers to pictures that are not in the storage;
                    later backups in TARGET no longer fail because of these

With BACKUP_PASSPHRASE the secrets are encrypted and nobody can change the backup unnoticed; a
bucket needs it. Without it they are in secrets.json, which only you may read. The database holds
personal data either way: keep backups private.`

const keepSchema = z.coerce.number().int().min(1).max(10_000).optional()

await runCommandLine(
  USAGE,
  { keep: { type: 'string' }, 'accept-missing': { type: 'boolean' } },
  async ({ positionals: [target], values }) => {
    if (!target) throw new UsageError('Where to?')
    const keep = keepSchema.safeParse(values.keep)
    if (!keep.success) throw new UsageError('--keep must be a number from 1.')
    await withDatabase(async ({ maintenance: pool }, env) => {
      const passphrase = env.BACKUP_PASSPHRASE
      const backupTarget = openBackupTarget(target, env, passphrase)
      await backupTarget.verify()
      const pictures = openStorage(env, process.env)
      const secrets = { AUTH_SECRET: await readAuthSecret(env) }
      const now = new Date()
      const acceptMissing = values['accept-missing'] ?? false
      const backup = {
        pool,
        pictures,
        secrets,
        target: backupTarget,
        passphrase,
        now,
        acceptMissing,
      }
      const { name, manifest } = await recordBackup(pool, () => makeBackup(backup))
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `${name}: ${rows} rows in ${manifest.tables.length} tables and ${manifest.pictures.count} pictures, checked.`,
      )
      const { missing } = manifest.pictures
      if (missing.length > 0) console.log(`${missing.length} pictures are missing in the storage.`)
      const removed =
        keep.data === undefined ? [] : await pruneBackups(backupTarget, keepNewest(keep.data), now)
      for (const old of removed) console.log(`Removed ${old}.`)
    })
  },
)
