import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, readRows, readValue } from '#server/core/db/sql.ts'
import { createCatalogReader, recordPictureFacts } from '#server/features/catalog/index.ts'
import { RETENTION } from '#shared/retention.ts'
import type { PictureFacts } from './variants.ts'

export const createImagesStore = (connection: Connection) => ({
  /** The proxy fetches only pictures of the catalogue and of recent search results. */
  isCatalogPicture: async (url: string): Promise<boolean> =>
    (await readValue(connection, z.boolean(), { name: 'is-catalogue-picture' })`
      SELECT catalog.has_picture(${url})
      OR EXISTS (SELECT FROM remote_pictures WHERE url = ${url}) AS known`) ?? false,

  /** Whether the catalogue or the samples of Home show one of our own files. */
  isInUse: createCatalogReader(connection).looks.showsPicture,
  /** Fills in the size and colour that the import did not provide. */
  recordFacts: (url: string, facts: PictureFacts) => recordPictureFacts(connection, url, facts),
  personWithPortrait: createCatalogReader(connection).people.findByPortrait,
})
export type ImagesStore = ReturnType<typeof createImagesStore>

/** URLs of pictures outside the catalogue that the proxy may fetch. */
export const createRemotePictureUrlsStore = (connection: Connection) => ({
  remember: async (urls: readonly string[]) => {
    if (urls.length === 0) return
    await execute(connection)`
      INSERT INTO remote_pictures (url) SELECT DISTINCT unnest(${urls}::text[])
      ON CONFLICT (url) DO UPDATE SET seen_at = now()`
    await execute(connection)`
      DELETE FROM remote_pictures 
      WHERE seen_at < now() - ${RETENTION.remotePicturesMs} * interval '1 ms'`
  },
})
export type RemotePictureUrls = ReturnType<typeof createRemotePictureUrlsStore>

const bytes = z.instanceof(Buffer).nullable()
const keyRow = z.object({ takedown_id: z.string(), url: z.string() })
const removedPictureRow = keyRow.extend({
  sha256: bytes,
  grid: bytes,
  aspect: z.number().nullable(),
})

export type RemovedPictureKey = z.infer<typeof keyRow>
export type RemovedPicture = z.infer<typeof removedPictureRow>

/** The limit for one takedown: a plain picture may resemble many others. */
const MAX_SUSPECTS = 200

export const createRemovedPicturesStore = (connection: Connection) => ({
  keys: () => readRows(connection, keyRow)`SELECT takedown_id, url FROM takedown_pictures`,

  /** Includes fingerprints of 12 KB each. A withdrawn look has only its URL. */
  read: (keys: readonly RemovedPictureKey[]) =>
    readRows(connection, removedPictureRow)`
      SELECT takedown_id, url, CASE WHEN NOT is_withdrawal THEN sha256 END AS sha256,
        CASE WHEN NOT is_withdrawal THEN grid END AS grid, aspect
      FROM takedown_pictures
      JOIN unnest(${keys.map(({ takedown_id }) => takedown_id)}::bigint[],
        ${keys.map(({ url }) => url)}::text[]) AS wanted(takedown_id, url) USING (takedown_id, url)
      JOIN takedowns ON takedowns.id = takedown_id`,

  /** Records a picture that may be a copy, so that an administrator decides. */
  suspect: (takedownId: string, url: string) =>
    execute(connection)`
      INSERT INTO takedown_suspects (takedown_id, url)
      SELECT id, ${url} FROM takedowns WHERE id = ${takedownId} AND restored_at IS NULL
        AND (SELECT count(*) FROM takedown_suspects
          WHERE takedown_id = ${takedownId}) < ${MAX_SUSPECTS}
      ON CONFLICT DO NOTHING`,

  /** Records another URL of a removed picture. Servers are notified, and one removes it from the catalogue. */
  block: (takedownId: string, url: string) =>
    execute(connection)`
      WITH added AS (
        INSERT INTO takedown_pictures (takedown_id, url)
        SELECT id, ${url} FROM takedowns WHERE id = ${takedownId} AND restored_at IS NULL
        ON CONFLICT DO NOTHING RETURNING takedown_id
      ), pending AS (
        UPDATE takedowns SET applied_at = NULL, purged_at = NULL
        FROM added WHERE takedowns.id = added.takedown_id RETURNING takedowns.id)
      SELECT pg_notify('takedown_changed', id::text) FROM pending`,
})
export type RemovedPicturesStore = ReturnType<typeof createRemovedPicturesStore>
