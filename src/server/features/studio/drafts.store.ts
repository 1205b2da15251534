import { z } from 'zod'
import {
  draftContentSchema,
  type DraftContent,
  draftSchema,
  draftSummarySchema,
} from '#shared/contract/studio.ts'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  execute,
  joinSql,
  affectsRow,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
  readValues,
  sql,
} from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'

/** Editors can also open what others have published. */
export type Publisher = { uid: string; isEditor: boolean }

const { state, scan } = draftSchema.shape
const proposalsRow = z.record(z.string(), z.array(z.unknown()))

const { takenOn, items } = draftContentSchema.shape
const { box } = items.element.shape
const storedBox = box.extend({
  width: box.shape.width.catch(DRAFT.minSide),
  height: box.shape.height.catch(DRAFT.minSide),
})

const [productChoice, unknownChoice] = items.element.shape.choice.unwrap().options
const { product } = productChoice.shape
const cutText = (max: number) => z.string().transform((text) => text.slice(0, max))
const storedProduct = product.extend({
  title: cutText(FIELD_LIMITS.nameChars).pipe(product.shape.title),
  price: cutText(FIELD_LIMITS.priceChars).pipe(product.shape.price),
})
const storedChoice = z.discriminatedUnion('kind', [
  productChoice.extend({ product: storedProduct }),
  unknownChoice,
])

// Earlier versions stored what cannot be published: the year 0, boxes without a width, longer texts.
const storedContent = draftContentSchema.extend({
  takenOn: takenOn.catch(null),
  portrait: storedBox.nullable(),
  items: z.array(items.element.extend({ box: storedBox, choice: storedChoice.nullable() })),
})

const draftRow = z.object({
  id: z.string(),
  user_id: z.string(),
  upload: z.string(),
  photo: z.string(),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  content: storedContent,
  published: storedContent.nullable(),
  proposals: proposalsRow,
  offers: z.array(z.unknown()),
  version: z.number(),
  state,
  scan,
  look: z.string().nullable(),
  look_url: z.string().nullable(),
  isRemoved: z.boolean(),
  portrait: z.string().nullable(),
  updatedAt: isoTime,
  publishAt: isoTime.nullable(),
  publishProblem: z.string().nullable(),
  handedBy: z.string().nullable(),
})
export type DraftRow = z.infer<typeof draftRow>

const summaryRow = draftSummarySchema
  .extend({ updatedAt: isoTime, publishAt: isoTime.nullable(), cursor: z.string() })
  .transform(({ cursor, ...summary }) => ({ cursor, summary }))

const garmentRow = z.object({ draftId: z.string(), itemId: z.string() })
type GarmentRow = z.infer<typeof garmentRow>
const dueRow = z.object({ id: z.string(), by: z.string().nullable(), tries: z.number() })
const portraitRow = z.object({ portrait: z.string(), url: z.string() })
const objectRow = z.object({
  item_id: z.string(),
  garment: z.string(),
  embedding: z.string(),
  others: z.number(),
})

/** Whether an administrator has removed the look. */
const IS_REMOVED = `EXISTS (SELECT FROM takedown_pictures gone
  JOIN takedowns ON takedowns.id = gone.takedown_id AND NOT is_withdrawal AND restored_at IS NULL
  WHERE gone.url = draft.look_url)`
const STATE = `CASE WHEN look.id IS NOT NULL THEN 'published'
  WHEN ${IS_REMOVED} THEN 'removed'
  WHEN draft.look_url IS NOT NULL THEN 'withdrawn' ELSE 'draft' END`
const FROM = 'drafts draft LEFT JOIN catalog.looks look ON look.url = draft.look_url'
const isOpenTo = ({ uid, isEditor }: Publisher) =>
  sql`(draft.user_id = ${uid} OR ${isEditor} AND look.id IS NOT NULL)`
const SCHEDULE = `draft.publish_at AS "publishAt", draft.publish_problem AS "publishProblem",
  (SELECT name FROM users WHERE users.id = draft.handed_from) AS "handedBy"`
