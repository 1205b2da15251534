import { z } from 'zod'
import { takedownSchema } from '#shared/contract/takedown.ts'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  affectsRow,
  execute,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
  requireRow,
} from '#server/core/db/sql.ts'
import { type Content, createCatalogReader } from '#server/features/catalog/index.ts'
import type { Fingerprint } from '#server/features/images/index.ts'

const MAX_SUSPECTS_LISTED = 20

const takedownRow = takedownSchema.extend({
  notice_id: z.string().nullable(),
  is_withdrawal: z.boolean(),
  removedAt: isoTime,
  doneAt: isoTime.nullable(),
  restoredAt: isoTime.nullable(),
})
export type TakedownRow = z.infer<typeof takedownRow>

const TAKEDOWN_QUERY = `SELECT t.id, t.kind, t.subject, t.title, t.notice_id, t.is_withdrawal, notice.reference, t.reason,
    t.removed_at AS "removedAt", t.restored_at AS "restoredAt", t.restore_reason AS "restoreReason",
    CASE WHEN t.applied_at IS NOT NULL THEN coalesce(t.purged_at, t.restored_at) END AS "doneAt",
    counted.pictures, counted.unrecognised = 0 AS "isRecognised",
    ARRAY(SELECT url FROM takedown_suspects suspect WHERE suspect.takedown_id = t.id
      AND dismissed_at IS NULL
      AND NOT EXISTS (SELECT FROM takedown_pictures gone WHERE gone.url = suspect.url)
      ORDER BY found_at DESC, url LIMIT ${MAX_SUSPECTS_LISTED}) AS similar
  FROM takedowns t LEFT JOIN notices notice ON notice.id = t.notice_id
  CROSS JOIN LATERAL (SELECT count(*)::int AS pictures,
      count(*) FILTER (WHERE sha256 IS NULL)::int AS unrecognised
    FROM takedown_pictures WHERE takedown_id = t.id) counted`

const withdrawnRow = z.object({ title: z.string(), urls: z.array(z.string()) })
const pictureRow = z.object({
  url: z.string(),
  grid: z.instanceof(Buffer).nullable(),
  aspect: z.number().nullable(),
})
const derivedRow = z.object({
  product_ids: z.array(z.string()),
  portraits: z.array(z.string()),
  ofPeople: z.array(z.string()),
  own: z.array(z.string()),
})

