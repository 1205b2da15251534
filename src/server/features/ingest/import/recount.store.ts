import type { Connection } from '#server/core/db/query.ts'
import { countTotals } from './counters.store.ts'

/** Rows whose counts may have changed, by the ids of their tables. */
type Touched = { products: string[]; looks: string[]; people: number[] }

/** What the import counts for the whole catalogue, for some rows of it. */
export const recountTouched = async (
  client: Connection,
  { products, looks, people }: Touched,
): Promise<void> => {
  await client.query(
    `UPDATE catalog.worn_items worn
    SET is_first = counted.is_first, is_first_of_person = counted.is_first_of_person
    FROM (
      SELECT id, row_number() OVER (PARTITION BY product_id ORDER BY id) = 1 AS is_first,
        row_number() OVER (PARTITION BY product_id, person_id ORDER BY id) = 1 AS is_first_of_person
      FROM catalog.worn_items WHERE product_id = ANY ($1)
    ) counted
    WHERE worn.id = counted.id AND (worn.is_first, worn.is_first_of_person)
      IS DISTINCT FROM (counted.is_first, counted.is_first_of_person)`,
    [products],
  )
  await client.query(
    `UPDATE catalog.products product SET worn_count =
      (SELECT count(*) FROM catalog.worn_items WHERE product_id = product.id)
    WHERE id = ANY ($1)`,
    [products],
  )
  await client.query(
    `UPDATE catalog.looks look SET product_count = coalesce(counted.products, 0),
      first_product_name = coalesce(counted.first_name, '')
    FROM catalog.looks known
    LEFT JOIN LATERAL (
      SELECT count(DISTINCT worn.product_id)::int AS products,
        catalog.first_stated(coalesce(worn.row_says ->> 'name', product.title) ORDER BY worn.id)
          AS first_name
      FROM catalog.worn_items worn JOIN catalog.products product ON product.id = worn.product_id
      WHERE worn.look_id = known.id
    ) counted ON true
    WHERE look.id = known.id AND known.id = ANY ($1)`,
    [looks],
  )
  // Nobody is listed without a look or a product.
  await client.query(
    `DELETE FROM catalog.people person WHERE id = ANY ($1)
      AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.person_id = person.id)
      AND NOT EXISTS (SELECT FROM catalog.looks look WHERE look.person_id = person.id)`,
    [people],
  )
  await client.query(
    `UPDATE catalog.people person SET
      look_count = (SELECT count(*) FROM catalog.looks WHERE person_id = person.id),
      product_count = (SELECT count(*) FROM catalog.worn_items
        WHERE person_id = person.id AND is_first_of_person)
    WHERE id = ANY ($1)`,
    [people],
  )
  await countTotals(client)
}
