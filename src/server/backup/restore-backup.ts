import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { applyMigrations, findMigrations, migrateDatabase } from '#server/core/db/migrate.ts'
import { getContentType, type Storage } from '#server/core/storage/storage.ts'
import { type BackupStore, createBackupStore, forgetSearchDatabase } from './backup.store.ts'
import {
  BackupError,
  getPart,
  MANIFEST,
  type Manifest,
  toPicturePart,
  readPictureEntries,
  readManifest,
  readParts,
  type Secrets,
  createSeal,
  unpackSecrets,
} from './format.ts'
import { listKeptPictures, verifyBackup } from './make-backup.ts'
import type { BackupTarget } from './backup-target.ts'

type Restore = {
  source: BackupTarget & { name: string }
  pool: Pool
  pictures: Storage
  passphrase: string | undefined
  /** Replaces what is there. */
  force: boolean
}

/** Rows in these tables mean that the database is in use. Starting a server once fills only others. */
const IN_USE_TABLES = new Set([
  'public.users',
  'catalog.products',
  'catalog.looks',
  'catalog.shops',
])

const hasPictures = async (pictures: Storage): Promise<boolean> =>
  !(await listKeptPictures(pictures).next()).done

const refuseIfInUse = async (store: BackupStore, { pictures, force }: Restore) => {
  const others = await store.others()
  if (others > 0)
    throw new BackupError(
      `The database is in use by ${others} other connections: stop the servers and workers first`,
    )
  if (force) return
  const tables = await store.tables()
  const used = tables.filter(({ schema, name }) => IN_USE_TABLES.has(`${schema}.${name}`))
  if ((await store.hasRows(used)) || (await hasPictures(pictures)))
    throw new BackupError(
      'There is data already. Restore into an empty DATA_DIR or database, or use --force to replace it',
    )
}

const fillTables = async (store: BackupStore, storage: Storage, { tables }: Manifest) => {
  const tighten = await store.loosen(tables)
  // Some migrations add rows.
  await store.clear(tables)
  for (const table of tables) {
    const copy = store.write(table)
    await pipeline(Readable.from(readParts(storage, table.parts)), copy)
    if (copy.rowCount !== table.rows)
      throw new BackupError(
        `${table.schema}.${table.name} has ${copy.rowCount} rows instead of ${table.rows}`,
      )
  }
  await tighten()
}

/** Puts the pictures back. The result deletes the others, to which nothing refers any more. */
const restorePictures = async (
  { source, pictures }: Restore,
  { pictures: { lists } }: Manifest,
) => {
  const restoredKeys = new Set<string>()
  for await (const entry of readPictureEntries(source.storage, lists)) {
    const body = await getPart(source.storage, toPicturePart(source.name, entry))
    await pictures.put(entry.key, body, getContentType(entry.key))
    restoredKeys.add(entry.key)
  }
  return async () => {
    for await (const key of listKeptPictures(pictures))
      if (!restoredKeys.has(key)) await pictures.delete(key)
  }
}

/** Runs in one transaction: an error leaves the database unchanged. */
const replaceDatabase = async (
  client: PoolClient,
  restore: Restore,
  manifest: Manifest,
): Promise<() => Promise<void>> => {
  const migrations = await findMigrations(manifest.migrations)
  const store = createBackupStore(client)
  await refuseIfInUse(store, restore)
  await store.begin()
  try {
    await store.drop()
    await applyMigrations(client, migrations)
    await fillTables(store, restore.source.storage, manifest)
    for (const sequence of manifest.sequences) await store.setSequence(sequence)
    const removeOthers = await restorePictures(restore, manifest)
    await store.commit()
    return removeOthers
  } catch (error) {
    await store.rollback().catch(() => undefined) // The connection was lost, which rolls the transaction back.
    throw error
  }
}

/**
 * Puts a backup back. Everything is read and checked before anything is changed. The schema is made by
 * the migrations that the backup was made with, and the later ones run afterwards.
 */
export const restoreBackup = async (
  restore: Restore,
): Promise<{ manifest: Manifest; secrets: Secrets }> => {
  const { source, pool, passphrase } = restore
  const { storage, name } = source
  const body = await storage.get(`${name}/${MANIFEST}`)
  if (!body) throw new BackupError(`${name} is not a finished backup: it has no ${MANIFEST}`)
  const manifest = readManifest(body.body, createSeal(passphrase))
  await verifyBackup(storage, name, manifest)
  const secrets = unpackSecrets(await getPart(storage, manifest.secrets), passphrase)
  const client = await pool.connect()
  let isWhole = false
  try {
    const removeOthers = await replaceDatabase(client, restore, manifest)
    isWhole = true
    await removeOthers()
  } finally {
    client.release(!isWhole)
  }
  await migrateDatabase(pool)
  await forgetSearchDatabase(pool)
  return { manifest, secrets }
}
