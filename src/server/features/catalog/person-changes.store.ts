import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, readRows, readValue, readValues, type Sql, sql } from '#server/core/db/sql.ts'
import { foldName } from '#shared/domain/person-name.ts'
import { createCountsStore } from './counts.store.ts'
import { describeProducts } from './import.store.ts'
import { foldNewNames } from './people.store.ts'

/** The words of a worn item, by its product and person. Must match what an import writes. */
export const WORN_ITEM_SEARCH = sql`setweight(to_tsvector('catalog_words', product.title), 'A')
  || setweight(to_tsvector('catalog_words', coalesce(product.brand, '')), 'B')
  || setweight(to_tsvector('catalog_words', concat_ws(' ', product.category, person.name)), 'C')`

const personRow = z.object({
  id: z.number(),
  name: z.string(),
  image: z.string(),
  isListed: z.boolean(),
})

/** Changes to people, inside the transaction of `client`, which has locked the catalogue. */
export const createPersonChanges = (client: Connection) => {
  /** Writes what searches know of the items that somebody wears. Returns their products. */
  const describeItems = async (personId: number, wornBy: Sql) => {
    const products = await readValues(client, z.string())`
      UPDATE catalog.worn_items worn SET person_id = person.id, search = ${WORN_ITEM_SEARCH}
      FROM catalog.products product, catalog.people person
      WHERE person.id = ${personId} AND worn.person_id = ${wornBy}
        AND product.id = worn.product_id RETURNING worn.product_id`
    return [...new Set(products)]
  }
  const addWordsOf = (name: string) =>
    createCountsStore(client).addWords(sql`SELECT to_tsvector('catalog_words', ${name})`)

  return {
    /** Until the transaction ends, nobody can follow these people or add something else that refers to them. */
    lockPeople: async (ids: readonly number[]) => {
      await foldNewNames(client)
      return readRows(client, personRow)`
        SELECT id, name, image, look_count > 0 OR product_count > 0 AS "isListed"
        FROM catalog.people WHERE id = ANY (${ids}::int[]) ORDER BY id FOR UPDATE`
    },

    /**
     * The caller makes sure that nobody else has this name. Returns the products whose search documents
     * contain the name.
     */
    renamePerson: async (personId: number, name: string, keepsFormerName = true) => {
      const key = foldName(name)
      await execute(client)`
        DELETE FROM catalog.former_names WHERE name_key = ${key} AND person_id = ${personId}`
      await execute(client)`
        INSERT INTO catalog.former_names (name_key, name, person_id)
        SELECT name_key, name, id FROM catalog.people
        WHERE id = ${personId} AND name_key <> ${key} AND ${keepsFormerName}
        ON CONFLICT (name_key) DO NOTHING`
      await execute(client)`
        UPDATE catalog.people SET name = ${name}, name_key = ${key} WHERE id = ${personId}`
      await execute(client)`
        UPDATE catalog.looks SET changed_at = now() WHERE person_id = ${personId}`
      await addWordsOf(name)
      const products = await describeItems(personId, sql`${personId}`)
      await describeProducts(client, products)
      return products
    },

    /** The caller makes sure that nobody else has one of these names. */
    setOtherNames: async (personId: number, names: readonly string[]) => {
      const ownKey = await readValue(client, z.string())`
        SELECT name_key FROM catalog.people WHERE id = ${personId}`
      const byKey = new Map(names.map((name) => [foldName(name), name]))
      if (ownKey !== null) byKey.delete(ownKey)
      await execute(client)`
        DELETE FROM catalog.former_names WHERE person_id = ${personId}
          AND name_key <> ALL (${[...byKey.keys()]}::text[])`
      await execute(client)`
        INSERT INTO catalog.former_names AS known (name_key, name, person_id)
        SELECT name_key, name, ${personId} FROM unnest(${[...byKey.keys()]}::text[],
          ${[...byKey.values()]}::text[]) AS given(name_key, name)
        ON CONFLICT (name_key) DO UPDATE SET name = excluded.name
          WHERE known.person_id = excluded.person_id`
    },

    setPortrait: (personId: number, image: string) =>
      execute(client)`UPDATE catalog.people SET image = ${image} WHERE id = ${personId}`,

    /**
     * Gives looks, items and names of a person to another one and deletes the former. Whatever else refers
     * to the person has been moved by its owners. Returns the products whose search documents change.
     */
    mergePerson: async (fromId: number, { id: intoId, name }: { id: number; name: string }) => {
      await execute(client)`
        UPDATE catalog.looks SET person_id = ${intoId}, changed_at = now()
        WHERE person_id = ${fromId}`
      await addWordsOf(name)
      const products = await describeItems(intoId, sql`${fromId}`)
      await execute(client)`
        UPDATE catalog.former_names SET person_id = ${intoId} WHERE person_id = ${fromId}`
      await execute(client)`
        INSERT INTO catalog.former_names (name_key, name, person_id)
        SELECT name_key, name, ${intoId} FROM catalog.people WHERE id = ${fromId}
        ON CONFLICT (name_key) DO NOTHING`
      await execute(client)`
        DELETE FROM catalog.former_names former USING catalog.people person
        WHERE person.id = ${intoId} AND former.name_key = person.name_key`
      // A person without a look has no portrait.
      await execute(client)`
        UPDATE catalog.people person SET home_rank = least(person.home_rank, former.home_rank),
          image = CASE WHEN person.look_count = 0 AND former.look_count > 0
            THEN former.image ELSE person.image END
        FROM catalog.people former WHERE person.id = ${intoId} AND former.id = ${fromId}`
      await execute(client)`DELETE FROM catalog.people WHERE id = ${fromId}`
      await createCountsStore(client).recount({ products, looks: [], people: [intoId] })
      await describeProducts(client, products)
      return products
    },
  }
}
