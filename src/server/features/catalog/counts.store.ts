import type { SampleProduct } from '#shared/contract/catalog.ts'
import type { Connection } from '#server/core/db/query.ts'
import { execute, raw, type Sql, sql } from '#server/core/db/sql.ts'
import { announceCatalogChange } from './document-writer.store.ts'
import { IS_SIMILAR } from './cards.store.ts'
import { LISTED_PEOPLE, peopleNamed } from './people.store.ts'

/** A sample of the slideshow; its look is found among the catalogue's products. */
export type HomeSample = Omit<SampleProduct, 'look'>

/** Rows whose counts may have changed, by the ids of their tables. */
type CountedRows = { products: string[]; looks: string[]; people: number[] }

const matchesAnyId = (column: string, ids: readonly (string | number)[] | undefined) =>
  ids ? sql`${raw(column)} = ANY (${ids})` : raw('true')

/** What would be lost with a person whose last look is withdrawn, although it may be published again. */
const HAS_DEPENDENTS = raw(`(EXISTS (SELECT FROM follows WHERE person_id = person.id)
  OR EXISTS (SELECT FROM alerts WHERE person_id = person.id)
  OR EXISTS (SELECT FROM affiliate_rules WHERE person_id = person.id)
  OR EXISTS (SELECT FROM creators WHERE person_id = person.id))`)

const removePeople = (client: Connection, where: Sql) =>
  execute(client)`
    DELETE FROM catalog.people person WHERE ${where}
      AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.person_id = person.id)
      AND NOT EXISTS (SELECT FROM catalog.looks look WHERE look.person_id = person.id)`

/** Deletes those of these people who have neither a look nor a product, with all that depends on them. */
export const removePeopleWithDependents = (client: Connection, ids: readonly number[]) =>
  removePeople(client, sql`id = ANY (${ids})`)

/**
 * Deletes people without a look and a product who were listed until now, when the operator replaces or
 * removes a part of the catalogue. People whose looks were withdrawn before are not part of it.
 */
export const removeUnlistedPeople = (client: Connection) =>
  removePeople(client, sql`(look_count > 0 OR product_count > 0 OR NOT ${HAS_DEPENDENTS})`)

