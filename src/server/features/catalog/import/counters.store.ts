import type { SampleProduct } from '#shared/contract/catalog.ts'
import type { Connection } from '#server/db/transaction.ts'

export const CATALOG_CHANGED = 'catalog_changed'

/** A sample as a catalogue gives it: the look is found among its products. */
export type GivenSample = Omit<SampleProduct, 'look'>

/** Figures and lists derived from the products, updated within the import. */
export const countersOn = (client: Connection) => ({
  /** Counts shown next to lists, computed once here instead of on every request (decision 011). */
  recount: async () => {
    await client.query(`
    UPDATE celebrity_images image
    SET product_count = counted.products, first_product_name = counted.first_name
    FROM (
      SELECT celebrity_image_id, count(*)::int AS products,
        (array_agg(name ORDER BY id))[1] AS first_name
      FROM products GROUP BY celebrity_image_id
    ) counted
    WHERE image.id = counted.celebrity_image_id
      AND (image.product_count, image.first_product_name)
        IS DISTINCT FROM (counted.products, counted.first_name)`)
    await client.query(`
    UPDATE celebrities SET image_count = coalesce(i.images, 0), product_count = coalesce(p.products, 0)
    FROM celebrities known
    LEFT JOIN (SELECT celebrity_id, count(*)::int AS images FROM celebrity_images GROUP BY 1) i
      ON i.celebrity_id = known.id
    LEFT JOIN (SELECT celebrity_id, count(*)::int AS products FROM products GROUP BY 1) p
      ON p.celebrity_id = known.id
    WHERE celebrities.id = known.id AND (celebrities.image_count, celebrities.product_count)
      IS DISTINCT FROM (coalesce(i.images, 0), coalesce(p.products, 0))`)
    await client.query(`
    UPDATE catalog_totals SET version = version + 1,
      celebrities = (SELECT count(*) FROM celebrities WHERE style_type = 'celebrity'),
      creators = (SELECT count(*) FROM celebrities WHERE style_type = 'creator'),
      images = (SELECT coalesce(sum(image_count), 0) FROM celebrities),
      products = (SELECT coalesce(sum(product_count), 0) FROM celebrities)`)
  },

  rebuildWords: async () => {
    await client.query('DELETE FROM catalog_words')
    await client.query(`
    INSERT INTO catalog_words (word, stem, uses)
    SELECT word, coalesce((ts_lexize('english_stem', word))[1], word), ndoc
    FROM ts_stat('SELECT search FROM products')
    WHERE length(word) BETWEEN 2 AND 40`)
  },

  /** The given names in order; if there are none, those with the most images. */
  rankHome: async (names: string[] | null, shown: number) => {
    if (names) {
      await client.query(
        `UPDATE celebrities SET home_rank = array_position($1::text[], name)
      WHERE home_rank IS DISTINCT FROM array_position($1::text[], name)`,
        [names],
      )
      return
    }
    await client.query(
      `UPDATE celebrities SET home_rank = ranked.place FROM (
      SELECT id, row_number() OVER (ORDER BY image_count DESC, folded_name) AS place
      FROM celebrities LIMIT $1
    ) ranked
    WHERE celebrities.id = ranked.id
      AND NOT EXISTS (SELECT FROM celebrities WHERE home_rank IS NOT NULL)`,
      [shown],
    )
  },

  /** Delivered to every server when the transaction commits. */
  announceChange: () => client.query(`NOTIFY ${CATALOG_CHANGED}`),

  replaceSamples: async (samples: readonly GivenSample[]) => {
    await client.query('DELETE FROM home_samples')
    await client.query(
      `INSERT INTO home_samples (place, name, brand, price, category, image)
    SELECT place, name, brand, price, category, image
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      WITH ORDINALITY AS given(name, brand, price, category, image, place)`,
      [
        samples.map(({ name }) => name),
        samples.map(({ brand }) => brand),
        samples.map(({ price }) => price),
        samples.map(({ category }) => category),
        samples.map(({ image }) => image),
      ],
    )
  },
})
