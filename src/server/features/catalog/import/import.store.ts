import { z } from 'zod'
import { parsePrice } from '#shared/domain/price.ts'
import type { Database } from '#server/db/database.ts'
import { readRow, readRows } from '#server/db/rows.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { CatalogRow } from './catalog-row.ts'
import { countersOn } from './counters.store.ts'

export type StagedRow = CatalogRow & { line: number }
type NewCelebrity = { name: string; image: string; styleType: string; isGiven: boolean }

const IMPORT_LOCK = 7_341_010

const celebrityRow = z.object({ name: z.string(), style_type: z.string().nullable() })
const mergedRow = z.object({ added: z.number(), changed: z.number() })

const prepare = async (client: Connection) => {
  await client.query('BEGIN')
  // Concurrent imports would miss each other's rows in the counts.
  await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK])
  // With the default 4 MB, sorting a million rows goes through the disk many times.
  await client.query(`SET LOCAL work_mem = '64MB'`)
  await client.query(`
    CREATE TEMPORARY TABLE staged_rows (
      line integer NOT NULL, row_key uuid NOT NULL, product_key uuid NOT NULL,
      celebrity_name text NOT NULL, celebrity_image text NOT NULL, name text NOT NULL,
      price text NOT NULL, price_amount numeric(14, 2), currency text, website text NOT NULL,
      category text, brand text, style_type text, box real[], product_image text,
      image_width integer, image_height integer, image_color text
    ) ON COMMIT DROP`)
}

const MAX_AMOUNT = 999_999_999_999

/** Boxes are sent as array text, because nested arrays must be rectangular and cannot contain null. */
const boxText = (box: number[] | null): string | null => (box ? `{${box.join(',')}}` : null)

