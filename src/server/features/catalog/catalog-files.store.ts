import type pg from 'pg'

export type ExportedRow = {
  id: string
  celebrity_name: string
  celebrity_image: string
  name: string
  price: string
  website: string
  category: string | null
  brand: string | null
  style_type: string
  box: number[] | null
  product_image: string | null
  image_width: number | null
  image_height: number | null
  image_color: string | null
}

/** The next rows in the order they came; no connection is held while a slow reader reads. */
export const exportRows = async (pool: pg.Pool, afterId: string, limit: number) => {
  const { rows } = await pool.query<ExportedRow>({
    name: 'export-rows',
    text: `SELECT product.id, celebrity.name AS celebrity_name, image.url AS celebrity_image,
        product.name, product.price, product.website, product.category, product.brand,
        celebrity.style_type, product.box, product.product_image, image.width AS image_width,
        image.height AS image_height, image.color AS image_color
      FROM (SELECT * FROM products WHERE id > $1 ORDER BY id LIMIT $2) product
      JOIN celebrity_images image ON image.id = product.celebrity_image_id
      JOIN celebrities celebrity ON celebrity.id = product.celebrity_id
      ORDER BY product.id`,
    values: [afterId, limit],
  })
  return rows
}

export const exportNames = async (
  pool: pg.Pool,
  after: { foldedName: string; id: number },
  limit: number,
) => {
  const { rows } = await pool.query<{ name: string; foldedName: string; id: number }>({
    name: 'export-names',
    text: `SELECT name, folded_name AS "foldedName", id FROM celebrities
      WHERE (folded_name, id) > ($1, $2) ORDER BY folded_name, id LIMIT $3`,
    values: [after.foldedName, after.id, limit],
  })
  return rows
}

export const exportHomeNames = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM celebrities WHERE home_rank IS NOT NULL ORDER BY home_rank',
  )
  return rows.map(({ name }) => name)
}