/** Counts and lists that are derived from the products and updated by an import. */
export const createCountsStore = (client: Connection) => ({
  /** Recomputes the counts of these rows or of the whole catalogue, so that requests need not. */
  recount: async (rows?: CountedRows) => {
    await execute(client)`
      UPDATE catalog.worn_items worn
      SET is_first = counted.is_first, is_first_of_person = counted.is_first_of_person
      FROM (
        SELECT id, row_number() OVER (PARTITION BY product_id ORDER BY id) = 1 AS is_first,
          row_number() OVER (PARTITION BY product_id, person_id
            ORDER BY id) = 1 AS is_first_of_person
        FROM catalog.worn_items WHERE ${matchesAnyId('product_id', rows?.products)}
      ) counted
      WHERE worn.id = counted.id AND (worn.is_first, worn.is_first_of_person)
        IS DISTINCT FROM (counted.is_first, counted.is_first_of_person)`
    await execute(client)`
      UPDATE catalog.products product SET worn_count = counted.worn
      FROM (
        SELECT stored.id, count(worn.id)::int AS worn
        FROM catalog.products stored LEFT JOIN catalog.worn_items worn ON worn.product_id = stored.id
        WHERE ${matchesAnyId('stored.id', rows?.products)} GROUP BY stored.id
      ) counted
      WHERE product.id = counted.id AND product.worn_count <> counted.worn`
    await execute(client)`
      UPDATE catalog.looks look
      SET product_count = counted.products, first_product_name = counted.first_name
      FROM (
        SELECT stored.id, count(DISTINCT worn.product_id)::int AS products, coalesce(
          catalog.first_stated(coalesce(worn.row_says ->> 'name', product.title)
            ORDER BY ${raw(IS_SIMILAR)}, worn.id),
          '') AS first_name
        FROM catalog.looks stored
        LEFT JOIN catalog.worn_items worn ON worn.look_id = stored.id
        LEFT JOIN catalog.products product ON product.id = worn.product_id
        WHERE ${matchesAnyId('stored.id', rows?.looks)} GROUP BY stored.id
      ) counted
      WHERE look.id = counted.id AND (look.product_count, look.first_product_name)
        IS DISTINCT FROM (counted.products, counted.first_name)`
    if (rows) await removePeople(client, sql`id = ANY (${rows.people}) AND NOT ${HAS_DEPENDENTS}`)
    await execute(client)`
      UPDATE catalog.people person SET look_count = coalesce(l.looks, 0),
        product_count = coalesce(p.products, 0)
      FROM catalog.people stored
      LEFT JOIN (SELECT person_id, count(*)::int AS looks FROM catalog.looks
          WHERE ${matchesAnyId('person_id', rows?.people)} GROUP BY 1) l
        ON l.person_id = stored.id
      LEFT JOIN (SELECT person_id, count(*)::int AS products FROM catalog.worn_items
          WHERE is_first_of_person AND ${matchesAnyId('person_id', rows?.people)} GROUP BY 1) p
        ON p.person_id = stored.id
      WHERE person.id = stored.id AND ${matchesAnyId('stored.id', rows?.people)}
        AND (person.look_count, person.product_count)
          IS DISTINCT FROM (coalesce(l.looks, 0), coalesce(p.products, 0))`
    await execute(client)`
      UPDATE catalog.totals SET
        celebrities = (SELECT count(*) FROM ${raw(LISTED_PEOPLE)} people
          WHERE style_type = 'celebrity'),
        creators = (SELECT count(*) FROM ${raw(LISTED_PEOPLE)} people
          WHERE style_type = 'creator'),
        looks = (SELECT coalesce(sum(look_count), 0) FROM catalog.people),
        products = (SELECT count(*) FROM catalog.worn_items WHERE is_first)`
  },

  /** Adds the words of these `search` vectors to the search suggestions. */
  addWords: (searches: Sql) =>
    execute(client)`
      INSERT INTO catalog.words (word, stem, uses)
      SELECT word, coalesce((ts_lexize('english_stem', word))[1], word), count(*)
      FROM (${searches}) item(search), unnest(tsvector_to_array(search)) AS one(word)
      WHERE length(word) BETWEEN 2 AND 40
      GROUP BY word ON CONFLICT (word) DO UPDATE SET uses = words.uses + excluded.uses`,

  rebuildWords: async () => {
    await client.query('DELETE FROM catalog.words')
    await execute(client)`
      INSERT INTO catalog.words (word, stem, uses)
      SELECT word, coalesce((ts_lexize('english_stem', word))[1], word), ndoc
      FROM ts_stat('SELECT search FROM catalog.worn_items
        UNION ALL SELECT search FROM catalog.products WHERE worn_count = 0')
      WHERE length(word) BETWEEN 2 AND 40`
  },

  /** Ranks the given names in order; without any, those with the most images. */
  rankHome: async (names: string[] | null, count: number) => {
    if (names) {
      await execute(client)`
        UPDATE catalog.people SET home_rank = ranked.place
        FROM catalog.people person LEFT JOIN (
          SELECT id, min(array_position(${names}::text[], given_name)) AS place
          FROM ${peopleNamed(names, 'catalog.people')} named GROUP BY id) ranked USING (id)
        WHERE people.id = person.id AND people.home_rank IS DISTINCT FROM ranked.place`
      return
    }
    await execute(client)`
      UPDATE catalog.people SET home_rank = ranked.place FROM (
        SELECT id, row_number() OVER (ORDER BY look_count DESC, folded_name) AS place
        FROM catalog.people LIMIT ${count}
      ) ranked
      WHERE people.id = ranked.id
        AND NOT EXISTS (SELECT FROM catalog.people WHERE home_rank IS NOT NULL)`
  },

  /** Notifies every server when the transaction commits. */
  announceChange: () => announceCatalogChange(client),

  replaceSamples: async (samples: readonly HomeSample[]) => {
    await client.query('DELETE FROM catalog.home_samples')
    await execute(client)`
      INSERT INTO catalog.home_samples (place, name, brand, price, category, image)
      SELECT place, name, brand, price, category, image
      FROM unnest(${samples.map(({ name }) => name)}::text[],
        ${samples.map(({ brand }) => brand)}::text[], ${samples.map(({ price }) => price)}::text[],
        ${samples.map(({ category }) => category)}::text[],
        ${samples.map(({ image }) => image)}::text[])
        WITH ORDINALITY AS given(name, brand, price, category, image, place)`
  },
})
