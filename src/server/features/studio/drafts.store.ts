import { z } from 'zod'
import {
  draftContentSchema,
  type DraftContent,
  draftSchema,
  draftSummarySchema,
} from '#shared/contract/studio.ts'
import {
  type Connection,
  isoTime,
  matchesRow,
  readRow,
  readRows,
  readValue,
} from '#server/core/db/query.ts'

/** Who asks. Editors also reach what others have published. */
export type Publisher = { uid: string; isEditor: boolean }

const { state, scan } = draftSchema.shape
const proposalsRow = z.record(z.string(), z.array(z.unknown()))

const draftRow = z.object({
  id: z.string(),
  user_id: z.string(),
  upload: z.string(),
  photo: z.string(),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  content: draftContentSchema,
  proposals: proposalsRow,
  version: z.number(),
  state,
  scan,
  look: z.string().nullable(),
  look_url: z.string().nullable(),
  portrait: z.string().nullable(),
  updatedAt: isoTime,
})
export type DraftRow = z.infer<typeof draftRow>

const summaryRow = draftSummarySchema
  .extend({ updatedAt: isoTime, cursor: z.string() })
  .transform(({ cursor, ...summary }) => ({ cursor, summary }))

const objectRow = z.object({
  item_id: z.string(),
  garment: z.string(),
  embedding: z.string(),
  others: z.number(),
})

const STATE = `CASE WHEN look.id IS NOT NULL THEN 'published'
  WHEN draft.look_url IS NOT NULL THEN 'withdrawn' ELSE 'draft' END`
const FROM = 'drafts draft LEFT JOIN catalog.looks look ON look.url = draft.look_url'
/** `$1` and `$2` are a publisher. */
const REACHED = '(draft.user_id = $1 OR $2 AND look.id IS NOT NULL)'
const COLUMNS = `draft.id, draft.user_id, draft.photo AS upload, coalesce(look.url, draft.photo) AS photo,
  draft.width, draft.height, draft.color, draft.content, draft.proposals, draft.version,
  ${STATE} AS state, draft.scan, look.url AS look, draft.look_url, draft.portrait,
  draft.updated_at AS "updatedAt"`

export type NewDraft = {
  uid: string
  photo: string
  sha256: Buffer
  facts: { width: number; height: number; color: string }
  content: DraftContent
}

export type ScannedItem = { id: string; garment: string; embedding: string }

