import { z } from 'zod'
import { type Connection, readRows } from '#server/core/db/query.ts'
import { catalogProductSchema } from '#shared/contract/catalog.ts'
import { PRODUCT_OF_WORN, ROW_VALUES } from '#server/features/search/index.ts'

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

/** In pages, so that no connection is held while a slow client reads. */
export const createCatalogFilesStore = (connection: Connection) => ({
  rows: (afterId: string, limit: number) =>
    readRows(
      connection,
      exportedRow,
      {
        name: 'export-rows',
        text: `SELECT worn.id, person.name AS celebrity_name, look.url AS celebrity_image,
            ${ROW_VALUES}, person.style_type, look.width AS image_width,
            look.height AS image_height, look.color AS image_color, look.source AS image_source,
            look.credit AS image_credit, look.licence AS image_licence
          FROM (SELECT * FROM catalog.worn_items WHERE id > $1 ORDER BY id LIMIT $2) worn
          ${PRODUCT_OF_WORN} LEFT JOIN catalog.offers offer ON offer.id = worn.offer_id
          JOIN catalog.looks look ON look.id = worn.look_id
          JOIN catalog.people person ON person.id = worn.person_id
          ORDER BY worn.id`,
      },
      [afterId, limit],
    ),

  hasCredits: async (): Promise<boolean> => {
    const { rowCount } = await connection.query(
      'SELECT FROM catalog.looks WHERE coalesce(source, credit, licence) IS NOT NULL LIMIT 1',
    )
    return rowCount === 1
  },

  names: (after: { foldedName: string; id: number }, limit: number) =>
    readRows(
      connection,
      nameRow,
      {
        name: 'export-names',
        text: `SELECT name, folded_name AS "foldedName", id FROM catalog.people
          WHERE (folded_name, id) > ($1, $2) ORDER BY folded_name, id LIMIT $3`,
      },
      [after.foldedName, after.id, limit],
    ),

  homeNames: () =>
    readRows(
      connection,
      z.object({ name: z.string() }).transform(({ name }) => name),
      'SELECT name FROM catalog.people WHERE home_rank IS NOT NULL ORDER BY home_rank',
    ),
})
export type CatalogFilesStore = ReturnType<typeof createCatalogFilesStore>