const stagingOn = (client: Connection) => ({
  stageRows: async (rows: StagedRow[]) => {
    const prices = rows.map(({ price }) => parsePrice(price))
    await client.query({
      name: 'stage-rows',
      text: `
      INSERT INTO staged_rows
      SELECT r.line,
        md5(concat_ws(E'\\n', r.celebrity_image, r.name, r.website))::uuid,
        md5(concat_ws(E'\\n', lower(r.name), r.website))::uuid,
        r.celebrity_name, r.celebrity_image, r.name, r.price, r.price_amount, r.currency,
        r.website, r.category, r.brand, r.style_type, r.box::real[], r.product_image,
        r.image_width, r.image_height, r.image_color
      FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[],
        $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
        $14::int[], $15::int[], $16::text[])
      AS r(line, celebrity_name, celebrity_image, name, price, price_amount, currency, website,
        category, brand, style_type, box, product_image, image_width, image_height, image_color)`,
      values: [
        rows.map((row) => row.line),
        rows.map((row) => row.celebrity_name),
        rows.map((row) => row.celebrity_image),
        rows.map((row) => row.name),
        rows.map((row) => row.price),
        prices.map((price) => (price && price.amount <= MAX_AMOUNT ? price.amount : null)),
        prices.map((price) => price?.currency ?? null),
        rows.map((row) => row.website),
        rows.map((row) => row.category),
        rows.map((row) => row.brand),
        rows.map((row) => row.style_type),
        rows.map((row) => boxText(row.box)),
        rows.map((row) => row.product_image),
        rows.map((row) => row.image_width),
        rows.map((row) => row.image_height),
        rows.map((row) => row.image_color),
      ],
    })
  },

  stagedCelebrities: async () => {
    // Without statistics the planner may choose a million single lookups.
    await client.query('ANALYZE staged_rows')
    return readRows(
      client,
      celebrityRow,
      `
    SELECT celebrity_name AS name,
      (array_agg(style_type ORDER BY line) FILTER (WHERE style_type IS NOT NULL))[1] AS style_type
    FROM staged_rows GROUP BY celebrity_name ORDER BY min(line)`,
    )
  },

  /** A style type from the file replaces a derived one, never the reverse. */
  mergeCelebrities: (celebrities: NewCelebrity[]) =>
    client.query(
      `INSERT INTO celebrities AS known (name, image, style_type)
    SELECT name, image, style_type FROM unnest($1::text[], $2::text[], $3::text[])
      AS given(name, image, style_type)
    ON CONFLICT (name) DO UPDATE SET style_type = excluded.style_type
    WHERE known.style_type <> excluded.style_type AND known.name = ANY ($4::text[])`,
      [
        celebrities.map(({ name }) => name),
        celebrities.map(({ image }) => image),
        celebrities.map(({ styleType }) => styleType),
        celebrities.filter(({ isGiven }) => isGiven).map(({ name }) => name),
      ],
    ),

  mergeImages: () =>
    client.query(`
    INSERT INTO celebrity_images AS known (url, celebrity_id, width, height, color)
    SELECT DISTINCT ON (staged.celebrity_image)
      staged.celebrity_image, celebrities.id, image_width, image_height, image_color
    FROM staged_rows staged JOIN celebrities ON celebrities.name = staged.celebrity_name
    ORDER BY staged.celebrity_image, staged.line
    ON CONFLICT (url) DO UPDATE SET
      celebrity_id = excluded.celebrity_id,
      width = coalesce(excluded.width, known.width),
      height = coalesce(excluded.height, known.height),
      color = coalesce(excluded.color, known.color)
    WHERE (known.celebrity_id, known.width, known.height, known.color) IS DISTINCT FROM
      (excluded.celebrity_id, coalesce(excluded.width, known.width),
       coalesce(excluded.height, known.height), coalesce(excluded.color, known.color))`),

  /** In file order; of duplicate rows, the last one counts. */
  mergeProducts: async () => {
    const merged = await readRow(
      client,
      mergedRow,
      `
    WITH merged AS (
      INSERT INTO products AS known (row_key, product_key, celebrity_image_id, celebrity_id, name,
        price, price_amount, currency, website, category, brand, product_image, box, search)
      SELECT row_key, product_key, image_id, celebrity_id, name, price, price_amount,
        currency, website, category, brand, product_image, box,
        setweight(to_tsvector('catalog_words', name), 'A')
          || setweight(to_tsvector('catalog_words', coalesce(brand, '')), 'B')
          || setweight(to_tsvector('catalog_words', concat_ws(' ', category, celebrity_name)), 'C')
      FROM (
        SELECT staged.*, image.id AS image_id, celebrity.id AS celebrity_id
        FROM staged_rows staged
        JOIN (SELECT max(line) AS line FROM staged_rows GROUP BY row_key) last USING (line)
        JOIN celebrity_images image ON image.url = staged.celebrity_image
        JOIN celebrities celebrity ON celebrity.name = staged.celebrity_name
        -- Sorted before the search words are made: they would be sorted along, over the disk.
        ORDER BY staged.line OFFSET 0
      ) ordered
      ON CONFLICT (row_key) DO UPDATE SET
        celebrity_image_id = excluded.celebrity_image_id, celebrity_id = excluded.celebrity_id,
        price = excluded.price, price_amount = excluded.price_amount,
        currency = excluded.currency, category = excluded.category, brand = excluded.brand,
        product_image = excluded.product_image, box = excluded.box, search = excluded.search
      WHERE (known.celebrity_id, known.price, known.category, known.brand, known.product_image,
             known.box) IS DISTINCT FROM
        (excluded.celebrity_id, excluded.price, excluded.category, excluded.brand,
         excluded.product_image, excluded.box)
      RETURNING (xmax = 0) AS is_new)
    SELECT count(*) FILTER (WHERE is_new)::int AS added,
      count(*) FILTER (WHERE NOT is_new)::int AS changed FROM merged`,
    )
    return merged ?? { added: 0, changed: 0 }
  },

  /** For `--replace`: deletes everything that is not in the file. */
  removeUnstaged: async () => {
    const { rowCount } = await client.query(`
    DELETE FROM products WHERE NOT EXISTS
      (SELECT FROM staged_rows WHERE staged_rows.row_key = products.row_key)`)
    await client.query(`
    DELETE FROM celebrity_images image WHERE NOT EXISTS
      (SELECT FROM products WHERE products.celebrity_image_id = image.id)`)
    await client.query(`
    DELETE FROM celebrities celebrity WHERE NOT EXISTS
        (SELECT FROM products WHERE products.celebrity_id = celebrity.id)
      AND NOT EXISTS
        (SELECT FROM celebrity_images image WHERE image.celebrity_id = celebrity.id)`)
    return rowCount ?? 0
  },
})

const sessionOn = (client: Connection) => ({ ...stagingOn(client), ...countersOn(client) })
export type ImportSession = ReturnType<typeof sessionOn>

export const createImportStore = (pool: Database['pool']) => ({
  /** One transaction, kept only if `work` says so. */
  inTransaction: async (work: (session: ImportSession) => Promise<'keep' | 'discard'>) => {
    const client = await pool.connect()
    try {
      await prepare(client)
      const outcome = await work(sessionOn(client))
      await client.query(outcome === 'keep' ? 'COMMIT' : 'ROLLBACK')
      client.release()
    } catch (error) {
      // Closing the connection undoes everything, even if a ROLLBACK would fail.
      client.release(true)
      throw error
    }
  },

  /** Without fresh statistics, the first queries after a large import get bad plans. */
  settle: async () => {
    await pool.query('VACUUM (ANALYZE) products, celebrity_images, celebrities, catalog_words')
  },
})
export type ImportStore = ReturnType<typeof createImportStore>
