import { z } from 'zod'
import type { WornDetails } from '#shared/contract/catalog.ts'
import type { PublisherRole } from '#shared/contract/permissions.ts'
import type { DraftBox } from '#shared/contract/studio.ts'
import type { StyleType } from '#shared/domain/celebrity.ts'
import type { Topic } from '#shared/domain/topic.ts'
import { type Claim, EXACT_CERTAINTY, SIMILAR_CERTAINTY } from '#shared/domain/claim.ts'
import type { Disclosure } from '#shared/domain/disclosure.ts'
import { type Connection, eurosSql } from '#server/core/db/query.ts'
import { execute, raw, readRow, readRows, readValues, sql } from '#server/core/db/sql.ts'
import { createImportSession, describeProducts } from './import.store.ts'
import { createPeopleReader } from './people.store.ts'
import { createPersonChanges, WORN_ITEM_SEARCH } from './person-changes.store.ts'
import { createProductsReader } from './products.store.ts'
import { type StagedItem, stagedRecords } from './staged-item.ts'
import { storeTopics } from './topics.store.ts'

/** How many people the first page shows until the operator chooses some. */
const HOME_PEOPLE = 8

export type LookToPublish = {
  url: string
  person: { name: string; styleType: StyleType }
  facts: { width: number; height: number; color: string }
  takenOn: string | null
  source: string | null
  credit: string | null
  licence: string | null
  caption: string | null
  disclosures: readonly Disclosure[]
  topics: readonly Topic[]
  season: number | null
  episode: number | null
  publisher: { uid: string; role: PublisherRole }
}

/** `label`: of an object that was drawn by hand. */
type WornClaim = Claim & { box: DraftBox; label: string | null; details: WornDetails | null }
type WornProduct = WornClaim & { productId: string }
/** `place`: among the items of the look. */
type Placed = { place: number }
/** A product that is not in the catalogue yet. */
export type NewProduct = WornClaim & { item: StagedItem }

const lookRow = z.object({ id: z.string(), person_id: z.number() })
const productOfRow = z.object({
  line: z.number(),
  id: z.string(),
  picture: z.string().nullable(),
  isNew: z.boolean(),
})
type ProductOfPage = z.infer<typeof productOfRow>
const formerRow = z.object({ id: z.string(), product_id: z.string(), person_id: z.number() })
type Former = z.infer<typeof formerRow>
const wornItemRow = formerRow.extend({
  look_id: z.string(),
  person: z.string(),
  title: z.string(),
  url: z.string(),
  box: z.array(z.number()),
  label: z.string().nullable(),
})
type WornItem = z.infer<typeof wornItemRow>

