import { createHash } from 'node:crypto'
import { type FeedDefaults, isOnSale, pageOf, type RawItem } from './feed-item.ts'

/** Raise it whenever items are read differently, so that every feed is read anew. */
const READER_VERSION = 2
/** Sums of this many bits are exact in a double. */
const BITS = 2 ** 48

const hashOf = (text: string): number => createHash('md5').update(text).digest().readUIntBE(0, 6)

/** Whatever else decides what an item is read as. */
export const saltOf = (defaults: FeedDefaults): string =>
  JSON.stringify([READER_VERSION, { ...defaults, now: undefined }])

/** What an item says, and which others it belongs to: its group, or else those on the same page. */
export const contentOf = ({ values }: RawItem, salt: string, now: Date) => {
  let text = salt
  for (const [name, texts] of values) text += `\n${name}\t${texts.join('\t')}`
  const dates = values.get('sale_price_effective_date')?.[0]
  if (dates !== undefined) text += isOnSale(dates, now)
  const first = (name: string) => values.get(name)?.[0]
  const group = first('item_group_id')
  const page = first('canonical_link') ?? first('link') ?? first('shop_link') ?? first('id') ?? text
  return {
    cluster: group === undefined ? -hashOf(pageOf(page)) : hashOf(group),
    content: hashOf(text),
  }
}

/** The content of a cluster is the sum of its items': their order does not matter. */
export const addContent = (sum: number, content: number): number => (sum + content) % BITS

/** `cluster:content` of each, as the database lists them. */
export const contentsFrom = (listed: string): Map<number, number> =>
  new Map(
    listed.split(' ').map((pair) => {
      const [cluster = '', content = ''] = pair.split(':')
      return [Number(cluster), Number(content)] as const
    }),
  )
