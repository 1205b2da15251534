import { expect, test } from 'vitest'
import { databaseBefore } from '#tests/support/database.ts'
import { migrateDatabase } from './migrate.ts'

test('a picture of several people becomes a look of each, with the products of each', async () => {
  const pool = await databaseBefore('0081-looks-of-each-person.sql')
  await pool.query(`
    INSERT INTO catalog.people (name, image, style_type, look_count)
      VALUES ('Ada', 'a.jpg', 'celebrity', 1), ('Bo', 'b.jpg', 'celebrity', 0);
    INSERT INTO catalog.looks (url, person_id, credit, product_count, first_product_name)
      VALUES ('https://x.example.com/couple.jpg', 1, 'Cleo', 2, 'Coat');
    INSERT INTO catalog.shops (name, host) VALUES ('x', 'x.example.com');
    INSERT INTO catalog.products (id, product_key, title)
      SELECT id, gen_random_uuid(), title
      FROM (VALUES (901, 'Coat'), (902, 'Hat')) AS product(id, title);
    INSERT INTO catalog.offers (id, product_id, shop_id, url, price)
      SELECT id, product, 1, 'https://x.example.com/' || product, '$1'
      FROM (VALUES (801, 901), (802, 902)) AS offer(id, product);
    INSERT INTO catalog.worn_items (look_id, person_id, product_id, offer_id, search)
      SELECT 1, person, product, offer, '' FROM (VALUES (1, 901, 801), (2, 902, 802))
        AS worn(person, product, offer)`)
  await migrateDatabase(pool)
  const { rows } = await pool.query(`
    SELECT url, person.name, credit, look.product_count, first_product_name, look_count,
      worn.person_id = look.person_id AS is_own,
      row_key = md5(url || E'\\nHat\\nhttps://x.example.com/902')::uuid AS is_known_again
    FROM catalog.looks look JOIN catalog.people person ON person.id = look.person_id
    JOIN catalog.worn_items worn ON worn.look_id = look.id ORDER BY url`)
  const shared = { credit: 'Cleo', product_count: 1, look_count: 1, is_own: true }
  const url = 'https://x.example.com/couple.jpg'
  expect(rows).toEqual([
    { ...shared, url, name: 'Ada', first_product_name: 'Coat', is_known_again: false },
    {
      ...shared,
      url: `${url}#person-2`,
      name: 'Bo',
      first_product_name: 'Hat',
      is_known_again: true,
    },
  ])
})
