import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { eurosSql } from '#server/core/db/query.ts'
import { convertAmount } from '#shared/domain/price.ts'
import { testDatabase } from '#tests/support/database.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { createRates, parseEcbRates } from './index.ts'

const ecb = (date: string, usd: number) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"><Cube><Cube time='${date}'>
<Cube currency='USD' rate='${usd}'/><Cube currency='JPY' rate='170.5'/><Cube currency='GBP' rate='0.85'/>
<Cube currency='CHF' rate='0.93'/><Cube currency='SEK' rate='11'/></Cube></Cube></gesmes:Envelope>`

let database: Database
let answer: { status: number; body: string }
let url: string
let closeServer: () => Promise<unknown>
beforeAll(async () => {
  database = await testDatabase()
  const server = await loopbackServer((_, response) => {
    response.writeHead(answer.status).end(answer.body)
  })
  url = server.url
  closeServer = server.close
})
beforeEach(() => database.pool.query("DELETE FROM exchange_rates WHERE rates_of > '2026-09-29'"))
afterAll(async () => {
  await closeServer()
  await database.close()
})

const rates = (ratesUrl?: string) => createRates(database.pool, ratesUrl)

it('without an address the shipped rates count, and nothing is fetched', async () => {
  const service = rates()
  await service.refresh()
  expect(await service.current()).toMatchObject({
    date: '2026-09-29',
    perEuro: { USD: 1.13607, GBP: 0.858176, AED: 4.17222, VND: 29478.5 },
  })
  expect(Object.keys((await service.current()).perEuro)).toHaveLength(60)
})

it('fetched rates count on every server until newer ones come', async () => {
  answer = { status: 200, body: ecb('2026-11-12', 1.1) }
  await rates(url).refresh()
  answer = { status: 200, body: ecb('2026-11-13', 1.15) }
  const service = rates(url)
  await service.refresh()
  expect(await service.current()).toMatchObject({ date: '2026-11-13', perEuro: { USD: 1.15 } })
  // The list of the bank has no dirhams, so the former rate stays.
  expect(await rates(url).current()).toMatchObject({
    date: '2026-11-13',
    perEuro: { USD: 1.15, AED: 4.17222 },
  })
})

it('SQL compares prices by the same rates', async () => {
  answer = { status: 200, body: ecb('2026-11-13', 1.15) }
  const service = rates(url)
  await service.refresh()
  const known = await service.current()
  const prices: [number, string][] = [
    [100, 'USD'],
    [90, 'EUR'],
    [9000, 'JPY'],
    [1, 'XXX'],
  ]
  const { rows } = await database.pool.query<{ euros: number | null }>(
    `SELECT ${eurosSql('amount', 'currency')} AS euros
    FROM unnest($1::float8[], $2::text[]) AS price(amount, currency)`,
    [prices.map(([amount]) => amount), prices.map(([, currency]) => currency)],
  )
  expect(rows.map(({ euros }) => euros)).toEqual(
    prices.map(([amount, currency]) => convertAmount(amount, currency, 'EUR', known)),
  )
})

it.each([
  [500, 'oops', 'answered with status 500'],
  [200, '<html>', 'not well-formed'],
  [200, '<Envelope><Cube/></Envelope>', 'did not answer with exchange rates'],
  [200, ' '.repeat(1_000_001), 'too large'],
])('a failed refresh (%d) changes nothing and says why', async (status, body, reason) => {
  answer = { status: 200, body: ecb('2026-11-13', 1.15) }
  const service = rates(url)
  await service.refresh()
  answer = { status, body }
  await expect(service.refresh()).rejects.toThrow(reason)
  expect(await service.current()).toMatchObject({ date: '2026-11-13' })
})

it('the newest of several days counts', () => {
  const days = ecb('2026-11-12', 1.1).replace(
    '<Cube><Cube',
    `<Cube><Cube time='2026-11-13'><Cube currency='USD' rate='1.2'/><Cube currency='JPY' rate='1'/><Cube currency='GBP' rate='1'/><Cube currency='CHF' rate='1'/><Cube currency='SEK' rate='1'/></Cube><Cube`,
  )
  expect(parseEcbRates(days)).toMatchObject({ date: '2026-11-13', perEuro: { USD: 1.2 } })
})