export const createDraftsStore = (connection: Connection) => ({
  /** The id of the user's draft of this photo. */
  idOfPhoto: async (uid: string, sha256: Buffer) =>
    (
      await readRow(
        connection,
        z.object({ id: z.string() }),
        'SELECT id FROM drafts WHERE user_id = $1 AND photo_sha256 = $2',
        [uid, sha256],
      )
    )?.id ?? null,

  knownPhotos: async (uid: string, hashes: readonly string[]) =>
    (
      await readRows(
        connection,
        z.object({ hash: z.string() }),
        `SELECT encode(photo_sha256, 'hex') AS hash FROM drafts
          WHERE user_id = $1 AND photo_sha256 IN (SELECT decode(unnest($2::text[]), 'hex'))`,
        [uid, hashes],
      )
    ).map(({ hash }) => hash),

  countOf: async (uid: string) =>
    (await readValue(
      connection,
      z.number(),
      'SELECT count(*)::int FROM drafts WHERE user_id = $1',
      [uid],
    )) ?? 0,

  /** Null if there is a draft of this photo already. */
  create: async ({ uid, photo, sha256, facts, content }: NewDraft, queue: string) =>
    (
      await readRow(
        connection,
        z.object({ id: z.string() }),
        `WITH added AS (
          INSERT INTO drafts (user_id, photo, photo_sha256, width, height, color, content)
          VALUES ($1, $2, $3, $4, $5, $6, $7)
          ON CONFLICT (user_id, photo_sha256) DO NOTHING RETURNING id)
        SELECT added.id FROM added, LATERAL (SELECT ask_for_jobs($8, ARRAY[added.id::text])) job`,
        [uid, photo, sha256, facts.width, facts.height, facts.color, content, queue],
      )
    )?.id ?? null,

  askForScan: async (id: string, queue: string) => {
    await connection.query(
      `WITH waiting AS (UPDATE drafts SET scan = 'scanning' WHERE id = $1 RETURNING id)
      SELECT ask_for_jobs($2, ARRAY[id::text]) FROM waiting`,
      [id, queue],
    )
  },

  find: (id: string, { uid, isEditor }: Publisher) =>
    readRow(
      connection,
      draftRow,
      `SELECT ${COLUMNS} FROM ${FROM} WHERE ${REACHED} AND draft.id = $3`,
      [uid, isEditor, id],
    ),

  /** For the scan, which nobody in particular asks for. */
  read: (id: string) =>
    readRow(connection, draftRow, `SELECT ${COLUMNS} FROM ${FROM} WHERE draft.id = $1`, [id]),

  list: (
    { uid, isEditor }: Publisher,
    wanted: { state: string | null; after: { at: string; id: string } | null; limit: number },
  ) =>
    readRows(
      connection,
      summaryRow,
      `SELECT draft.id, ${STATE} AS state, coalesce(look.url, draft.photo) AS photo,
        coalesce(look.width, draft.width) AS width, coalesce(look.height, draft.height) AS height,
        draft.scan, draft.updated_at AS "updatedAt", draft.updated_at::text || '|' || draft.id AS cursor,
        draft.content ->> 'person' AS person, draft.content ->> 'takenOn' AS "takenOn",
        jsonb_array_length(draft.content -> 'items') AS objects,
        (SELECT count(*)::int FROM jsonb_array_elements(draft.content -> 'items') AS one(item)
          WHERE item -> 'choice' <> 'null') AS decided,
        CASE WHEN draft.user_id <> $1 THEN users.name END AS publisher
      FROM ${FROM} JOIN users ON users.id = draft.user_id
      WHERE ${REACHED} AND ($3::text IS NULL OR ${STATE} = $3)
        AND ($4::timestamptz IS NULL OR (draft.updated_at, draft.id) < ($4, $5::uuid))
      ORDER BY draft.updated_at DESC, draft.id DESC LIMIT $6`,
      [uid, isEditor, wanted.state, wanted.after?.at ?? null, wanted.after?.id, wanted.limit],
    ),

  /** Objects with their embeddings, and in how many other drafts their garments are undecided. */
  objects: (draftId: string) =>
    readRows(
      connection,
      objectRow,
      `SELECT own.item_id, own.garment, own.embedding,
        (SELECT count(DISTINCT other.draft_id)::int FROM draft_objects other
          WHERE other.garment = own.garment AND other.draft_id <> own.draft_id
            AND NOT other.is_decided) AS others
      FROM draft_objects own WHERE own.draft_id = $1`,
      [draftId],
    ),

  /** One object of each garment of a user, for comparison. */
  garmentsOf: (uid: string) =>
    readRows(
      connection,
      z.object({ garment: z.string(), embedding: z.string() }),
      `SELECT DISTINCT ON (garment) garment, embedding FROM draft_objects
        JOIN drafts draft ON draft.id = draft_id WHERE draft.user_id = $1
        ORDER BY garment, draft.created_at, draft_id`,
      [uid],
    ),

  /** False if it was saved elsewhere since `version`. */
  save: async (id: string, version: number, content: DraftContent) => {
    const isSaved = await matchesRow(
      connection,
      `UPDATE drafts SET content = $3, version = version + 1, updated_at = now()
        WHERE id = $1 AND version = $2`,
      [id, version, content],
    )
    if (isSaved)
      await connection.query(
        `UPDATE draft_objects SET is_decided = item_id = ANY ($2)
          WHERE draft_id = $1 AND is_decided <> (item_id = ANY ($2))`,
        [id, content.items.flatMap((item) => (item.choice ? [item.id] : []))],
      )
    return isSaved
  },

  saveScan: async (
    id: string,
    content: DraftContent,
    { proposals, objects }: { proposals: object; objects: readonly ScannedItem[] },
  ) => {
    await connection.query(
      `UPDATE drafts SET content = $2, proposals = $3, scan = 'done', version = version + 1,
        updated_at = now() WHERE id = $1`,
      [id, content, proposals],
    )
    await connection.query(
      `INSERT INTO draft_objects (draft_id, item_id, garment, embedding)
      SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::text[])
      ON CONFLICT (draft_id, item_id) DO UPDATE SET embedding = excluded.embedding`,
      [
        id,
        objects.map((one) => one.id),
        objects.map(({ garment }) => garment),
        objects.map(({ embedding }) => embedding),
      ],
    )
  },

  scanFailed: async (id: string) => {
    await connection.query("UPDATE drafts SET scan = 'failed' WHERE id = $1", [id])
  },

  /** Drafts of the user in which a garment is undecided. */
  undecided: (uid: string, garment: string) =>
    readRows(
      connection,
      z.object({ id: z.string(), item_id: z.string() }),
      `SELECT draft.id, item_id FROM draft_objects JOIN drafts draft ON draft.id = draft_id
        WHERE draft.user_id = $1 AND garment = $2 AND NOT is_decided`,
      [uid, garment],
    ),

  published: async (
    id: string,
    { url, content, portrait }: { url: string; content: DraftContent; portrait: string | null },
  ) => {
    await connection.query(
      `UPDATE drafts SET look_url = $2, content = $3, portrait = coalesce($4, portrait),
        version = version + 1, updated_at = now() WHERE id = $1`,
      [id, url, content, portrait],
    )
  },

  withdrawn: async (id: string) => {
    await connection.query('UPDATE drafts SET portrait = NULL, updated_at = now() WHERE id = $1', [
      id,
    ])
  },

  /** Drafts of a published look. */
  ofLook: (url: string) =>
    readRows(connection, draftRow, `SELECT ${COLUMNS} FROM ${FROM} WHERE draft.look_url = $1`, [
      url,
    ]),

  /** Pages of creators go with their accounts; what editors published stays. */
  looksOfDeletedCreators: (limit: number) =>
    readRows(
      connection,
      z.object({ url: z.string() }).transform(({ url }) => url),
      `SELECT url FROM catalog.looks WHERE published_role = 'creator'
        AND NOT EXISTS (SELECT FROM users WHERE users.id = published_by) ORDER BY id LIMIT $1`,
      [limit],
    ),

  remove: async (id: string) => {
    await connection.query('DELETE FROM drafts WHERE id = $1', [id])
  },
})
export type DraftsStore = ReturnType<typeof createDraftsStore>

const creatorRow = z.object({
  name: z.string(),
  displayName: z.string(),
  personId: z.number().nullable(),
})

/** Pages of creators. */
export const createCreatorsStore = (connection: Connection) => ({
  find: (uid: string) =>
    readRow(
      connection,
      creatorRow,
      `SELECT name, display_name AS "displayName", person_id AS "personId" FROM creators
        WHERE user_id = $1`,
      [uid],
    ),

  /** With the first free name of these. */
  create: async (uid: string, displayName: string, names: readonly string[]) => {
    await connection.query(
      `INSERT INTO creators (user_id, name, display_name)
      SELECT $1, given.name, $2 FROM unnest($3::text[]) WITH ORDINALITY AS given(name, place)
      WHERE NOT EXISTS (SELECT FROM creators WHERE creators.name = given.name)
      ORDER BY place LIMIT 1 ON CONFLICT (user_id) DO NOTHING`,
      [uid, displayName, names],
    )
  },
})
