import type { Pool } from 'pg'
import { type Storage, parseStorageKey } from '#server/core/storage/storage.ts'
import { type BackupStore, createBackupStore } from './backup.store.ts'
import {
  BackupError,
  getPart,
  MANIFEST,
  type Manifest,
  createManifest,
  packSecrets,
  type Part,
  PART_BYTES,
  toPicturePart,
  type PictureEntry,
  readPictureEntries,
  putPart,
  putStream,
  readManifest,
  type Secrets,
  createSeal,
  sha256,
  type TableCopy,
} from './format.ts'
import { formatBackupName, readNewestManifest, type BackupTarget } from './backup-target.ts'

/** These files are made again when needed, or deleted within hours anyway. */
const EXCLUDED_FOLDERS = ['variants/', 'crops/', 'checks/']
/** These files are made at their first request, so they may not exist yet. */
const GENERATED_FOLDERS = ['demo/', 'celebrities/']
const LIST_LENGTH = 5_000
const MAX_LISTED_KEYS = 3

const isInFolders = (folders: readonly string[], key: string) =>
  folders.some((folder) => key.startsWith(folder))

export async function* listKeptPictures(
  pictures: Storage,
): AsyncGenerator<string, void, undefined> {
  for await (const key of pictures.list('')) if (!isInFolders(EXCLUDED_FOLDERS, key)) yield key
}

type Backup = {
  pool: Pool
  pictures: Storage
  secrets: Secrets
  target: BackupTarget
  passphrase: string | undefined
  now: Date
  /** Accepts that pictures are missing in the storage, in this and later backups. */
  acceptMissing?: boolean
  signal?: AbortSignal
  /** Smaller in tests. */
  partBytes?: number
}
type Copy = Backup & { name: string }

const copyTables = async (store: BackupStore, { target, name, signal, partBytes }: Copy) => {
  const tables: TableCopy[] = []
  for (const table of await store.tables()) {
    signal?.throwIfAborted()
    const stream = store.read(table)
    const key = `${name}/tables/${table.schema}.${table.name}`
    const parts = await putStream(target.storage, key, stream, partBytes ?? PART_BYTES)
    tables.push({ ...table, rows: stream.rowCount, parts })
  }
  return tables
}

/** The files that the rows refer to. */
const readReferencedKeys = async (store: BackupStore) => {
  const keys = (await store.pictureUrls()).flatMap((url) => parseStorageKey(url, null) ?? [])
  return new Set(
    keys.filter((key) => !isInFolders([...EXCLUDED_FOLDERS, ...GENERATED_FOLDERS], key)),
  )
}

/** Copies one snapshot of the database while others keep reading and writing. */
const copyDatabase = async (copy: Copy) => {
  const client = await copy.pool.connect()
  const store = createBackupStore(client)
  let isWhole = false
  try {
    await store.beginSnapshot()
    const copied = {
      postgres: await store.version(),
      migrations: await store.migrations(),
      sequences: await store.sequences(),
      tables: await copyTables(store, copy),
    }
    const referenced = await readReferencedKeys(store)
    await store.commit()
    isWhole = true
    return { copied, referenced }
  } finally {
    // A connection in the middle of a copy cannot be used again.
    client.release(!isWhole)
  }
}

const createPictureCopier = ({ pictures, target: { storage }, name, signal }: Copy) => {
  const lists: Part[] = []
  let entries: PictureEntry[] = []
  const total = { count: 0, bytes: 0 }
  const flush = async () => {
    const body = Buffer.from(JSON.stringify(entries))
    const number = String(lists.length + 1).padStart(5, '0')
    lists.push(await putPart(storage, `${name}/pictures.${number}.json`, body))
    entries = []
  }
  return {
    /** False if there is no such file. */
    copy: async (key: string): Promise<boolean> => {
      signal?.throwIfAborted()
      const picture = await pictures.get(key)
      if (!picture) return false
      const entry = { key, sha256: sha256(picture.body), bytes: picture.body.length }
      await storage.put(toPicturePart(name, entry).key, picture.body, picture.contentType)
      entries.push(entry)
      total.count += 1
      total.bytes += entry.bytes
      if (entries.length === LIST_LENGTH) await flush()
      return true
    },
    end: async () => {
      if (entries.length > 0) await flush()
      return { ...total, lists }
    },
  }
}

/**
 * Copies every picture, one at a time, and compares them with the rows of the snapshot: a list that
 * leaves files out must not pass for a backup. What was deleted since then may be missing.
 */
const copyPictures = async (copy: Copy, referenced: Set<string>): Promise<Manifest['pictures']> => {
  const { pictures, pool, target, acceptMissing } = copy
  const copier = createPictureCopier(copy)
  for await (const key of listKeptPictures(pictures))
    if (await copier.copy(key)) referenced.delete(key)
  const absent: string[] = []
  for (const key of referenced) if (!(await copier.copy(key))) absent.push(key)
  const still = absent.length > 0 ? await readReferencedKeys(createBackupStore(pool)) : null
  const missing = absent.filter((key) => still?.has(key)).toSorted()
  const accepted = new Set((await readNewestManifest(target))?.pictures.missing)
  const news = missing.filter((key) => !accepted.has(key))
  if (news.length > 0 && !acceptMissing)
    throw new BackupError(
      `${news.length} pictures that the database refers to are not in the storage, such as ${news.slice(0, MAX_LISTED_KEYS).join(', ')}. Bring them back, or accept the loss with npm run backup -- TARGET --accept-missing`,
    )
  return { ...(await copier.end()), missing }
}

/**
 * Copies database, pictures and secrets. Pictures come after the database: those it refers to are
 * there by then, and those that came later are found to be unused. What was written is read again
 * before the backup counts as one.
 */
export const makeBackup = async (backup: Backup): Promise<{ name: string; manifest: Manifest }> => {
  const { secrets, target, passphrase, now, signal } = backup
  const { storage } = target
  const name = formatBackupName(now)
  if ((await target.names()).includes(name)) throw new BackupError(`${name} exists already`)
  const copy = { ...backup, name }
  const { copied, referenced } = await copyDatabase(copy)
  const content = {
    madeAt: now.toISOString(),
    ...copied,
    pictures: await copyPictures(copy, referenced),
    secrets: await putPart(storage, `${name}/secrets.json`, packSecrets(secrets, passphrase)),
  }
  const seal = createSeal(passphrase)
  const body = createManifest(content, seal)
  const manifest = readManifest(body, seal)
  await verifyBackup(storage, name, manifest, signal)
  await storage.put(`${name}/${MANIFEST}`, body, 'application/json')
  return { name, manifest }
}

/** Reads all of it, and throws if something is missing or damaged. */
export const verifyBackup = async (
  storage: Storage,
  name: string,
  manifest: Manifest,
  signal?: AbortSignal,
) => {
  const { tables, pictures, secrets } = manifest
  for (const part of [...tables.flatMap(({ parts }) => parts), ...pictures.lists, secrets]) {
    signal?.throwIfAborted()
    if (!part.key.startsWith(`${name}/`))
      throw new BackupError(`The backup is damaged: ${part.key} is not a part of ${name}`)
    await getPart(storage, part)
  }
  for await (const entry of readPictureEntries(storage, pictures.lists)) {
    signal?.throwIfAborted()
    await getPart(storage, toPicturePart(name, entry))
  }
}
