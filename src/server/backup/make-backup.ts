import type { Pool } from 'pg'
import type { Storage } from '#server/core/storage/storage.ts'
import {
  BackupError,
  MANIFEST,
  type Manifest,
  newManifest,
  readManifest,
  type TableCopy,
} from './manifest.ts'
import { getPart, PART_BYTES, putPart, putStream } from './parts.ts'
import { copyPictures, verifyPictures } from './pictures.ts'
import { backupName, type Place } from './place.ts'
import { packSecrets, type Secrets, sealWith } from './secrets.ts'
import { createTablesStore, type TablesStore } from './tables.store.ts'

const copyTables = async (
  store: TablesStore,
  storage: Storage,
  name: string,
  partBytes: number,
) => {
  const tables: TableCopy[] = []
  for (const table of await store.tables()) {
    const stream = store.read(table)
    const key = `${name}/tables/${table.schema}.${table.name}`
    const parts = await putStream(storage, key, stream, partBytes)
    tables.push({ ...table, rows: stream.rowCount, parts })
  }
  return tables
}

/** Of one moment, although others go on reading and writing. */
const copyDatabase = async (pool: Pool, storage: Storage, name: string, partBytes: number) => {
  const client = await pool.connect()
  const store = createTablesStore(client)
  let isWhole = false
  try {
    await store.beginSnapshot()
    const copied = {
      postgres: await store.version(),
      migrations: await store.migrations(),
      sequences: await store.sequences(),
      tables: await copyTables(store, storage, name, partBytes),
    }
    await store.commit()
    isWhole = true
    return copied
  } finally {
    // A connection in the middle of a copy cannot be used again.
    client.release(!isWhole)
  }
}

type Backup = {
  pool: Pool
  pictures: Storage
  secrets: Secrets
  place: Place
  passphrase: string | undefined
  now: Date
  /** Smaller in tests. */
  partBytes?: number
}

/**
 * Copies database, pictures and secrets. Pictures come after the database: those it refers to are
 * there by then, and those that came later are found to be unused. What was written is read again
 * before the backup counts as one.
 */
export const makeBackup = async (backup: Backup): Promise<{ name: string; manifest: Manifest }> => {
  const { pool, pictures, secrets, place, passphrase, now, partBytes = PART_BYTES } = backup
  const { storage } = place
  const name = backupName(now)
  if ((await place.names()).includes(name)) throw new BackupError(`${name} exists already`)
  const database = await copyDatabase(pool, storage, name, partBytes)
  const content = {
    madeAt: now.toISOString(),
    ...database,
    pictures: await copyPictures(pictures, storage, name),
    secrets: await putPart(storage, `${name}/secrets.json`, packSecrets(secrets, passphrase)),
  }
  const seal = sealWith(passphrase)
  const body = newManifest(content, seal)
  const manifest = readManifest(body, seal)
  await verifyBackup(storage, name, manifest)
  await storage.put(`${name}/${MANIFEST}`, body, 'application/json')
  return { name, manifest }
}

/** Reads all of it, and throws if something is missing or damaged. */
export const verifyBackup = async (storage: Storage, name: string, manifest: Manifest) => {
  const { tables, pictures, secrets } = manifest
  for (const part of [...tables.flatMap(({ parts }) => parts), ...pictures.lists, secrets]) {
    if (!part.key.startsWith(`${name}/`))
      throw new BackupError(`The backup is damaged: ${part.key} is not a part of ${name}`)
    await getPart(storage, part)
  }
  await verifyPictures(storage, name, pictures.lists)
}
