import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { createShops, importRows } from '#server/features/ingest/index.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import type { AlertCondition } from '#shared/contract/alerts.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables } from '#tests/support/database.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'

let smtp: Awaited<ReturnType<typeof startLoopbackSmtp>>
let server: TestApp
let other: TestApp
let ada: SignedIn
beforeAll(async () => {
  smtp = await startLoopbackSmtp()
  const env = { SMTP_URL: smtp.url }
  server = await startTestApp({ env })
  other = await startTestApp({ env: { ...env, TRUST_PROXY: '1' }, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
  smtp.close()
})
beforeEach(async () => {
  smtp.received.length = 0
  smtp.refuse(false)
  smtp.goDown(false)
  await emptyTables(
    server.pool,
    'catalog.worn_items',
    'catalog.products',
    'alert_subscribers',
    'users',
    'catalog.events',
    'alert_changes',
    'rate_limits',
    'jobs',
    'search.changes',
  )
  ada = await signedIn(server, { email: 'ada@example.com' })
})

type Facts = { price?: number; currency?: string; availability?: string | null; sizes?: string[] }

const change = (id: string, { price, currency, availability, sizes }: Facts) =>
  server.pool.query(
    `UPDATE catalog.offers SET price_amount = coalesce($2, price_amount),
      currency = coalesce($3, currency),
      availability = CASE WHEN $5 THEN $4 ELSE availability END, sizes = coalesce($6, sizes),
      last_seen_at = now()
    WHERE product_id = $1`,
    [id, price ?? null, currency ?? null, availability ?? null, availability !== undefined, sizes],
  )

/** A product with one offer. */
const sell = async (name: string, facts: Facts = {}): Promise<string> => {
  await importRows(server.pool, [
    catalogRow({ name, price: '€100', website: `https://shop.example.com/${encodeURI(name)}` }),
  ])
  const { rows } = await server.pool.query<{ id: string }>(
    'SELECT id FROM catalog.products WHERE title = $1',
    [name],
  )
  const id = rows[0]?.id ?? ''
  await change(id, { availability: 'in_stock', ...facts })
  return id
}

const below = (amount: number, currency = 'EUR', size: string | null = null): AlertCondition => ({
  kind: 'below',
  amount,
  currency,
  size,
})
const IN_STOCK: AlertCondition = { kind: 'stock', size: null }

const watch = (product: string, condition: AlertCondition, immediate = true) =>
  ada.api('POST /api/alerts', { body: { on: { product }, condition, immediate } })

/** Lets the servers do what they do by themselves. */
const work = async (app = server) => {
  await createDocumentUpdater(server.pool).update()
  await app.alerts.evaluate()
  await app.alerts.deliver()
}
const pass = async (hours: number) => {
  const ago = `- ${hours} * interval '1 hour'`
  await server.pool.query(`UPDATE alert_subscribers SET digest_at = digest_at ${ago},
    used_at = used_at ${ago}`)
  await server.pool.query(`UPDATE alert_matches SET at = at ${ago}`)
  await server.pool.query(`UPDATE alerts SET created_at = created_at ${ago}`)
  await server.pool.query(`UPDATE jobs SET due_at = due_at ${ago}`)
}
const subjects = () =>
  smtp.received.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '')
const list = async () => (await ada.api('GET /api/alerts')).data

describe('a price below the target', () => {
  test('is told at once, with what was compared and when', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80))
    await work()
    expect(subjects()).toEqual([])
    await change(id, { price: 79.5 })
    await work()
    expect(subjects()).toEqual(['Price alert: Silk Dress'])
    const [mail] = smtp.received
    expect(mail?.to).toEqual(['ada@example.com'])
    expect(mail?.text).toMatch(/€79\.50 at .*, in stock\. Your limit was €80\./)
    expect(mail?.text).toMatch(/Checked on \d+ \w+ 20\d\d at \d\d:\d\d UTC/)
    expect(mail?.text).toContain(`${server.origin}/product/${id}/silk-dress`)
    expect(mail?.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    await work()
    expect(subjects()).toHaveLength(1)
    const { alerts, matches } = await list()
    expect(alerts).toMatchObject([{ kind: 'below', amount: 80, isMet: true }])
    expect(matches).toMatchObject([{ finding: { amount: 79.5, limit: 80, currency: 'EUR' } }])
  })

  test('that is up again before anybody compared is not told', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80))
    await change(id, { price: 70 })
    await change(id, { price: 100 })
    await work()
    expect(subjects()).toEqual([])
  })

  test('that is up again before the digest is not told either, but the next time it is', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80), false)
    await change(id, { price: 70 })
    await work()
    await change(id, { price: 100 })
    await work()
    await pass(2)
    await work()
    expect(subjects()).toEqual([])
    await change(id, { price: 60 })
    await work()
    await pass(2)
    await work()
    expect(subjects()).toHaveLength(1)
    expect(smtp.received[0]?.text).toContain('€60 at')
  })

  test('in another currency is no such price', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80))
    await change(id, { price: 75, currency: 'USD' })
    await work()
    expect(subjects()).toEqual([])
    // Back in the first one, at the old price: nothing has fallen.
    await change(id, { price: 100, currency: 'EUR' })
    await work()
    expect(subjects()).toEqual([])
  })

  test('by a percentage counts from the price when the alert was set', async () => {
    const id = await sell('Silk Dress')
    await watch(id, { kind: 'drop', percent: 20, currency: 'EUR', size: null })
    await change(id, { price: 81 })
    await work()
    expect(subjects()).toEqual([])
    await change(id, { price: 80 })
    await work()
    expect(subjects()).toEqual(['Price alert: Silk Dress'])
    expect(smtp.received[0]?.text).toContain('Previously €100.')
  })

  test('that it has already is no news', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(120))
    await change(id, { price: 99 })
    await work()
    expect(subjects()).toEqual([])
  })
})

