import type pg from 'pg'
import type { PictureFacts } from './variant.ts'

/** Only addresses of the catalogue, and of results just shown, are fetched: the proxy is nobody's open door. */
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

/** What the file did not say is learnt when the picture is first seen. */
export const recordFacts = (pool: pg.Pool, url: string, facts: PictureFacts) =>
  pool.query({
    name: 'record-picture-facts',
    text: `UPDATE celebrity_images SET width = $2, height = $3, color = $4
      WHERE url = $1 AND (width IS NULL OR height IS NULL OR color IS NULL)`,
    values: [url, facts.width, facts.height, facts.color],
  })

/** A picture of the celebrity whose portrait has this name. */
export const firstImageOf = async (pool: pg.Pool, portrait: string): Promise<string | null> => {
  const { rows } = await pool.query<{ url: string }>(
    `SELECT image.url FROM celebrities celebrity
    JOIN celebrity_images image ON image.celebrity_id = celebrity.id
    WHERE celebrity.image = $1 ORDER BY image.shuffle, image.id LIMIT 1`,
    [portrait],
  )
  return rows[0]?.url ?? null
}
