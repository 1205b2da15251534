import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FamilyMember } from '#server/features/catalog/description/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createColorGroups } from './color-groups.service.ts'
import type { ListRequest } from './list-order.store.ts'

type Store = Parameters<typeof createColorGroups>[0]['store']
type Row = Awaited<ReturnType<Store['page']>>['rows'][number]

/** A list of products such as 'a1': of the family 'a', in the colour 1. Letters alone have no family. */
const listOf = (text: string) => {
  const ids = text.split(' ')
  const reads: (string | undefined)[] = []
  const toMember = (id: string): FamilyMember => ({
    id,
    name: id,
    colors: [id.replace(/^./, '').replace(/x$/, '')],
    picture: null,
  })
  const { page } = createColorGroups({
    store: {
      page: async ({ after, limit }) => {
        reads.push(after?.id)
        const from = after ? ids.indexOf(after.id) + 1 : 0
        return {
          totals: { matches: ids.length, close: 0, unstated: 0 },
          rows: ids.slice(from, from + limit).map((id, index) => ({
            own_id: id,
            tier: 0,
            value: from + index,
          })) as unknown as Row[],
        }
      },
      inOrder: async (_, some) => ids.filter((id) => some.includes(id)),
    },
    colorFamilies: async (some) =>
      new Map(
        some
          .filter((id) => id.length > 1)
          .map((id) => [
            id,
            ids
              .concat('a9')
              .filter((other) => other[0] === id[0])
              .map(toMember),
          ]),
      ),
  })
  const readAll = async (limit: number) => {
    const pages: string[] = []
    let after: ListRequest['after'] = null
    do {
      const { rows, next } = await page({ after, limit } as ListRequest)
      pages.push(
        rows
          .map(({ own_id, colours }) =>
            colours
              ? `${own_id}(${colours.first.map(({ id }) => id).join()}+${colours.more})`
              : own_id,
          )
          .join(' '),
      )
      after = next
    } while (after)
    return { pages, reads: reads.length }
  }
  return { readAll }
}

describe('colours of a product are one tile', () => {
  it.each([
    ['b c d', 2, ['b c', 'd']],
    ['b c', 2, ['b c']],
    ['b a1 a2 c', 9, ['b a1(a1,a2,a9+0) c']],
    // Across pages, each filled with the next products.
    ['a1 b a2 c a3 d', 2, ['a1(a1,a2,a3,a9+0) b', 'c d']],
    ['a1 a2 a3 b', 2, ['a1(a1,a2,a3,a9+0) b']],
    ['a1 a2 b a3', 2, ['a1(a1,a2,a3,a9+0) b']],
    ['a2 a1 a3 a4 a5', 2, ['a2(a2,a1,a3,a4+2)']],
    // A colour that the list does not have hides nothing, and two products in one colour are two.
    ['a1', 2, ['a1(a1,a9+0)']],
    ['a1 a1x', 2, ['a1(a1,a9+0) a1x(a1x,a9+0)']],
    ['e1 b', 2, ['e1 b']],
  ])('%s, %i a page', async (list, limit, pages) =>
    expect((await listOf(list).readAll(limit)).pages).toEqual(pages),
  )

  it('ends a page early rather than reading on and on', async () => {
    const colors = Array.from({ length: 30 }, (_, index) => `a${index + 10}`).join(' ')
    const { pages, reads } = await listOf(`${colors} b`).readAll(2)
    expect(pages[0]).toBe('a10(a10,a11,a12,a13+27)')
    expect(pages.at(-1)).toBe('b')
    expect(reads).toBe(16)
  })
})

describe('the colours of a shop', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp()
    await test.pool.query(
      `WITH shop AS (INSERT INTO catalog.shops (name) VALUES ('Colours') RETURNING id),
        item(title, colors, cluster, amount) AS (VALUES
          ('Rib dress', '{Bordeaux}'::text[], 7, 30), ('Rib dress', '{Navy}', 7, 20),
          ('Rib dress', '{White}', 8, 10), ('Rib skirt', '{Green}', 9, 5)),
        numbered AS (SELECT *, row_number() OVER ()::text AS n FROM item),
        product AS (INSERT INTO catalog.products (product_key, title, colors)
          SELECT gen_random_uuid(), title || ' No ' || n, colors FROM numbered RETURNING id, title),
        offer AS (INSERT INTO catalog.offers
            (product_id, shop_id, shop_item_id, url, price, price_amount, currency)
          SELECT product.id, shop.id, n, 'https://c.example/' || n, '€' || amount, amount, 'EUR'
          FROM shop, numbered JOIN product ON product.title = numbered.title || ' No ' || n)
      INSERT INTO catalog.feed_items (shop_id, shop_item_id, cluster, content)
        SELECT shop.id, n, cluster, 0 FROM shop, numbered`,
    )
    await createDocumentUpdater(test.pool).update()
  })
  afterAll(() => test.close())

  it.each([
    ['rib dress', 'price', ['Rib dress No 3', 'Rib dress No 2: Navy, Bordeaux']],
    ['rib dress', 'price-desc', ['Rib dress No 1: Bordeaux, Navy', 'Rib dress No 3']],
    ['navy rib dress', 'price', ['Rib dress No 2: Navy, Bordeaux']],
    ['rib dress under €15', 'price', ['Rib dress No 3']],
  ] as const)('are swatches of one tile: %s by %s', async (q, sort, tiles) => {
    const { products, total } = await test.search.productSearch.products({ q, sort })
    expect(
      products.map(({ name, colours }) =>
        colours ? `${name}: ${colours.first.map(({ colour }) => colour).join(', ')}` : name,
      ),
    ).toEqual(tiles)
    expect(total).toBe(q === 'rib dress' ? 3 : 1)
  })
})