describe('a product that is sold out', () => {
  test('is told when it is back, not while nobody says', async () => {
    const id = await sell('Silk Dress', { availability: 'out_of_stock' })
    await watch(id, IN_STOCK)
    await change(id, { availability: null })
    await work()
    expect(subjects()).toEqual([])
    await change(id, { availability: 'in_stock' })
    await work()
    expect(subjects()).toEqual(['Back in stock: Silk Dress'])
    // A feed that leaves the field out once is no news, and neither is the field's return.
    await change(id, { availability: null })
    await work()
    await change(id, { availability: 'in_stock' })
    await work()
    expect(subjects()).toHaveLength(1)
  })

  test('in a size', async () => {
    const id = await sell('Silk Dress', { sizes: ['S'] })
    await watch(id, { kind: 'stock', size: 'M' })
    await change(id, { sizes: ['S', 'L'] })
    await work()
    expect(subjects()).toEqual([])
    await change(id, { sizes: ['S', 'M'] })
    await work()
    expect(subjects()).toEqual(['Back in stock: Silk Dress'])
    expect(smtp.received[0]?.text).toContain('Available in size M.')
  })
})

describe('digests', () => {
  test('collect for an hour and come once in a day, whatever the date', async () => {
    const [one, two, three] = [await sell('One'), await sell('Two'), await sell('Three')]
    for (const id of [one, two, three]) await watch(id, below(80), false)
    await change(one, { price: 70 })
    await work()
    expect(subjects()).toEqual([])
    await change(two, { price: 70 })
    await pass(1.1)
    await work()
    expect(subjects()).toEqual(['2 new alerts'])
    // Midnight passes meanwhile, in whichever time zone.
    await change(three, { price: 70 })
    await work()
    await pass(13)
    await work()
    expect(subjects()).toHaveLength(1)
    await pass(11)
    await work()
    expect(subjects()).toEqual(['2 new alerts', 'Price alert: Three'])
  })

  test('do not hold back what is wanted at once', async () => {
    const [one, two] = [await sell('One'), await sell('Two')]
    await watch(one, below(80), false)
    await watch(two, below(80), true)
    await change(one, { price: 70 })
    await change(two, { price: 70 })
    await work()
    expect(subjects()).toEqual(['Price alert: Two'])
    await pass(2)
    await work()
    expect(subjects()).toEqual(['Price alert: Two', 'Price alert: One'])
  })
})

describe('delivery', () => {
  test('waits for a mail server that is down for a day, loses nothing and repeats nothing', async () => {
    const [one, two] = [await sell('One'), await sell('Two')]
    await watch(one, below(80))
    await watch(two, below(80))
    smtp.goDown(true)
    await change(one, { price: 70 })
    await work()
    for (let hour = 0; hour < 24; hour += 1) {
      await pass(1)
      await work()
    }
    await change(two, { price: 70 })
    await work()
    expect(subjects()).toEqual([])
    smtp.goDown(false)
    await pass(1)
    await work()
    await pass(1)
    await work()
    expect(subjects()).toEqual(['2 new alerts'])
  })

  test('by two servers at once tells once', async () => {
    const ids = await Promise.all(['One', 'Two', 'Three'].map((name) => sell(name)))
    for (const id of ids) await watch(id, below(80))
    for (const id of ids) await change(id, { price: 70 })
    await createDocumentUpdater(server.pool).update()
    await Promise.all([server.alerts.evaluate(), other.alerts.evaluate()])
    await Promise.all([server.alerts.deliver(), other.alerts.deliver()])
    await work(other)
    expect(subjects()).toEqual(['3 new alerts'])
  })

  test('sends a few emails an hour at most, and the rest together', async () => {
    for (let number = 1; number <= ALERTS.mailsPerHour + 3; number += 1) {
      const id = await sell(`Coat ${number}`)
      await watch(id, below(80))
      await change(id, { price: 70 })
      await work()
    }
    expect(subjects()).toHaveLength(ALERTS.mailsPerHour)
    await pass(1)
    await server.pool.query("UPDATE alert_matches SET mailed_at = mailed_at - interval '1 hour'")
    await work()
    expect(subjects()).toHaveLength(ALERTS.mailsPerHour + 1)
    expect(subjects().at(-1)).toBe('3 new alerts')
  })

  test('repeats a message under the same id', async () => {
    const id = await sell('One')
    await watch(id, below(80))
    await change(id, { price: 70 })
    await work()
    // As if the server had died between the mail server's answer and ours.
    const { rows } = await server.pool.query<{ id: string }>(
      'SELECT delivery_id AS id FROM alert_subscribers',
    )
    const messageId = () => /^Message-ID: <(.*)@/im.exec(smtp.received.at(-1)?.text ?? '')?.[1]
    expect(messageId()).toMatch(/^[\w-]{36}$/)
    expect(messageId()).not.toBe(rows[0]?.id)
    await server.pool.query('UPDATE alert_subscribers SET delivery_id = $1', [messageId()])
    await server.pool.query('UPDATE alert_matches SET mailed_at = NULL')
    await server.pool.query(
      `SELECT ask_for_jobs('alert-mail', array_agg(id::text)) FROM alert_subscribers`,
    )
    const before = messageId()
    await work()
    expect(subjects()).toHaveLength(2)
    expect(messageId()).toBe(before)
  })

  test('gives up an address that the mail server refuses', async () => {
    const id = await sell('One')
    await watch(id, below(80))
    smtp.refuse(true)
    await change(id, { price: 70 })
    await work()
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await pass(1)
      await work()
    }
    const { rows } = await server.pool.query(
      `SELECT failed_at IS NOT NULL AS failed FROM jobs WHERE queue = 'alert-mail'`,
    )
    expect(rows).toEqual([{ failed: true }])
  })
})

