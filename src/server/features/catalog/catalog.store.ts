import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { hasRow, raw, readRow, readRows, sql } from '#server/core/db/sql.ts'
import { buildPortraitUrl } from './portraits.ts'
import {
  CARD_COLUMNS,
  CARD_JOINS,
  cardRow,
  disclosuresSchema,
  IS_SIMILAR,
  PRODUCT_OF_WORN,
  ROW_VALUES,
  rowOrProduct,
  TILE_COLUMNS,
  tileRow,
  WORN_CARD_COLUMNS,
  wornCardRow,
} from './cards.store.ts'
import { createPeopleReader, LISTED_PEOPLE, peopleNamed } from './people.store.ts'
import {
  catalogProductSchema,
  celebritySchema,
  correctionsSchema,
  imageTileSchema,
  sampleProductSchema,
  wornTileSchema,
} from '#shared/contract/catalog.ts'
import type { StyleType } from '#shared/domain/celebrity.ts'
import { TOPICS_OF_LOOK, topicsSchema } from './topics.store.ts'

const CELEBRITY = raw(`person.id, person.name, person.image, person.style_type AS "styleType",
  person.look_count AS "imageCount", person.product_count AS "productCount"`)

const celebrityRow = celebritySchema.extend({
  id: z.number(),
  image: z.string().transform(buildPortraitUrl),
  imageCount: z.number(),
  productCount: z.number(),
})

const namedCelebrityRow = celebrityRow.extend({ givenName: z.string() })
const pagedCelebrityRow = celebrityRow.extend({ foldedName: z.string() })

const { width, height, color } = imageTileSchema.shape
const nullableText = z.string().nullable()
const imageRow = celebrityRow.extend({
  image_id: z.string(),
  width,
  height,
  color,
  source: nullableText,
  credit: nullableText,
  licence: nullableText,
  takenOn: nullableText,
  caption: nullableText,
  disclosures: disclosuresSchema,
  topics: topicsSchema,
  season: z.number().nullable(),
  episode: z.number().nullable(),
  corrections: correctionsSchema.nullable(),
  others: z.array(z.object({ name: z.string(), image: z.string() })),
})

const totalsRow = z.object({
  celebrities: z.number(),
  creators: z.number(),
  images: z.number(),
  products: z.number(),
  /** Time of the newest order of trending looks in seconds since 1970; null before anything was viewed. */
  trendingAt: z.number().nullable(),
})

const wornTileRow = tileRow.extend({ isSimilar: wornTileSchema.shape.isSimilar })

const wornRow = z.object({ product_id: z.string(), look_id: z.string().nullable() })

const countRow = z.object({ name: z.string(), count: z.number() })

const summaryRow = z.object({
  id: z.number(),
  looks: z.array(tileRow.extend({ takenOn: z.string().nullable(), addedAt: z.string() })),
  brands: z.array(countRow),
  colours: z.array(countRow),
})

const MAX_LOOKS = 12
const MAX_LISTED = 8

/** By the day the picture was taken or else added to the catalogue. */
const NEWEST_LOOKS = `
  SELECT ${TILE_COLUMNS}, to_char(look.taken_on, 'YYYY-MM-DD') AS "takenOn",
    to_char(look.added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "addedAt"
  FROM catalog.looks look WHERE look.person_id = person.id
  ORDER BY coalesce(look.taken_on, look.added_at::date) DESC, look.id DESC LIMIT ${MAX_LOOKS}`

const OTHERS_IN_PICTURE = `
  SELECT pictured.name, other.url AS image
  FROM catalog.looks other JOIN catalog.people pictured ON pictured.id = other.person_id
  WHERE catalog.picture_of(other.url) = catalog.picture_of(look.url) AND other.id <> look.id
  ORDER BY other.id LIMIT ${MAX_LOOKS}`

const MOST_WORN_BRANDS = `
  SELECT name, count(*)::int AS count FROM (
    SELECT ${rowOrProduct('brand', 'product.brand')} AS name FROM catalog.worn_items worn
    JOIN catalog.products product ON product.id = worn.product_id
    WHERE worn.person_id = person.id AND NOT ${IS_SIMILAR}
  ) worn WHERE name <> '' GROUP BY name ORDER BY count DESC, name LIMIT ${MAX_LISTED}`

/** Colour families of the products: stated, in the title, or seen in the picture. */
const MOST_WORN_COLORS = `
  SELECT name, count(*)::int AS count FROM catalog.worn_items worn
  JOIN search.documents document ON document.product_id = worn.product_id
  CROSS JOIN LATERAL unnest(document.colors) AS name
  WHERE worn.person_id = person.id AND NOT ${IS_SIMILAR}
  GROUP BY name ORDER BY count DESC, name LIMIT ${MAX_LISTED}`

