import type pg from 'pg'
import type { PictureFacts } from './variant.ts'

/** The proxy fetches only pictures of the catalogue and of recent search results: it is not an open proxy. */
export const isCataloguePicture = async (pool: pg.Pool, url: string): Promise<boolean> => {
  const { rows } = await pool.query<{ known: boolean }>({
    name: 'is-catalogue-picture',
    text: `SELECT EXISTS (SELECT FROM celebrity_images WHERE url = $1)
      OR EXISTS (SELECT FROM products WHERE product_image = $1)
      OR EXISTS (SELECT FROM remote_pictures WHERE url = $1) AS known`,
    values: [url],
  })
  return rows[0]?.known ?? false
}

/** Fills in the size and colour that the import did not provide. */
export const recordFacts = (pool: pg.Pool, url: string, facts: PictureFacts) =>
  pool.query({
    name: 'record-picture-facts',
    text: `UPDATE celebrity_images SET width = $2, height = $3, color = $4
      WHERE url = $1 AND (width IS NULL OR height IS NULL OR color IS NULL)`,
    values: [url, facts.width, facts.height, facts.color],
  })

/** The first picture of the celebrity whose portrait has this file name. */
export const firstImageOf = async (pool: pg.Pool, portrait: string): Promise<string | null> => {
  const { rows } = await pool.query<{ url: string }>(
    `SELECT image.url FROM celebrities celebrity
    JOIN celebrity_images image ON image.celebrity_id = celebrity.id
    WHERE celebrity.image = $1 ORDER BY image.shuffle, image.id LIMIT 1`,
    [portrait],
  )
  return rows[0]?.url ?? null
}