describe('a product that', () => {
  const insert = async (table: 'products' | 'offers', row: object) => {
    const { rows } = await server.pool.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
      WHERE table_schema = 'catalog' AND table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    )
    const columns = rows[0]?.columns ?? ''
    await server.pool.query(
      `INSERT INTO catalog.${table} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM jsonb_populate_record(NULL::catalog.${table}, $1)`,
      [row],
    )
  }
  const restore = async (id: string, price: number) => {
    await insert('products', removed.product)
    await insert('offers', { ...removed.offer, product_id: id, price_amount: price })
  }
  let removed: { product: object; offer: object }
  const remove = async (id: string) => {
    const { rows } = await server.pool.query<typeof removed>(
      `SELECT to_jsonb(product) AS product, to_jsonb(offer) AS offer FROM catalog.products product
      JOIN catalog.offers offer ON offer.product_id = product.id WHERE product.id = $1`,
      [id],
    )
    if (rows[0]) removed = rows[0]
    await server.pool.query('DELETE FROM catalog.worn_items')
    await server.pool.query('DELETE FROM catalog.products WHERE id = $1', [id])
  }

  test('is removed is told of no more, and the list says so', async () => {
    const id = await sell('One')
    await watch(id, below(80))
    await change(id, { price: 70 })
    await remove(id)
    await work()
    expect(subjects()).toEqual([])
    expect((await list()).alerts).toMatchObject([{ product: null }])
    // Another one of that name is another product.
    await sell('One', { price: 70 })
    await work()
    expect(subjects()).toEqual([])
  })

  test('is restored is told of once, as it is then', async () => {
    const id = await sell('One')
    await watch(id, below(80))
    await remove(id)
    await restore(id, 75)
    await work()
    await work()
    expect(subjects()).toEqual(['Price alert: One'])
    expect((await list()).alerts).toMatchObject([{ product: { id }, isMet: true }])
    // Removed and restored once more, nothing has changed.
    await remove(id)
    await work()
    await restore(id, 75)
    await work()
    expect(subjects()).toHaveLength(1)
  })

  test('is restored after the digest would have told of it is told of later', async () => {
    const id = await sell('One')
    await watch(id, below(80), false)
    await change(id, { price: 70 })
    await work()
    await remove(id)
    await pass(2)
    await work()
    expect(subjects()).toEqual([])
    await restore(id, 70)
    await work()
    expect(subjects()).toEqual(['Price alert: One'])
  })

  test('became part of another takes its alerts along', async () => {
    const [one, two] = [await sell('One'), await sell('Two')]
    await watch(one, below(80))
    await server.pool.query('UPDATE catalog.worn_items SET product_id = $2 WHERE product_id = $1', [
      one,
      two,
    ])
    await server.pool.query('UPDATE catalog.offers SET product_id = $2 WHERE product_id = $1', [
      one,
      two,
    ])
    await server.pool.query('DELETE FROM catalog.products WHERE id = $1', [one])
    await change(two, { price: 70 })
    await work()
    expect(subjects()).toEqual(['Price alert: Two'])
  })
})

type Item = { id: string; price?: string; stock?: string | null; gtin?: string }
const feedOf = (items: readonly Item[]) =>
  `<rss><channel>${items
    .map(
      ({ id, price = '100.00 EUR', stock = 'in stock', gtin }) =>
        `<item><g:id>${id}</g:id><title>Dress ${id}</title><g:price>${price}</g:price>
        <link>https://feed.example.com/${id}</link>${gtin ? `<g:gtin>${gtin}</g:gtin>` : ''}
        ${stock === null ? '' : `<g:availability>${stock}</g:availability>`}</item>`,
    )
    .join('\n')}</channel></rss>`

