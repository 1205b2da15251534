import { z } from 'zod'
import { type Connection, readRow } from '#server/core/db/query.ts'
import type { PictureFacts } from './variants.ts'

export const createImagesStore = (connection: Connection) => ({
  /** The proxy fetches only pictures of the catalogue and of recent search results: it is not open. */
  isCataloguePicture: async (url: string): Promise<boolean> => {
    const row = await readRow(
      connection,
      z.object({ known: z.boolean() }),
      {
        name: 'is-catalogue-picture',
        text: `SELECT catalog.has_picture($1)
          OR EXISTS (SELECT FROM remote_pictures WHERE url = $1) AS known`,
      },
      [url],
    )
    return row?.known ?? false
  },

  /** Whether the catalogue or the samples of Home show one of our own files. */
  isShown: async (url: string): Promise<boolean> => {
    const row = await readRow(
      connection,
      z.object({ shown: z.boolean() }),
      `SELECT catalog.has_picture($1)
        OR EXISTS (SELECT FROM catalog.home_samples WHERE image = $1) AS shown`,
      [url],
    )
    return row?.shown ?? false
  },

  /** Fills in the size and colour that the import did not provide. */
  recordFacts: async (url: string, { width, height, color }: PictureFacts) => {
    await connection.query({
      name: 'record-picture-facts',
      text: `UPDATE catalog.looks SET width = $2, height = $3, color = $4
        WHERE url = $1 AND (width IS NULL OR height IS NULL OR color IS NULL)`,
      values: [url, width, height, color],
    })
  },

  /** The first picture of the celebrity whose portrait has this file name. */
  firstImageOf: async (portrait: string): Promise<string | null> => {
    const row = await readRow(
      connection,
      z.object({ url: z.string() }),
      `SELECT look.url FROM catalog.people person
      JOIN catalog.looks look ON look.person_id = person.id
      WHERE person.image = $1 ORDER BY look.shuffle, look.id LIMIT 1`,
      [portrait],
    )
    return row?.url ?? null
  },
})
export type ImagesStore = ReturnType<typeof createImagesStore>