const selectJsonArray = (rows: string) =>
  raw(`(SELECT coalesce(json_agg(item), '[]') FROM (${rows}) item)`)

const EMPTY_CATALOG: z.output<typeof totalsRow> = {
  celebrities: 0,
  creators: 0,
  images: 0,
  products: 0,
  trendingAt: null,
}

export const createCatalogStore = (connection: Connection) => ({
  totals: async () =>
    (await readRow(connection, totalsRow)`
      SELECT celebrities, creators, looks AS images, products,
        (SELECT extract(epoch FROM max(taken_at))::int FROM trending_looks) AS "trendingAt"
      FROM catalog.totals`) ?? EMPTY_CATALOG,

  findCelebrities: (names: readonly string[]) =>
    readRows(connection, namedCelebrityRow, { name: 'find-celebrities' })`
      SELECT ${CELEBRITY}, given_name AS "givenName" FROM ${peopleNamed(names)} person`,

  listHome: () =>
    readRows(connection, celebrityRow)`
      SELECT ${CELEBRITY} FROM ${raw(LISTED_PEOPLE)} person WHERE home_rank IS NOT NULL
      ORDER BY home_rank LIMIT 50`,

  /** `after`: the folded name and id of the previous page's last celebrity. */
  pageCelebrities: (
    style: StyleType | undefined,
    after: { foldedName: string; id: number } | null,
    limit: number,
  ) =>
    readRows(connection, pagedCelebrityRow, {
      name: style ? 'page-celebrities-of-style' : 'page-celebrities',
    })`
      SELECT ${CELEBRITY}, folded_name AS "foldedName" FROM ${raw(LISTED_PEOPLE)} person
      WHERE (folded_name, id) > (${after?.foldedName ?? ''}, ${after?.id ?? -1})
        ${style ? sql`AND style_type = ${style}` : raw('')}
      ORDER BY folded_name, id LIMIT ${limit}`,

  findImage: async (url: string) => {
    const row = await readRow(connection, imageRow, { name: 'find-image' })`
      SELECT look.id AS image_id, look.width, look.height, look.color, look.source,
        look.credit, look.licence, to_char(look.taken_on, 'YYYY-MM-DD') AS "takenOn", look.caption,
        look.disclosures, ${raw(TOPICS_OF_LOOK)} AS topics, look.season, look.episode,
        look.corrections, ${CELEBRITY},
        ${selectJsonArray(OTHERS_IN_PICTURE)} AS others
      FROM catalog.looks look JOIN catalog.people person ON person.id = look.person_id
      WHERE look.url = ${url}`
    if (!row) return null
    const { image_id: id, width, height, color, others, ...rest } = row
    const { source, credit, licence, takenOn, caption, disclosures, ...more } = rest
    const { topics, season, episode, corrections, ...celebrity } = more
    const origin = { source, credit, licence, takenOn }
    const isStated = Object.values(origin).some(Boolean)
    const image = {
      url,
      width,
      height,
      color,
      ...(isStated ? { origin } : {}),
      ...(caption === null ? {} : { caption }),
      ...(disclosures.length > 0 ? { disclosures } : {}),
      ...(topics.length > 0 ? { topics: { names: topics, season, episode } } : {}),
      ...(corrections ? { corrections } : {}),
    }
    return { id, image, celebrity, others }
  },

  /** One query, because a person's page waits for it. Null if there is no such person. */
  personSummary: (name: string) =>
    readRow(connection, summaryRow, { name: 'person-summary' })`
      SELECT person.id, ${selectJsonArray(NEWEST_LOOKS)} AS looks, ${selectJsonArray(MOST_WORN_BRANDS)} AS brands,
        ${selectJsonArray(MOST_WORN_COLORS)} AS colours
      FROM ${peopleNamed([name])} person`,

  /** Whether the picture was withdrawn, or removed after a notice. */
  isRemoved: (url: string) =>
    hasRow(connection)`SELECT FROM takedown_pictures WHERE url = ${url} LIMIT 1`,

  wornInImage: (imageId: string, limit: number) =>
    readRows(connection, wornCardRow, { name: 'worn-in-image' })`
      SELECT ${raw(WORN_CARD_COLUMNS)}
      FROM catalog.worn_items worn ${raw(PRODUCT_OF_WORN)} ${raw(CARD_JOINS)}
      WHERE worn.look_id = ${imageId} ORDER BY worn.id LIMIT ${limit}`,

  /**
   * Other images in which the product is worn; null if there is no such product. `id`: of the product, or of
   * a worn item, whose image is left out.
   */
  imagesWornIn: async (id: string, limit: number) => {
    const target = await readRow(connection, wornRow, { name: 'worn-target' })`
      SELECT product_id, look_id FROM catalog.worn_items WHERE id = ${id}
      UNION ALL SELECT id, NULL FROM catalog.products WHERE id = ${id}`
    if (!target) return null
    return readRows(connection, wornTileRow, { name: 'images-worn-in' })`
      SELECT ${raw(TILE_COLUMNS)}, other."isSimilar"
      FROM (SELECT look_id, bool_and(is_similar) AS "isSimilar" FROM
          (SELECT look_id, ${raw(IS_SIMILAR)} AS is_similar FROM catalog.worn_items worn WHERE product_id = ${target.product_id}
            ORDER BY id LIMIT ${limit} + 50) near
        WHERE look_id IS DISTINCT FROM ${target.look_id} GROUP BY look_id) other
      JOIN catalog.looks look ON look.id = other.look_id
      JOIN catalog.people person ON person.id = look.person_id
      ORDER BY other."isSimilar", look.shuffle, look.id LIMIT ${limit}`
  },

  /** Candidates for the slideshow, always the same ones. */
  sampleCandidates: (limit: number) =>
    readRows(connection, cardRow)`
      SELECT ${raw(CARD_COLUMNS)} FROM
        (SELECT * FROM catalog.worn_items WHERE is_first ORDER BY shuffle, id LIMIT ${limit}) worn
      ${raw(PRODUCT_OF_WORN)} ${raw(CARD_JOINS)}
      ORDER BY worn.shuffle, worn.id`,

  listSamples: () =>
    readRows(connection, sampleProductSchema)`
      SELECT sample.name, sample.brand, sample.price, sample.category, sample.image,
        CASE WHEN worn.id IS NOT NULL THEN json_build_object(
          'image', worn.url, 'product_id', worn.id::text) END AS look
      FROM catalog.home_samples sample LEFT JOIN LATERAL (
        SELECT worn.id, look.url FROM catalog.worn_items worn ${raw(PRODUCT_OF_WORN)}
        JOIN catalog.looks look ON look.id = worn.look_id
        -- The words are indexed, the name is not.
        WHERE worn.search @@ plainto_tsquery('catalog_words', sample.name)
          AND coalesce(worn.row_says ->> 'name', product.title) = sample.name
        ORDER BY worn.id LIMIT 1
      ) worn ON true
      ORDER BY place`,

  isEmpty: async () => !(await hasRow(connection)`SELECT FROM catalog.products LIMIT 1`),
})
export type CatalogStore = ReturnType<typeof createCatalogStore>