const COLUMNS = `draft.id, draft.user_id, draft.photo AS upload, coalesce(look.url, draft.photo) AS photo,
  draft.width, draft.height, draft.color, draft.content, draft.proposals, draft.offers,
  draft.version,
  CASE WHEN look.id IS NOT NULL THEN draft.published_content END AS published,
  ${STATE} AS state, draft.scan, look.url AS look, draft.look_url, draft.portrait,
  ${IS_REMOVED} AS "isRemoved", draft.updated_at AS "updatedAt", ${SCHEDULE}`

/**
 * A scheduled draft is published with the rights of whoever scheduled it, so nobody else may decide what
 * that is.
 */
const callOffUnlessBy = (uid: string) => sql`
  publish_at = CASE WHEN publish_by = ${uid} THEN publish_at END,
  publish_problem = CASE WHEN publish_at IS NOT NULL AND publish_by IS DISTINCT FROM ${uid}
    THEN ${STUDIO_ERRORS.changedByOther} ELSE publish_problem END`

type NewDraft = {
  uid: string
  photo: string
  sha256: Buffer
  facts: { width: number; height: number; color: string }
  content: DraftContent
}

export type ScannedItem = { id: string; garment: string; embedding: string }

export const createDraftsStore = (connection: Connection) => ({
  /** The id of the user's draft of this photo. */
  idOfPhoto: (uid: string, sha256: Buffer) =>
    readValue(connection, z.string())`
      SELECT id FROM drafts WHERE user_id = ${uid} AND photo_sha256 = ${sha256}`,

  knownPhotos: (uid: string, hashes: readonly string[]) =>
    readValues(connection, z.string())`
      SELECT encode(photo_sha256, 'hex') FROM drafts WHERE user_id = ${uid}
        AND photo_sha256 IN (SELECT decode(unnest(${hashes}::text[]), 'hex'))`,

  countOf: async (uid: string) =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM drafts WHERE user_id = ${uid}`) ?? 0,

  /** Null if there is a draft of this photo already. */
  create: ({ uid, photo, sha256, facts, content }: NewDraft, queue: string) =>
    readValue(connection, z.string())`
      WITH added AS (
        INSERT INTO drafts (user_id, photo, photo_sha256, width, height, color, content)
        VALUES (${uid}, ${photo}, ${sha256}, ${facts.width}, ${facts.height}, ${facts.color},
          ${content})
        ON CONFLICT (user_id, photo_sha256) DO NOTHING RETURNING id)
      SELECT added.id FROM added, LATERAL
        (SELECT ask_for_jobs(${queue}, ARRAY[added.id::text])) job`,

  /** Other photos of the same user that wait for their scans. */
  otherScans: (id: string, limit: number) =>
    readValues(connection, z.string())`
      SELECT other.id FROM drafts own JOIN drafts other USING (user_id)
      WHERE own.id = ${id} AND other.id <> own.id AND other.scan = 'scanning' LIMIT ${limit}`,

  askForScan: (id: string, queue: string) =>
    execute(connection)`
      WITH waiting AS (UPDATE drafts SET scan = 'scanning' WHERE id = ${id} RETURNING id)
      SELECT ask_for_jobs(${queue}, ARRAY[id::text]) FROM waiting`,

  find: (id: string, publisher: Publisher) =>
    readRow(connection, draftRow)`
      SELECT ${raw(COLUMNS)} FROM ${raw(FROM)}
      WHERE ${isOpenTo(publisher)} AND draft.id = ${id}`,

  /** For the background scan, which has no user. */
  read: (id: string) =>
    readRow(connection, draftRow)`SELECT ${raw(COLUMNS)} FROM ${raw(FROM)} WHERE draft.id = ${id}`,

  list: (
    publisher: Publisher,
    filter: {
      state: string | null
      isWaiting: boolean
      after: { at: string; id: string } | null
      limit: number
    },
  ) => {
    const conditions = [isOpenTo(publisher)]
    const [comesAfter, order] = filter.isWaiting ? [raw('>'), raw('ASC')] : [raw('<'), raw('DESC')]
    if (filter.state !== null) conditions.push(sql`${raw(STATE)} = ${filter.state}`)
    if (filter.after !== null) {
      const { at, id } = filter.after
      conditions.push(
        sql`(draft.updated_at, draft.id) ${comesAfter} (${at}::timestamptz, ${id}::uuid)`,
      )
    }
    if (filter.isWaiting)
      conditions.push(
        sql`draft.user_id = ${publisher.uid} AND look.id IS NULL AND NOT ${raw(IS_REMOVED)}
          AND (draft.handed_from IS NOT NULL OR draft.publish_problem IS NOT NULL)`,
      )
    return readRows(connection, summaryRow)`
      SELECT draft.id, ${raw(STATE)} AS state, coalesce(look.url, draft.photo) AS photo,
        coalesce(look.width, draft.width) AS width, coalesce(look.height, draft.height) AS height,
        draft.scan, draft.updated_at AS "updatedAt", ${raw(SCHEDULE)},
        draft.updated_at::text || '|' || draft.id AS cursor,
        draft.content ->> 'person' AS person, draft.content ->> 'takenOn' AS "takenOn",
        jsonb_array_length(draft.content -> 'items') AS objects,
        (SELECT count(*)::int FROM jsonb_array_elements(draft.content -> 'items') AS one(item)
          WHERE item -> 'choice' <> 'null') AS decided,
        CASE WHEN draft.user_id <> ${publisher.uid} THEN users.name END AS publisher
      FROM ${raw(FROM)} JOIN users ON users.id = draft.user_id
      WHERE ${joinSql(conditions, ' AND ')}
      ORDER BY draft.updated_at ${order}, draft.id ${order} LIMIT ${filter.limit}`
  },

  /** Objects with their embeddings, and in how many other drafts their garments are undecided. */
  objects: (draftId: string) =>
    readRows(connection, objectRow)`
      SELECT own.item_id, own.garment, own.embedding,
        (SELECT count(DISTINCT other.draft_id)::int FROM draft_objects other
          WHERE other.garment = own.garment AND other.draft_id <> own.draft_id
            AND NOT other.is_decided) AS others
      FROM draft_objects own WHERE own.draft_id = ${draftId}`,

  /** The first object of each garment of a user, for comparison; of the newest garments. */
  firstObjects: (uid: string, limit: number) =>
    readRows(connection, garmentRow)`
      SELECT draft_id AS "draftId", item_id AS "itemId" FROM (
        SELECT DISTINCT ON (garment) draft_id, item_id, draft.created_at FROM draft_objects
          JOIN drafts draft ON draft.id = draft_id WHERE draft.user_id = ${uid}
          ORDER BY garment, draft.created_at, draft_id) first
      ORDER BY created_at DESC, draft_id, item_id LIMIT ${limit}`,

  garmentsOf: (objects: readonly GarmentRow[]) =>
    readRows(connection, z.object({ garment: z.string(), embedding: z.string() }))`
      SELECT garment, embedding FROM unnest(${objects.map(({ draftId }) => draftId)}::uuid[],
          ${objects.map(({ itemId }) => itemId)}::text[]) AS wanted(draft_id, item_id)
        JOIN draft_objects USING (draft_id, item_id)`,

  /** False if the draft was saved elsewhere since `version`. */
  save: async (
    { id, version }: Pick<DraftRow, 'id' | 'version'>,
    content: DraftContent,
    by: string,
  ) => {
    const isSaved = await affectsRow(connection)`
      UPDATE drafts SET content = ${content}, ${callOffUnlessBy(by)}, version = version + 1,
        updated_at = now()
        WHERE id = ${id} AND version = ${version}`
    const decided = content.items.flatMap((item) => (item.choice ? [item.id] : []))
    if (isSaved)
      await execute(connection)`
        UPDATE draft_objects SET is_decided = item_id = ANY (${decided})
        WHERE draft_id = ${id} AND is_decided <> (item_id = ANY (${decided}))`
    return isSaved
  },

  /** The look already shows this, so it is not a change that waits to be published. */
  saveCorrection: (
    { id, version }: Pick<DraftRow, 'id' | 'version'>,
    { content, published }: Pick<DraftRow, 'content' | 'published'>,
    by: string,
  ) =>
    execute(connection)`
      UPDATE drafts SET content = ${content}, published_content = ${published},
        ${callOffUnlessBy(by)}, version = version + 1, updated_at = now() WHERE id = ${id} AND version = ${version}`,

  /** Otherwise publishing another look of the person would bring the former spelling back. */
  respellPerson: (personId: number, name: string, exceptId: string | null) =>
    execute(connection)`
      UPDATE drafts SET content = jsonb_set(content, '{person}', to_jsonb(${name}::text)),
        published_content = jsonb_set(published_content, '{person}', to_jsonb(${name}::text)),
        version = version + 1
      FROM catalog.looks look WHERE look.url = drafts.look_url AND look.person_id = ${personId}
        AND drafts.id IS DISTINCT FROM ${exceptId}::uuid`,

  lock: (id: string) => execute(connection)`SELECT FROM drafts WHERE id = ${id} FOR UPDATE`,

  saveScan: async (
    id: string,
    content: DraftContent,
    scan: { proposals: object; objects: readonly ScannedItem[]; offers: readonly object[] },
  ) => {
    const { proposals, objects, offers } = scan
    await execute(connection)`
      UPDATE drafts SET content = ${content}, proposals = ${proposals},
        offers = ${JSON.stringify(offers)}::jsonb, scan = 'done', version = version + 1, updated_at = now() WHERE id = ${id}`
    await execute(connection)`
      INSERT INTO draft_objects (draft_id, item_id, garment, embedding)
      SELECT ${id}, * FROM unnest(${objects.map((object) => object.id)}::text[],
        ${objects.map(({ garment }) => garment)}::uuid[],
        ${objects.map(({ embedding }) => embedding)}::text[])
      ON CONFLICT (draft_id, item_id) DO UPDATE SET embedding = excluded.embedding`
  },

  scanFailed: (id: string) =>
    execute(connection)`UPDATE drafts SET scan = 'failed' WHERE id = ${id}`,

  /** Drafts of the user in which a garment is undecided. */
  undecided: (uid: string, garment: string) =>
    readRows(connection, z.object({ id: z.string(), item_id: z.string() }))`
      SELECT draft.id, item_id FROM draft_objects JOIN drafts draft ON draft.id = draft_id
        WHERE draft.user_id = ${uid} AND garment = ${garment} AND NOT is_decided`,

  /**
   * False if the draft was saved elsewhere since `version`. `portrait`: the file that this publication
   * wrote; a look that is published again keeps the one of its first publication.
   */
  savePublished: (
    id: string,
    version: number,
    { url, content, portrait }: { url: string; content: DraftContent; portrait: string | null },
  ) =>
    affectsRow(connection)`
      UPDATE drafts SET look_url = ${url}, content = ${content},
        portrait = CASE WHEN look_url = ${url} THEN coalesce(${portrait}, portrait) ELSE ${portrait} END,
        publish_at = NULL, publish_problem = NULL,
        version = version + 1, updated_at = now() WHERE id = ${id} AND version = ${version}`,

  noteWithdrawal: (id: string) =>
    execute(connection)`
      UPDATE drafts SET portrait = NULL, updated_at = now() WHERE id = ${id}`,

  /** The portrait that only the look of this draft shows; null if there is none. */
  ownPortrait: async (id: string) => {
    const own = await readRow(connection, portraitRow)`
      SELECT draft.portrait, look.url FROM drafts draft
      JOIN catalog.looks look ON look.url = draft.look_url
      WHERE draft.id = ${id} AND draft.portrait IS NOT NULL
        AND NOT EXISTS (SELECT FROM drafts other
          JOIN catalog.looks shown ON shown.url = other.look_url
          WHERE other.portrait = draft.portrait AND other.id <> draft.id)`
    const isShared =
      own && (await createCatalogReader(connection).people.isSharedPortrait(own.portrait, own.url))
    return own && !isShared ? own.portrait : null
  },

  /** False if the draft was saved elsewhere since `version`. `at`: null to publish it by hand only. */
  schedule: (id: string, version: number, schedule: { at: string; by: string }) =>
    affectsRow(connection)`
      UPDATE drafts SET publish_at = ${schedule.at}, publish_by = ${schedule.by},
        publish_problem = NULL, publish_tries = 0, publish_retry_at = NULL WHERE id = ${id} AND version = ${version}`,

  unschedule: (id: string) =>
    execute(connection)`
      UPDATE drafts SET publish_at = NULL, publish_problem = NULL WHERE id = ${id}`,

  /**
   * Drafts to publish now, in whose name, and how often that was tried; one of each user before a second
   * one of anybody. Each waits after every attempt, longer each time, so that none keeps others from
   * their turn, not even one that ends the process.
   */
  takeDue: (limit: number) =>
    readRows(connection, dueRow)`
      WITH due AS (SELECT drafts.id, turn, since FROM drafts
        JOIN (SELECT id, coalesce(publish_retry_at, publish_at) AS since, row_number() OVER (
            PARTITION BY publish_by ORDER BY coalesce(publish_retry_at, publish_at), id) AS turn
          FROM drafts WHERE publish_at <= now() AND (publish_retry_at <= now()) IS NOT FALSE) line
          ON line.id = drafts.id
        WHERE publish_at <= now() AND (publish_retry_at <= now()) IS NOT FALSE
        ORDER BY turn, since, drafts.id LIMIT ${limit} FOR UPDATE OF drafts SKIP LOCKED),
      taken AS (UPDATE drafts SET publish_tries = publish_tries + 1,
          publish_retry_at = now() + 4 ^ least(publish_tries, 3) * interval '1 minute'
        FROM due WHERE drafts.id = due.id
        RETURNING drafts.id, publish_by AS by, publish_tries AS tries, turn, since)
      SELECT id, by, tries FROM taken ORDER BY turn, since, id`,

  /** Null if it was called off or scheduled anew meanwhile. */
  dueVersion: (id: string, by: string) =>
    readValue(connection, z.number())`
      SELECT version FROM drafts WHERE id = ${id} AND publish_by = ${by} AND publish_at <= now()`,

  /** It could not be published for a reason that has nothing to do with it. */
  postpone: (id: string) =>
    execute(connection)`
      UPDATE drafts SET publish_tries = publish_tries - 1,
        publish_retry_at = now() + interval '1 minute'
      WHERE id = ${id} AND publish_at <= now() AND publish_tries > 0`,

  /** Nothing happens if it was published or scheduled again meanwhile. */
  noteScheduleProblem: (id: string, problem: string) =>
    execute(connection)`
      UPDATE drafts SET publish_at = NULL, publish_problem = ${problem}
      WHERE id = ${id} AND publish_at <= now()`,

  editors: (exceptUid: string) =>
    readRows(connection, z.object({ id: z.string(), name: z.string() }))`
      SELECT id, name FROM users WHERE (publisher_role = 'editor' OR is_admin)
        AND suspended_at IS NULL AND id <> ${exceptUid} ORDER BY lower(name), id LIMIT 200`,

  hasSamePhoto: (uid: string, id: string) =>
    hasRow(connection)`
      SELECT FROM drafts JOIN drafts other USING (photo_sha256)
      WHERE drafts.id = ${id} AND other.user_id = ${uid}`,

  /** False if the draft was saved elsewhere, or if the new owner has a draft of this photo. */
  handOver: async (
    { id, version, user_id }: Pick<DraftRow, 'id' | 'version' | 'user_id'>,
    { to, photo, content }: { to: string; photo: string; content: DraftContent },
  ) => {
    const isGiven = await affectsRow(connection)`
      UPDATE drafts SET user_id = ${to}, photo = ${photo}, content = ${content},
        handed_from = ${user_id}, publish_at = NULL,
        publish_problem = CASE WHEN publish_at IS NOT NULL AND publish_by IS DISTINCT FROM ${user_id}
          THEN ${STUDIO_ERRORS.changedByOther} END, version = version + 1, updated_at = now()
      WHERE id = ${id} AND version = ${version} AND user_id = ${user_id}
        AND NOT EXISTS (SELECT FROM drafts other
          WHERE other.user_id = ${to} AND other.photo_sha256 = drafts.photo_sha256)`
    // Garments are recognised among the drafts of one user.
    if (isGiven)
      await execute(connection)`
        UPDATE draft_objects SET garment = gen_random_uuid() WHERE draft_id = ${id}`
    return isGiven
  },

  /** Drafts of a published look. */
  ofLook: (url: string) =>
    readRows(connection, draftRow)`
      SELECT ${raw(COLUMNS)} FROM ${raw(FROM)} WHERE draft.look_url = ${url}`,

  /**
   * False if the draft changed meanwhile: it may have been published, and a look without its draft cannot
   * be withdrawn. Looks of creators are deleted with their accounts; what editors published stays.
   */
  remove: ({ id, version }: Pick<DraftRow, 'id' | 'version'>) =>
    affectsRow(connection)`DELETE FROM drafts WHERE id = ${id} AND version = ${version}`,
})