export const createTakedownsStore = (connection: Connection) => ({
  /** What is withdrawn can still be taken down, but not the reverse. */
  inForce: ({ kind, subject }: Pick<Content, 'kind' | 'subject'>, isWithdrawal: boolean) =>
    hasRow(connection)`
      SELECT FROM takedowns WHERE kind = ${kind} AND subject = ${subject} AND restored_at IS NULL
        AND (${isWithdrawal} OR NOT is_withdrawal)`,

  /** A look that its publisher has withdrawn. */
  findWithdrawn: async (url: string): Promise<Content | null> => {
    // PostgreSQL cannot store NUL.
    const row = url.includes('\0')
      ? null
      : await readRow(connection, withdrawnRow)`
          SELECT coalesce(nullif(title, ''), picture.url) AS title, ARRAY(SELECT one.url FROM takedown_pictures one
            WHERE one.takedown_id = takedowns.id) AS urls
          FROM takedowns JOIN takedown_pictures picture ON picture.takedown_id = takedowns.id
          WHERE picture.url = ${url} AND kind = 'look' AND is_withdrawal AND restored_at IS NULL
          ORDER BY takedowns.id DESC LIMIT 1`
    return row && { kind: 'look', subject: url, ...row, identities: [] }
  },

  /** Until the transaction ends, nobody else begins to remove it. */
  lockSubject: (kind: Content['kind'], subject: string) =>
    execute(connection)`
      SELECT pg_advisory_xact_lock(hashtextextended(${`takedown of ${kind} `} || ${subject}::text, 0))`,

  /** From now on its pictures are hidden, and imports skip it. */
  begin: async (
    content: Content,
    prints: readonly { url: string; print: Fingerprint | null }[],
    about: {
      reason: string
      noticeId: string | null
      actor: string | null
      isWithdrawal: boolean
      portrait: string | null
    },
  ): Promise<string> => {
    const id = await readValue(connection, z.string())`
      WITH begun AS (
        INSERT INTO takedowns (kind, subject, title, notice_id, reason, removed_by, is_withdrawal,
          portrait)
        VALUES (${content.kind}, ${content.subject}, ${content.title}, ${about.noticeId},
          ${about.reason}, ${about.actor}, ${about.isWithdrawal}, ${about.portrait}) RETURNING id
      ), pictures AS (
        INSERT INTO takedown_pictures (takedown_id, url, sha256, grid, aspect)
        -- Of a withdrawn look there is no file any more, but it was recognised before.
        SELECT begun.id, given.url, coalesce(given.sha256, former.sha256),
          coalesce(given.grid, former.grid), coalesce(given.aspect, former.aspect)
        FROM begun CROSS JOIN
          unnest(${prints.map(({ url }) => url)}::text[],
            ${prints.map(({ print }) => print?.sha256 ?? null)}::bytea[],
            ${prints.map(({ print }) => print?.grid ?? null)}::bytea[],
            ${prints.map(({ print }) => print?.aspect ?? null)}::real[]) AS given(url, sha256,
            grid, aspect)
          LEFT JOIN LATERAL (SELECT sha256, grid, aspect FROM takedown_pictures
            WHERE url = given.url AND sha256 IS NOT NULL
            ORDER BY takedown_id DESC LIMIT 1) former ON given.sha256 IS NULL
      ), identities AS (
        INSERT INTO takedown_identities (identity, takedown_id)
        SELECT identity, begun.id FROM begun,
          unnest(${content.identities}::uuid[]) AS given(identity)
      ), drafts_of_look AS (
        -- A device that still shows the look as published cannot publish it again, nor does its schedule.
        UPDATE drafts SET version = version + 1, updated_at = now(), publish_at = NULL,
          publish_problem = NULL
        WHERE look_url = ANY (${content.urls})
      )
      SELECT begun.id, pg_notify('takedown_changed', begun.id::text) FROM begun`
    if (id === null) throw new Error('The takedown was not stored')
    return id
  },

  /** False if another server has applied it, or if it has been restored. */
  claimRemoval: (client: Connection, id: string) =>
    affectsRow(client)`
      UPDATE takedowns SET applied_at = now()
      WHERE id = ${id} AND applied_at IS NULL AND restored_at IS NULL`,

  /** Whether the files must be removed. No other server moves them until the transaction of `client` ends. */
  lockFiles: async (client: Connection, id: string): Promise<boolean> => {
    await execute(client)`
      SELECT pg_advisory_xact_lock(hashtextextended('files of takedown ' || ${id}::text, 0))`
    return hasRow(client)`SELECT FROM takedowns WHERE id = ${id} AND restored_at IS NULL`
  },

  /** `areGone` makes other servers delete their copies too. */
  markFilesSettled: async (client: Connection, id: string, areGone: boolean) => {
    await execute(client)`
      UPDATE takedowns SET purged_at = CASE WHEN ${areGone} THEN now() END, failed_at = NULL,
        failure = NULL WHERE id = ${id}`
    if (areGone) await execute(client)`SELECT pg_notify('takedown_changed', ${id})`
  },

  /** False if it has been restored meanwhile. */
  claimRestoration: (
    client: Connection,
    id: string,
    by: { actor: string | null; reason: string },
  ) =>
    affectsRow(client)`
      WITH restored AS (
        UPDATE takedowns SET restored_at = now(), restored_by = ${by.actor},
          restore_reason = ${by.reason}
        WHERE id = ${id} AND restored_at IS NULL RETURNING id)
      SELECT pg_notify('takedown_changed', id::text) FROM restored`,

  /** The withdrawals of the look with this picture that have been carried out. */
  withdrawalsOf: (url: string) =>
    readValues(connection, z.string())`
      SELECT id FROM takedowns WHERE kind = 'look' AND is_withdrawal AND restored_at IS NULL
        AND applied_at IS NOT NULL AND EXISTS (SELECT FROM takedown_pictures
          WHERE takedown_id = takedowns.id AND url = ${url})
      ORDER BY id`,

  find: (id: string) => readRow(connection, takedownRow)`${raw(TAKEDOWN_QUERY)} WHERE t.id = ${id}`,

  list: (after: string | null, limit: number) =>
    readRows(connection, takedownRow)`
      ${raw(TAKEDOWN_QUERY)} WHERE t.id < COALESCE(${after}::bigint, 9223372036854775807)
        AND NOT t.is_withdrawal
      ORDER BY t.id DESC LIMIT ${limit}`,

  /** Whether there was such a picture to dismiss. */
  dismissSuspect: (takedownId: string, url: string) =>
    affectsRow(connection)`
      UPDATE takedown_suspects SET dismissed_at = now()
      WHERE takedown_id = ${takedownId} AND url = ${url} AND dismissed_at IS NULL`,

  noteFailure: (id: string, failure: string) =>
    execute(connection)`
      UPDATE takedowns SET failed_at = now(), failure = ${failure} WHERE id = ${id}`,

  /**
   * Takedowns that the catalogue or the storage does not reflect yet, and restorations without their files.
   * Those that have failed come last, however many there are.
   */
  pending: (limit: number): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT id FROM takedowns
      WHERE (restored_at IS NULL AND (applied_at IS NULL OR purged_at IS NULL))
        OR (restored_at IS NOT NULL AND purged_at IS NOT NULL)
      ORDER BY failed_at NULLS FIRST, id LIMIT ${limit}`,

  /**
   * Nobody can publish a withdrawn look again once its draft is gone, as with the account of its publisher:
   * what remains are its addresses, which stay blocked, hashes, and the ids of products that are gone.
   */
  forgetWithdrawn: () =>
    execute(connection)`
      WITH forgotten AS (
        UPDATE takedowns SET title = '', portrait = NULL, removed_by = NULL
        WHERE is_withdrawal AND title <> '' AND restored_at IS NULL AND applied_at IS NOT NULL
          AND purged_at IS NOT NULL AND NOT EXISTS (SELECT FROM takedown_pictures picture
            JOIN drafts ON look_url = picture.url WHERE takedown_id = takedowns.id)
        RETURNING id
      ), deleted AS (
        DELETE FROM takedown_rows USING forgotten WHERE takedown_id = forgotten.id AND row_id IS NULL
      ), emptied AS (
        UPDATE takedown_rows SET row = jsonb_strip_nulls(jsonb_build_object('id', row -> 'id',
          'product_id', row -> 'product_id'))
        FROM forgotten WHERE takedown_id = forgotten.id AND row_id IS NOT NULL
      )
      UPDATE takedown_pictures SET grid = NULL, aspect = NULL FROM forgotten
      WHERE takedown_id = forgotten.id`,

  inForceAfter: (after: string, limit: number): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT id FROM takedowns WHERE restored_at IS NULL AND id > ${after} ORDER BY id
        LIMIT ${limit}`,

  pictures: (id: string) =>
    readRows(connection, pictureRow)`
      SELECT url, grid, aspect FROM takedown_pictures WHERE takedown_id = ${id}`,

  /** The products that were removed or changed by the takedown. */
  touchedProducts: (id: string): Promise<string[]> =>
    readValues(connection, z.string())`
      SELECT DISTINCT CASE relation WHEN 'worn_items' THEN row ->> 'product_id' ELSE row ->> 'id' END
      FROM takedown_rows
      WHERE takedown_id = ${id} AND relation IN ('products', 'pictures', 'worn_items')`,

  /**
   * What may have been made from it; `certainPortraits` go whatever they show: those of people
   * who have nothing else, which a restoration brings back, and the one cut from a withdrawn look.
   */
  findPossibleCopies: async (id: string) => {
    const { own, ofPeople, ...copies } = await requireRow(connection, derivedRow)`
      SELECT
      ARRAY(SELECT DISTINCT row ->> 'id' FROM takedown_rows
        WHERE takedown_id = ${id} AND relation IN ('products', 'pictures',
          'worn_items')) AS product_ids,
      ARRAY(SELECT row ->> 'image' FROM takedown_rows
          WHERE takedown_id = ${id} AND relation = 'people'
        UNION SELECT portrait FROM takedowns
          WHERE id = ${id} AND portrait IS NOT NULL) AS portraits,
      ARRAY(SELECT row ->> 'image' FROM takedown_rows
          JOIN takedowns ON takedowns.id = takedown_id AND NOT is_withdrawal
          WHERE takedown_id = ${id} AND relation = 'people') AS "ofPeople",
      ARRAY(SELECT portrait FROM takedowns
          WHERE id = ${id} AND portrait IS NOT NULL) AS own`
    const listed = await createCatalogReader(connection).people.listedPortraits(ofPeople)
    const absent = ofPeople.filter((image) => !listed.includes(image))
    return { ...copies, certainPortraits: [...new Set([...absent, ...own])] }
  },
})
export type TakedownsStore = ReturnType<typeof createTakedownsStore>