const exportedRow = catalogProductSchema.omit({ box: true }).extend({
  style_type: z.string(),
  box: z.array(z.number()).nullable(),
  image_width: z.number().nullable(),
  image_height: z.number().nullable(),
  image_color: z.string().nullable(),
  image_source: z.string().nullable(),
  image_credit: z.string().nullable(),
  image_licence: z.string().nullable(),
})
export type ExportedRow = z.infer<typeof exportedRow>

const nameRow = z.object({ name: z.string(), foldedName: z.string(), id: z.number() })

/** Reads in pages, so that a slow client does not hold a connection. */
export const createCatalogFilesStore = (connection: Connection) => ({
  rows: (afterId: string, limit: number) =>
    readRows(connection, exportedRow, { name: 'export-rows' })`
      SELECT worn.id, person.name AS celebrity_name,
        catalog.picture_of(look.url) AS celebrity_image,
        ${raw(ROW_VALUES)}, person.style_type, look.width AS image_width,
        look.height AS image_height, look.color AS image_color, look.source AS image_source,
        look.credit AS image_credit, look.licence AS image_licence
      FROM (SELECT * FROM catalog.worn_items WHERE id > ${afterId} ORDER BY id LIMIT ${limit}) worn
      ${raw(PRODUCT_OF_WORN)} LEFT JOIN catalog.offers offer ON offer.id = worn.offer_id
      JOIN catalog.looks look ON look.id = worn.look_id
      JOIN catalog.people person ON person.id = worn.person_id
      ORDER BY worn.id`,

  hasCredits: () =>
    hasRow(connection)`
      SELECT FROM catalog.looks WHERE coalesce(source, credit, licence) IS NOT NULL LIMIT 1`,

  names: (after: { foldedName: string; id: number }, limit: number) =>
    readRows(connection, nameRow, { name: 'export-names' })`
      SELECT name, folded_name AS "foldedName", id FROM ${raw(LISTED_PEOPLE)} people
      WHERE (folded_name, id) > (${after.foldedName}, ${after.id}) ORDER BY folded_name, id
        LIMIT ${limit}`,

  homeNames: createPeopleReader(connection).homeNames,
})
export type CatalogFilesStore = ReturnType<typeof createCatalogFilesStore>
