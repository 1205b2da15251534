import { createHash } from 'node:crypto'
import { type FeedDefaults, isOnSale, productPageUrl, type RawItem } from './feed-item.ts'

/** Increase it whenever items are parsed differently, so that every feed is read again. */
const READER_VERSION = 2
/** Sums of 48-bit numbers are exact in a double. */
const BITS = 2 ** 48

const hashOf = (text: string): number => createHash('md5').update(text).digest().readUIntBE(0, 6)

/** Everything else that determines how an item is parsed. */
export const saltOf = (defaults: FeedDefaults): string =>
  JSON.stringify([READER_VERSION, { ...defaults, now: undefined }])

/** Hashes of an item and of its cluster, which is its group or else the items on the same page. */
export const contentOf = ({ values }: RawItem, salt: string, now: Date) => {
  let text = salt
  for (const [name, texts] of values) text += `\n${name}\t${texts.join('\t')}`
  const dates = values.get('sale_price_effective_date')?.[0]
  if (dates !== undefined) text += isOnSale(dates, now)
  const first = (name: string) => values.get(name)?.[0]
  const group = first('item_group_id')
  const page = first('canonical_link') ?? first('link') ?? first('shop_link') ?? first('id') ?? text
  return {
    cluster: group === undefined ? -hashOf(productPageUrl(page)) : hashOf(group),
    content: hashOf(text),
  }
}

/** The hash of a cluster is the sum of its items', so that their order does not matter. */
export const addContent = (sum: number, content: number): number => (sum + content) % BITS

/** Parses the `cluster:content` pairs that the database lists. */
export const contentsFrom = (contents: string): Map<number, number> =>
  new Map(
    contents.split(' ').map((pair) => {
      const [cluster = '', content = ''] = pair.split(':')
      return [Number(cluster), Number(content)] as const
    }),
  )