describe('a feed', () => {
  const GTIN = '4006381333931'
  const SOLD_OUT = { id: 'e', stock: 'out of stock' }
  const rest: Item[] = [{ id: 'b', gtin: GTIN }, { id: 'c' }, { id: 'd' }]
  const whole = feedOf([{ id: 'a' }, ...rest, SOLD_OUT])
  const cheap = { id: 'a', price: '70.00 EUR' }

  test.each<[what: string, feed: string, outcome: string, told: string[]]>([
    [
      'that lowers a price',
      feedOf([cheap, ...rest, SOLD_OUT]),
      'changed',
      ['Price alert: Dress a'],
    ],
    [
      'that has something again',
      feedOf([{ id: 'a' }, ...rest, { id: 'e' }]),
      'changed',
      ['Back in stock: Dress e'],
    ],
    ['that is halved', feedOf([cheap, { id: 'e' }]), 'refused', []],
    ['that is cut off', feedOf([cheap, ...rest, { id: 'e' }]).slice(0, -60), 'refused', []],
    ['that is empty', feedOf([]), 'refused', []],
    [
      'that leaves out the stock',
      feedOf([{ id: 'a', stock: null }, ...rest, { id: 'e', stock: null }]),
      'changed',
      [],
    ],
    [
      'that changes its currency',
      feedOf([{ id: 'a', price: '75.00 USD' }, ...rest, SOLD_OUT]),
      'changed',
      [],
    ],
    [
      'that says that two products are one',
      feedOf([{ ...cheap, gtin: GTIN }, ...rest, SOLD_OUT]),
      'changed',
      ['Price alert: Dress a'],
    ],
    ['that leaves out the product', feedOf([...rest, SOLD_OUT]), 'changed', []],
  ])('%s', async (_, feed, outcome, told) => {
    const folder = await mkdtemp(join(tmpdir(), 'wearabouts-feeds-'))
    const { pool, atomically } = server
    const shops = createShops({ pool, atomically, folder: join(folder, 'tmp') })
    try {
      const source = join(folder, 'Shop.xml')
      await writeFile(source, whole)
      await shops.add({ name: 'Shop', source })
      await shops.run('Shop')
      const { rows } = await pool.query<{ id: string; title: string }>(
        'SELECT id, title FROM catalog.products',
      )
      const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? ''
      await watch(idOf('Dress a'), below(80))
      await watch(idOf('Dress e'), IN_STOCK)
      await writeFile(source, feed)
      expect(await shops.run('Shop')).toMatchObject({ outcome })
      await work()
      expect(subjects()).toEqual(told)
      const hasProduct = (await list()).alerts.map(({ product }) => product !== null)
      expect(hasProduct).toEqual([true, true])
      // The feed as it was before is no news.
      await writeFile(source, whole)
      await shops.run('Shop')
      await work()
      expect(subjects()).toEqual(told)
    } finally {
      await shops.remove('Shop')
      await shops.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('a saved search', () => {
  const save = (condition: AlertCondition, search: Record<string, string> = { q: 'dress' }) =>
    ada.api('POST /api/alerts', { body: { on: { search }, condition, immediate: true } })

  test('tells of new products that it lists, and of no others', async () => {
    await sell('Old Dress')
    await save({ kind: 'new' })
    await sell('Red Dress')
    await sell('Red Boots')
    await work()
    expect(subjects()).toEqual(['New: Red Dress'])
  })

  test('that cannot be compared does not stop the others, and is tried again later', async () => {
    const { productSearch } = server.search
    const read = productSearch.read
    const fails = vi.spyOn(productSearch, 'read').mockImplementation(async (query) => {
      if (query.q === 'red dress') throw new Error('out of range for type real')
      return read(query)
    })
    await save({ kind: 'new' }, { q: 'red dress' })
    await save({ kind: 'new' })
    const retryNow = () =>
      server.pool.query('UPDATE alerts SET retry_at = now() WHERE retry_at IS NOT NULL')
    const retry = async () =>
      (
        await server.pool.query(`SELECT cardinality(retry_events) AS events,
          retry_at > now() AS "isLater" FROM alerts WHERE search ->> 'q' = 'red dress'`)
      ).rows[0]
    await sell('Red Dress')
    await work()
    expect(subjects()).toEqual(['New: Red Dress'])
    await work()
    expect(await retry()).toEqual({ events: 1, isLater: true })
    // Its time has come, and it fails once more: the same change waits, once.
    await pass(2)
    await retryNow()
    await work()
    expect(await retry()).toEqual({ events: 1, isLater: true })
    fails.mockRestore()
    await retryNow()
    await work()
    await pass(2)
    await work()
    expect(await retry()).toEqual({ events: 0, isLater: null })
    expect((await list()).matches.map(({ product }) => product.name)).toEqual([
      'Red Dress',
      'Red Dress',
    ])
  })

  describe('among many', () => {
    /** More than one transaction compares. */
    const saveMany = async () => {
      for (let index = 0; index < 45; index += 1)
        await save({ kind: 'new' }, { q: `dress under ${200 + index}` })
    }
    const countMatches = async () => (await list()).matches.length

    test('is compared outside transactions, after alerts on products', async () => {
      const old = await sell('Old Dress')
      await watch(old, below(80))
      await saveMany()
      const { productSearch } = server.search
      const read = productSearch.read
      const seen = { open: 0, told: [] as number[] }
      const reads = vi.spyOn(productSearch, 'read').mockImplementation(async (query) => {
        const { rows } = await server.pool.query<{ open: number; told: number }>(`
          SELECT (SELECT count(*)::int FROM pg_stat_activity
              WHERE datname = current_database() AND state = 'idle in transaction') AS open,
            (SELECT count(*)::int FROM alert_matches WHERE product_id = ${old}) AS told`)
        seen.open += rows[0]?.open ?? 1
        seen.told.push(rows[0]?.told ?? 0)
        return read(query)
      })
      await change(old, { price: 70 })
      await sell('Red Dress')
      await work()
      reads.mockRestore()
      expect(seen.told.length).toBeGreaterThanOrEqual(45)
      expect(seen.open).toBe(0)
      expect(Math.min(...seen.told)).toBe(1)
      expect(await countMatches()).toBe(46)
    })

    test('that take long goes on where it ended, and each tells once', async () => {
      await saveMany()
      await sell('Red Dress')
      await createDocumentUpdater(server.pool).update()
      const start = Date.now()
      let elapsedMs = 0
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + elapsedMs)
      const { productSearch } = server.search
      const read = productSearch.read
      const reads = vi.spyOn(productSearch, 'read').mockImplementation((query) => {
        elapsedMs += 1_000
        return read(query)
      })
      await server.alerts.evaluate()
      expect(reads.mock.calls.length).toBeLessThanOrEqual(16)
      const counts = []
      for (let round = 0; round < 4; round += 1) {
        await server.alerts.evaluate()
        counts.push(reads.mock.calls.length)
      }
      clock.mockRestore()
      reads.mockRestore()
      expect(counts.at(-1)).toBe(45)
      expect(await countMatches()).toBe(45)
      expect((await server.pool.query('SELECT FROM alert_search_runs')).rowCount).toBe(0)
    })

    test('may be deleted meanwhile', async () => {
      await saveMany()
      await sell('Red Dress')
      const { productSearch } = server.search
      const read = productSearch.read
      const reads = vi.spyOn(productSearch, 'read').mockImplementation(async (query) => {
        await server.pool.query(
          `DELETE FROM alerts WHERE id IN (
          SELECT id FROM alerts WHERE search ->> 'q' = $1)`,
          [query.q],
        )
        return read(query)
      })
      await work()
      reads.mockRestore()
      expect(await countMatches()).toBe(0)
      expect((await server.pool.query('SELECT FROM alert_search_runs')).rowCount).toBe(0)
    })

    test('is compared by two servers at once, and each tells once', async () => {
      await saveMany()
      await sell('Red Dress')
      await createDocumentUpdater(server.pool).update()
      await Promise.all([server.alerts.evaluate(), other.alerts.evaluate()])
      await Promise.all([server.alerts.evaluate(), other.alerts.evaluate()])
      expect(await countMatches()).toBe(45)
    })
  })

  test('whose row is broken does not stop the others', async () => {
    await save({ kind: 'new' }, { q: 'red dress' })
    await server.pool.query(`UPDATE alerts SET search = '{"q": 7, "kind": ["dress"]}'`)
    await save({ kind: 'new' })
    await sell('Red Dress')
    await work()
    expect(subjects()).toEqual(['New: Red Dress'])
  })

  test('tells of a price that falls below the target, once', async () => {
    const [cheap, dear] = [await sell('Cheap Dress', { price: 50 }), await sell('Dear Dress')]
    await work()
    await save(below(80))
    await change(cheap, { price: 49 })
    await change(dear, { price: 75 })
    await work()
    expect(subjects()).toEqual(['Price alert: Dear Dress'])
    await change(dear, { price: 74 })
    await work()
    expect(subjects()).toHaveLength(1)
  })

  test('tells of a price that fell by enough, and of stock that is back', async () => {
    const [one, two] = [
      await sell('One Dress'),
      await sell('Two Dress', { availability: 'out_of_stock' }),
    ]
    await work()
    await save({ kind: 'drop', percent: 30, currency: null, size: null })
    await save(IN_STOCK)
    await change(one, { price: 75 })
    await work()
    await change(one, { price: 50 })
    await change(two, { availability: 'in_stock' })
    await work()
    expect(subjects()).toEqual(['2 new alerts'])
    expect(smtp.received[0]?.text).toContain('Previously €75. Your limit was €52.50.')
  })

  test('tells of a price that falls to the target from above, not from the target itself', async () => {
    const [at, above] = [
      await sell('At Dress', { price: 80 }),
      await sell('Above Dress', { price: 80.01 }),
    ]
    await work()
    await save(below(80))
    await change(at, { price: 79 })
    await change(above, { price: 80 })
    await work()
    expect(subjects()).toEqual(['Price alert: Above Dress'])
  })

  test('tells of a limited number, and counts what waits for the digest', async () => {
    await ada.api('POST /api/alerts', {
      body: { on: { search: { q: 'dress' } }, condition: { kind: 'new' }, immediate: false },
    })
    await server.pool.query(
      `INSERT INTO alert_matches (alert_id, product_id, finding)
      SELECT alerts.id, 1000000 + n, '{}' FROM alerts, generate_series(1, $1::integer) n`,
      [ALERTS.perSearch - 1],
    )
    await sell('One Dress')
    await sell('Two Dress')
    await work()
    const { rows } = await server.pool.query('SELECT FROM alert_matches')
    expect(rows).toHaveLength(ALERTS.perSearch)
  })

  test('tells of a size that is back, however it is written', async () => {
    const id = await sell('Silk Dress', { sizes: ['S', 'M'] })
    await change(id, { sizes: ['S'] })
    await work()
    await save({ kind: 'stock', size: 'm' })
    await change(id, { sizes: ['S', 'M'] })
    await work()
    expect(subjects()).toEqual(['Back in stock: Silk Dress'])
  })

  test('refuses what is not a search', async () => {
    await expect(save({ kind: 'new' }, { price: 'cheap' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('an alert that can never fire', () => {
  const drop = (percent: number): AlertCondition => ({
    kind: 'drop',
    percent,
    currency: 'EUR',
    size: null,
  })
  test.each<[string, Facts, AlertCondition, string]>([
    ['in a currency without a price', {}, below(80, 'USD'), ALERT_TEXT.noPrice],
    ['on less than a cent', {}, below(0.001), ALERT_TEXT.tooLow],
    ['on a cent that falls', { price: 0.01 }, drop(95), ALERT_TEXT.tooLow],
    ['in a size of no list', {}, below(80, 'EUR', 'M'), ALERT_TEXT.noSizes],
    ['on the stock of a size of no list', {}, { kind: 'stock', size: 'M' }, ALERT_TEXT.noSizes],
    ['on stock that nobody states', { availability: null }, IN_STOCK, ALERT_TEXT.noStock],
    ['on new products of a product', {}, { kind: 'new' }, ALERT_TEXT.newNeedsSearch],
  ])('is refused with the reason: %s', async (_, facts, condition, message) => {
    const id = await sell('Silk Dress', facts)
    await expect(watch(id, condition)).rejects.toMatchObject({ status: 409, message })
    expect((await list()).alerts).toEqual([])
  })

  test('is refused with the reason: on a search that lists only higher prices', async () => {
    const save = (search: Record<string, string>, condition: AlertCondition) =>
      ada.api('POST /api/alerts', { body: { on: { search }, condition } })
    for (const search of [{ price: '100-200EUR' }, { price: '100-200', currency: 'EUR' }])
      await expect(save(search, below(80))).rejects.toMatchObject({
        status: 409,
        message: ALERT_TEXT.outsideSearch,
      })
    await expect(save({ q: 'dress' }, below(0.5, 'JPY'))).rejects.toMatchObject({
      message: ALERT_TEXT.tooLow,
    })
    await save({ price: '100-200USD' }, below(80))
    await save({ price: '80-EUR' }, below(80))
  })

  test('is none that waits for a sold-out size', async () => {
    const id = await sell('Silk Dress', { availability: 'out_of_stock' })
    await watch(id, { kind: 'stock', size: 'M' })
    await watch(id, below(80, 'EUR', 'M'))
    expect((await list()).alerts).toHaveLength(2)
  })
})

describe('an email address alone', () => {
  const EMAIL = 'grace@example.com'
  const visitor = () => callerWith(server, null)
  const ask = async (id: string, email = EMAIL) =>
    visitor().api('POST /api/alerts', {
      body: { on: { product: id }, condition: below(80), immediate: true, email },
    })
  const linkIn = (text = smtp.received.at(-1)?.text ?? '') =>
    /\/alerts#((?:confirm|manage)\.[\w.-]+)/.exec(text)?.[1] ?? ''
  const open = (token: string, remove?: string) =>
    visitor().api('POST /api/alerts/link', { body: remove ? { token, remove } : { token } })

  test('is told nothing before the link was confirmed', async () => {
    const id = await sell('Silk Dress')
    expect((await ask(id)).data).toEqual({ state: 'confirm', token: null })
    expect(subjects()).toEqual(['Confirm your alert'])
    await change(id, { price: 70 })
    await work()
    expect(subjects()).toHaveLength(1)
    // What fell meanwhile is told after the confirmation.
    const { data } = await open(linkIn())
    expect(data.alerts).toMatchObject([{ kind: 'below', amount: 80, product: { id } }])
    await work()
    expect(subjects()).toEqual(['Confirm your alert', 'Price alert: Silk Dress'])
    expect((await open(linkIn())).data.matches).toHaveLength(1)
  })

  test('is forgotten by one click, without an Origin header', async () => {
    const id = await sell('Silk Dress')
    await ask(id)
    await open(linkIn())
    await change(id, { price: 70 })
    await work()
    const url = /^List-Unsubscribe: ?<(.*?)>/m.exec(
      (smtp.received.at(-1)?.text ?? '').replaceAll(/\r?\n /g, ''),
    )?.[1]
    expect(url).toContain(`${server.origin}/api/alerts/unsubscribe?token=stop.`)
    const { pathname, search } = new URL(url ?? '')
    const reply = await server.request(pathname + search, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(reply.status).toBe(200)
    const { rows } = await server.pool.query(
      'SELECT email FROM alert_subscribers WHERE email IS NOT NULL',
    )
    expect(rows).toEqual([])
    await expect(open(linkIn())).rejects.toMatchObject({ status: 404 })
  })

  test('cannot be managed by a link that somebody made up, or by the one that stops', async () => {
    const id = await sell('Silk Dress')
    await ask(id)
    const token = linkIn()
    await expect(open(`${token.slice(0, -1)}x`)).rejects.toMatchObject({ status: 404 })
    await expect(open(token.replace('confirm.', 'manage.'))).rejects.toMatchObject({ status: 404 })
  })

  test('deletes one alert, and then nothing is left', async () => {
    const id = await sell('Silk Dress')
    await ask(id)
    const { data } = await open(linkIn())
    expect((await open(data.token, data.alerts[0]?.id)).data.alerts).toEqual([])
  })

  test('gets a few confirmations and no more', async () => {
    const ids = await Promise.all(
      Array.from({ length: ALERTS.maxUnconfirmed + 1 }, (_, index) => sell(`Dress ${index}`)),
    )
    for (const id of ids.slice(1)) await ask(id)
    await expect(ask(ids[0] ?? '')).rejects.toMatchObject({ status: 409 })
    expect(smtp.received).toHaveLength(ALERTS.maxUnconfirmed)
  })

  test('is told nothing that a visitor or a publisher wrote', async () => {
    const id = await sell('Your account ends. Keep it: https://evil.example', { sizes: ['S'] })
    const condition: AlertCondition = { kind: 'stock', size: 'M. You won! https://evil.example' }
    await visitor().api('POST /api/alerts', {
      body: { on: { product: id }, condition, email: EMAIL },
    })
    const search = { q: 'You won! https://evil.example' }
    await visitor().api('POST /api/alerts', {
      body: { on: { search }, condition: { kind: 'new' }, email: EMAIL },
    })
    const [ofProduct, ofSearch] = smtp.received.map(({ text }) => text)
    expect(ofProduct).toContain('Is back in stock')
    expect(ofSearch).toContain('New products')
    expect(smtp.received.map(({ text }) => text).join()).not.toContain('evil.example')
  })

  /** Asks from another network; the app trusts what its proxy says. */
  const askFrom = async (address: string, id: string, amount = 80) => {
    const { data } = await createTestBrowser(other.origin, { 'x-forwarded-for': address }).api(
      'POST /api/alerts',
      { body: { on: { product: id }, condition: below(amount), immediate: true, email: EMAIL } },
    )
    return data.state
  }
  const pressEveryone = async (id: string) => {
    const states: string[] = []
    for (let number = 0; number < RATE_LIMITS.alertMails.calls + 3; number += 1)
      states.push(await askFrom(`198.51.100.${number}`, id, 10 + number))
    return states
  }

  test('is asked ten times a day at most, then once an hour, whoever asks', async () => {
    const id = await sell('Silk Dress')
    expect((await pressEveryone(id)).slice(-4)).toEqual(['confirm', 'confirm', 'recent', 'recent'])
    expect(smtp.received).toHaveLength(RATE_LIMITS.alertMails.calls + 1)
    expect(subjects().at(-1)).toBe('Confirm your alerts')
    await server.pool.query(
      "UPDATE alert_subscribers SET shared_mail_at = shared_mail_at - interval '1 hour 1 second'",
    )
    const states = await Promise.all(
      [50, 51, 52].map((number) => askFrom(`198.51.100.${number}`, id, number)),
    )
    expect(states.toSorted()).toEqual(['confirm', 'recent', 'recent'])
  })

  test('that strangers ask for is not kept from its owner, who confirms what is theirs', async () => {
    const id = await sell('Silk Dress')
    await pressEveryone(id)
    expect(await askFrom('203.0.113.5', id, 80)).toBe('recent')
    const { data } = await open(linkIn())
    expect(data.alerts).toEqual([])
    expect(data.pending).toHaveLength(RATE_LIMITS.alertMails.calls + 4)
    const [mine] = data.pending
    expect(mine).toMatchObject({ amount: 80 })
    const confirmed = await visitor().api('POST /api/alerts/link', {
      body: { token: data.token, confirm: mine?.id ?? '' },
    })
    expect(confirmed.data.alerts).toMatchObject([{ amount: 80 }])
    await change(id, { price: 70 })
    await work()
    expect(subjects().at(-1)).toBe('Price alert: Silk Dress')
    // Nobody else's link confirms it.
    await ask(id, 'eve@example.com')
    const eves = (await open(linkIn())).data.token
    const body = { token: eves, confirm: data.pending[1]?.id ?? '' }
    await expect(visitor().api('POST /api/alerts/link', { body })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('whose shared email could not be sent gets the next one', async () => {
    const id = await sell('Silk Dress')
    for (let number = 0; number < RATE_LIMITS.alertMails.calls; number += 1)
      await askFrom(`198.51.100.${number}`, id, 10 + number)
    smtp.refuse(true)
    await expect(askFrom('198.51.100.50', id)).rejects.toMatchObject({ status: 502 })
    smtp.refuse(false)
    expect(await askFrom('203.0.113.5', id)).toBe('confirm')
  })

  test('has no more alerts than there may be, however many were requested', async () => {
    const id = await sell('Silk Dress')
    await ask(id)
    await server.pool.query(
      `INSERT INTO alerts (subscriber_id, product_id, kind, confirmed_at)
      SELECT id, 1, 'stock', now() FROM alert_subscribers, generate_series(1, $1)
      WHERE email IS NOT NULL`,
      [ALERTS.perSubscriber],
    )
    await expect(open(linkIn())).rejects.toMatchObject({ status: 409 })
  })

  test('whose mail program opens the address sees a page that asks, and nothing happens yet', async () => {
    const id = await sell('Silk Dress')
    await ask(id)
    await open(linkIn())
    await change(id, { price: 70 })
    await work()
    const [, path = ''] =
      /Unsubscribe: http:\/\/[^/]+(\S+)/.exec(smtp.received.at(-1)?.text ?? '') ?? []
    const accept = 'text/html'
    const page = await server.request(path, { headers: { accept } })
    expect(page.headers.get('content-type')).toContain('text/html')
    const html = await page.text()
    expect(html).toContain('<form method="post">')
    expect(html).not.toContain('<script')
    expect((await open(linkIn(smtp.received[0]?.text))).data.alerts).toHaveLength(1)
    const stopped = await server.request(path, { method: 'POST', headers: { accept } })
    expect(await stopped.text()).toContain(ALERT_TEXT.stopped)
    await expect(open(linkIn(smtp.received[0]?.text))).rejects.toMatchObject({ status: 404 })
    const forged = await server.request('/api/alerts/unsubscribe?token=a%0d%0aset-cookie:b')
    expect(forged.status).toBe(400)
  })

  test('is deleted after a year without use, and a request after three days', async () => {
    const id = await sell('Silk Dress')
    await ask(id, 'slow@example.com')
    await ask(id)
    await open(linkIn())
    const sweep = server.alerts.feature.hourly.alerts
    const emails = async () =>
      (await server.pool.query('SELECT email FROM alert_subscribers ORDER BY email')).rows
    await sweep()
    expect(await emails()).toHaveLength(2)
    await pass(3 * 24 + 1)
    await sweep()
    expect(await emails()).toEqual([{ email: EMAIL }])
    await pass(365 * 24)
    await sweep()
    expect(await emails()).toEqual([])
  })
})

describe('an account', () => {
  test('stops the emails by the link and keeps the list', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80))
    await change(id, { price: 70 })
    await work()
    const token = /token=(stop\.[\w.-]+)/.exec(smtp.received[0]?.text ?? '')?.[1] ?? ''
    await callerWith(server, null).api('POST /api/alerts/unsubscribe', { query: { token } })
    await change(id, { price: 100 })
    await work()
    await change(id, { price: 60 })
    await work()
    expect(subjects()).toHaveLength(1)
    expect(await list()).toMatchObject({ wantsMail: false, alerts: [{ isMet: true }] })
    expect((await list()).matches).toHaveLength(2)
  })

  test('has one alert for one condition, and as many as there may be', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80), false)
    await watch(id, below(80), true)
    expect((await list()).alerts).toMatchObject([{ immediate: true }])
    await server.pool.query(
      `INSERT INTO alerts (subscriber_id, product_id, kind, confirmed_at)
      SELECT id, 1, 'stock', now() FROM alert_subscribers, generate_series(2, $1)`,
      [ALERTS.perSubscriber],
    )
    await expect(watch(id, below(70))).rejects.toMatchObject({ status: 409 })
  })

  test('takes its alerts along when it is deleted, and exports them before', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80))
    const exported = (await (await ada.send('/api/account/export')).json()) as object
    expect(exported).toMatchObject({ alerts: [{ product_id: id, kind: 'below' }] })
    await server.pool.query('DELETE FROM users WHERE id = $1', [ada.uid])
    const { rows } = await server.pool.query('SELECT FROM alerts')
    expect(rows).toHaveLength(0)
  })

  test('cannot delete the alert of somebody else', async () => {
    const id = await sell('Silk Dress')
    await watch(id, below(80))
    const [alert] = (await list()).alerts
    const eve = await signedIn(server)
    await expect(
      eve.api('DELETE /api/alerts/:id', { params: { id: alert?.id ?? '' } }),
    ).rejects.toMatchObject({ status: 404 })
    await ada.api('DELETE /api/alerts/:id', { params: { id: alert?.id ?? '' } })
    expect((await list()).alerts).toEqual([])
  })
})