const buildWornRows = (products: readonly WornProduct[]) => {
  const rows = products.map(({ productId, box, by, isExact, label, details }, place) => ({
    place,
    product_id: productId,
    box: [box.x, box.y, box.width, box.height],
    said_by: by,
    certainty: isExact ? EXACT_CERTAINTY : SIMILAR_CERTAINTY,
    label,
    details,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS given(place int, product_id bigint, box real[], said_by text, certainty real,
      label text, details jsonb)`
}

const LOOK_FACTS = sql`person_id, width, height, color, source, credit, licence, taken_on, caption,
  disclosures, topics, season, episode, published_by, published_role`

/** Changes to the catalogue by publishing, inside the transaction of `client`. */
export const createPublishingSession = (client: Connection) => {
  const session = createImportSession(client)

  const { findByName } = createPeopleReader(client)

  const readWornIn = (url: string) =>
    readRows(client, formerRow)`
      SELECT worn.id, worn.product_id, worn.person_id FROM catalog.worn_items worn
        JOIN catalog.looks look ON look.id = worn.look_id WHERE look.url = ${url}`

  const writeLook = async (look: LookToPublish, personId: number) =>
    readRow(client, lookRow)`
      INSERT INTO catalog.looks AS known (url, ${LOOK_FACTS}, published_at)
      VALUES (${look.url}, ${personId}, ${look.facts.width}, ${look.facts.height},
        ${look.facts.color}, ${look.source}, ${look.credit}, ${look.licence}, ${look.takenOn},
        ${look.caption}, ${look.disclosures}, ${await storeTopics(client, look.topics, look.url)},
        ${look.season}, ${look.episode}, ${look.publisher.uid}, ${look.publisher.role}, now())
      ON CONFLICT (url) DO UPDATE SET (${LOOK_FACTS}) = ROW (excluded.person_id, excluded.width,
        excluded.height, excluded.color, excluded.source, excluded.credit, excluded.licence,
        excluded.taken_on, excluded.caption, excluded.disclosures, excluded.topics,
        excluded.season, excluded.episode, known.published_by, known.published_role)
      RETURNING id, person_id`

  /** Unstages products that the catalogue has: whoever publishes may link them, but not describe them. */
  const takeExisting = () =>
    readRows(client, productOfRow)`
      DELETE FROM staged_items item USING catalog.products product
      WHERE product.id = coalesce(
        (SELECT product_id FROM catalog.worn_items worn WHERE worn.row_key = item.row_key),
        (SELECT id FROM catalog.products keyed WHERE keyed.product_key = item.product_key),
        -- What a feed sells at this link under this name; see compareWithCatalog.
        (SELECT sold.id FROM catalog.offers offer
          JOIN catalog.products sold ON sold.id = offer.product_id
            AND lower(sold.title) = lower(item.title)
          WHERE offer.url = item.url AND offer.shop_item_id IS NOT NULL
          ORDER BY sold.product_key::text LIMIT 1))
      RETURNING item.line, product.id, product.pictures[1] AS picture, false AS "isNew"`

  /** Finds the products of shop pages in the catalogue. Adds new ones in the same way as an import. */
  const addProducts = async (url: string, person: string, added: readonly NewProduct[]) => {
    await session.prepare()
    const worn = { celebrity_name: person, look_url: url }
    await session.stage(stagedRecords(added.map(({ item }) => ({ ...item, worn }))))
    const withheld = await session.withholdRemoved()
    if (withheld.length > 0) return { withheld, products: [] }
    const existing = await takeExisting()
    await session.mergeItems()
    const created = await readRows(client, productOfRow)`
      SELECT item.line, product.id, product.pictures[1] AS picture, true AS "isNew"
      FROM staged_items item
        JOIN catalog.worn_items worn ON worn.row_key = item.row_key
        JOIN catalog.products product ON product.id = worn.product_id`
    return { withheld, products: [...existing, ...created] }
  }

  const updateWorn = (lookId: string, personId: number, products: readonly WornProduct[]) =>
    execute(client)`
      UPDATE catalog.worn_items worn SET person_id = ${personId}, box = given.box,
        said_by = given.said_by, certainty = given.certainty, label = given.label,
        details = given.details,        search = ${WORN_ITEM_SEARCH}
      FROM ${buildWornRows(products)} JOIN catalog.products product ON product.id = given.product_id
      JOIN catalog.people person ON person.id = ${personId}
      WHERE worn.look_id = ${lookId} AND worn.product_id = given.product_id`

  /** Does not touch items that the look already has; `updateWorn` updates those. */
  const insertWorn = async (lookId: string, personId: number, products: readonly WornProduct[]) => {
    await updateWorn(lookId, personId, products)
    // The key is the same as for a row of a catalogue file, so that importing an export finds it again.
    await execute(client)`
      INSERT INTO catalog.worn_items (row_key, look_id, person_id, product_id, offer_id, box,
        said_by, certainty, label, details, search)
      SELECT md5(look.url || E'\\n' || product.title || E'\\n' || coalesce(offer.url, ''))::uuid,
        look.id, person.id, product.id, offer.id, given.box, given.said_by, given.certainty,
        given.label, given.details, ${WORN_ITEM_SEARCH}
      FROM ${buildWornRows(products)} JOIN catalog.products product ON product.id = given.product_id
      JOIN catalog.looks look ON look.id = ${lookId}
      JOIN catalog.people person ON person.id = ${personId}
      LEFT JOIN LATERAL (SELECT id, url FROM catalog.offers WHERE product_id = product.id
        ORDER BY coalesce(availability IN ('out_of_stock', 'removed'), false),
          ${raw(eurosSql('price_amount', 'currency'))}, id LIMIT 1) offer ON true
      WHERE NOT EXISTS (SELECT FROM catalog.worn_items worn
        WHERE worn.look_id = look.id AND worn.product_id = product.id)
      ORDER BY given.place
      ON CONFLICT (row_key) DO NOTHING`
  }

  /** Makes the look show exactly these products. Items that stay keep their ids, and so their hearts. */
  const syncWorn = async (lookId: string, personId: number, products: readonly WornProduct[]) => {
    await execute(client)`
      DELETE FROM catalog.worn_items WHERE look_id = ${lookId}
        AND product_id <> ALL (${products.map(({ productId }) => productId)}::bigint[])`
    await insertWorn(lookId, personId, products)
  }

  /** Adds the words of new items to the search suggestions. */
  const noteWords = (lookId: string, former: readonly Former[]) =>
    session.addWords(sql`
      SELECT search FROM catalog.worn_items
      WHERE look_id = ${lookId} AND id <> ALL (${former.map(({ id }) => id)}::bigint[])`)

  return {
    ...createPersonChanges(client),

    /** Only one process writes to the catalogue at a time. Fails if an import takes too long. */
    lock: async () => {
      await execute(client)`SET LOCAL lock_timeout = '3s'`
      await session.lock()
      await execute(client)`SET LOCAL lock_timeout = 0`
    },

    productsOf: createProductsReader(client).productIds,

    /** Returns what changed, with the products of shop pages by their lines. */
    publish: async (
      look: LookToPublish,
      catalogProducts: readonly (WornProduct & Placed)[],
      added: readonly (NewProduct & Placed)[],
      respelled: readonly string[] = [],
    ) => {
      const former = await readWornIn(look.url)
      const formerPeople = await readValues(client, z.number())`
        SELECT person_id FROM catalog.looks WHERE url = ${look.url}`
      const { name, styleType } = look.person
      await session.mergePeople([{ name, styleType, isStated: false }])
      const person = await findByName(name)
      const storedLook = person && (await writeLook(look, person.id))
      if (!storedLook) throw new Error('The look was not stored')
      const { withheld, products } =
        added.length > 0
          ? await addProducts(look.url, person.name, added)
          : { withheld: [], products: [] }
      if (withheld.length > 0) return { withheld, products: [], touched: [], person }
      const newWorn = products.flatMap(({ line, id }) => {
        const product = added[line - 1]
        return product ? [{ ...product, productId: id }] : []
      })
      const wornProducts = [...catalogProducts, ...newWorn].toSorted((a, b) => a.place - b.place)
      // Adding products has also put them in the look; there they follow in the order of its items.
      await execute(client)`
        DELETE FROM catalog.worn_items WHERE look_id = ${storedLook.id}
          AND id <> ALL (${former.map(({ id }) => id)}::bigint[])`
      await syncWorn(storedLook.id, person.id, wornProducts)
      await noteWords(storedLook.id, former)
      const touched = [
        ...new Set([
          ...respelled,
          ...former.map(({ product_id }) => product_id),
          ...wornProducts.map(({ productId }) => productId),
        ]),
      ]
      await session.recount({
        products: touched,
        looks: [storedLook.id],
        people: [
          ...new Set([person.id, ...formerPeople, ...former.map(({ person_id }) => person_id)]),
        ],
      })
      await session.rankHome(null, HOME_PEOPLE)
      await describeProducts(client, touched)
      return { withheld, products, touched, person }
    },

    /** A worn item, with its look and person. */
    wornItem: (id: string) =>
      readRow(client, wornItemRow)`
        SELECT worn.id, worn.product_id, worn.look_id, worn.person_id, person.name AS person,
          coalesce(worn.row_says ->> 'name', product.title) AS title, look.url, coalesce(worn.box, '{0,0,1,1}') AS box, worn.label
        FROM catalog.worn_items worn JOIN catalog.looks look ON look.id = worn.look_id
        JOIN catalog.products product ON product.id = worn.product_id
        JOIN catalog.people person ON person.id = worn.person_id WHERE worn.id = ${id}`,

    /** Removes a worn item from its look, or replaces it by `replacement`. Null if that product was taken down. */
    replaceWorn: async (
      worn: WornItem,
      replacement: { productId: string } | { item: StagedItem } | null,
    ) => {
      const [x = 0, y = 0, width = 1, height = 1] = worn.box
      const box = { x, y, width, height }
      const claim = { by: 'editor', isExact: true, box, label: worn.label, details: null } as const
      const former = await readWornIn(worn.url)
      await execute(client)`DELETE FROM catalog.worn_items WHERE id = ${worn.id}`
      let productId = replacement && 'productId' in replacement ? replacement.productId : null
      let listed: ProductOfPage | null = null
      if (replacement && 'item' in replacement) {
        const added = [{ ...claim, item: replacement.item }]
        const [product] = (await addProducts(worn.url, worn.person, added)).products
        if (!product) return null
        listed = product
        productId = product.id
      }
      const others = former.filter(({ id }) => id !== worn.id).map((item) => item.product_id)
      if (productId !== null) {
        await insertWorn(worn.look_id, worn.person_id, [{ ...claim, productId }])
        await noteWords(worn.look_id, former)
      }
      await execute(client)`
        UPDATE catalog.looks SET changed_at = now(), corrections = coalesce(corrections, '[]')
          || jsonb_build_array(jsonb_build_object('on', to_char(now() AT TIME ZONE 'UTC',
            'YYYY-MM-DD'), 'from', ${worn.title}::text, 'to', (SELECT title FROM catalog.products
            WHERE id = ${productId}::bigint)))
        WHERE id = ${worn.look_id}`
      const touched = [worn.product_id, ...(productId === null ? [] : [productId])]
      await session.recount({
        products: [...new Set([...touched, ...others])],
        looks: [worn.look_id],
        people: [worn.person_id],
      })
      await describeProducts(client, touched)
      return { productId, listed, touched }
    },

    /** For the subscribers of catalogue events. */
    noteEvent: (url: string) =>
      execute(client)`
        INSERT INTO catalog.events (kind, detail)
        SELECT 'look-published', jsonb_build_object('look_id', id, 'url', url) FROM catalog.looks
          WHERE url = ${url}`,
  }
}
export type PublishingSession = ReturnType<typeof createPublishingSession>
