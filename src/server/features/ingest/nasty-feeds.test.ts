import { expect, it } from 'vitest'
import { collectFeed, decodeText } from '#tests/support/feed-items.ts'
import { nastyFeed } from '#tests/support/nasty-feeds.ts'
import { readProductPage } from './product-page.ts'
import { readItem, BrokenFeedError, type FeedSink, RawItemBuilder } from './feed-item.ts'
import { readFeedFile } from './feed-parser.ts'
import { readProductsJson } from './shopify-feed.ts'

/** `NASTY_FEEDS=20000 npx vitest run nasty-feeds` tries more. */
const FEEDS = Number(process.env['NASTY_FEEDS'] ?? 200)

const whole = async (text: AsyncIterable<string>) => {
  let all = ''
  for await (const piece of text) all += piece
  return all
}

const read = async (seed: number, sink: FeedSink): Promise<unknown> => {
  const { kind, bytes } = nastyFeed(seed)
  if (kind === 'file') return readFeedFile(decodeText(bytes), sink, { format: null })
  const text = await whole(decodeText(bytes))
  if (kind === 'shopify')
    return readProductsJson(text, sink, {
      shopUrl: 'https://shop.example.com/',
      firstLine: 1,
      currency: 'EUR',
    })
  const item = readProductPage(text, 'https://shop.example.com/p')
  return item && sink.onItems([item])
}

it(`${FEEDS} nasty feeds are read or refused, and only sound items come through`, async () => {
  const outcomes = { read: 0, refused: 0, items: 0, problems: 0 }
  for (let seed = 0; seed < FEEDS; seed += 1) {
    const result = await collectFeed((sink) => read(seed, sink), { currency: 'EUR' }).catch(
      (error: unknown) => {
        if (error instanceof BrokenFeedError) return null
        throw new Error(`Feed ${seed} failed`, { cause: error })
      },
    )
    if (!result) {
      outcomes.refused += 1
      continue
    }
    outcomes.read += 1
    outcomes.items += result.items.length
    outcomes.problems += result.problems.length
    for (const item of result.items) {
      const about = `feed ${seed}: ${JSON.stringify(item).slice(0, 300)}`
      expect(item.title, about).toMatch(/\S/)
      expect(item.title.length, about).toBeLessThanOrEqual(500)
      expect(new URL(item.url).protocol, about).toMatch(/^https?:$/)
      for (const url of item.pictures) expect(url, about).toMatch(/^https?:\/\//)
      expect(item.amount, about).toBeGreaterThan(0)
      expect(item.amount, about).toBeLessThanOrEqual(10_000_000)
      expect(item.currency, about).toMatch(/^[A-Z]{3}$/)
      // PostgreSQL stores no null characters and no lone surrogates.
      expect(JSON.stringify(item), about).not.toMatch(/\\u0000|\\ud[89a-f]/)
      expect(item.title + (item.description ?? ''), about).not.toMatch(/<\/?(?:script|b)>/)
    }
  }
  // A fuzzer whose feeds are all refused proves nothing.
  expect(outcomes.read).toBeGreaterThan(FEEDS / 4)
  expect(outcomes.items).toBeGreaterThan(FEEDS / 4)
  expect(outcomes.refused).toBeGreaterThan(FEEDS / 20)
  expect(outcomes.problems).toBeGreaterThan(FEEDS / 4)
}, 120_000)

it.each([
  ['spaces', `a${' '.repeat(19_000)}b`],
  ['commas', ','.repeat(19_000)],
  ['digits', '1'.repeat(19_000)],
])('a value of many %s takes no longer than any other text', (_, hostile) => {
  const attributes = ['title', 'description', 'price', 'image_link', 'product_type', 'gtin', 'size']
  const timeOf = (attribute: string, text: string) => {
    const item = new RawItemBuilder(1)
    for (const [name, value] of Object.entries({ ...SOUND, [attribute]: text }))
      item.add(name, value)
    const started = performance.now()
    readItem(item.build(), { now: new Date() })
    return performance.now() - started
  }
  for (const attribute of attributes) {
    const ratios = [1, 2, 3].map(
      () => timeOf(attribute, hostile) / timeOf('description', 'lace '.repeat(3_800)),
    )
    expect(Math.min(...ratios), attribute).toBeLessThan(100)
  }
})

const SOUND = { id: '1', title: 'Coat', link: 'https://a.example/1', price: '10 EUR' }
