import { readFileSync } from 'node:fs'
import { DEMO_SHOP } from './shop.ts'

/** An item of the shop's feed, in the feed's words. */
export type ShopItem = {
  id: string
  title: string
  url: string
  description: string
  amount: number
  currency: string
  /** The last part of its product type, such as 'Midi skirts'. */
  type: string
  colors: string[]
  pattern: string
  material: string
  size: string
  gender: string
  isUsed: boolean
  isInStock: boolean
}

const readItems = (): Map<string, ShopItem> => {
  const items = readFileSync(DEMO_SHOP.feed, 'utf8').split('<item>').slice(1)
  return new Map(
    items.map((item) => {
      const value = (tag: string) =>
        new RegExp(`<${tag}>([^<]*)<`)
          .exec(item)?.[1]
          ?.replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&') ?? ''
      const [amount = '', currency = ''] = value('g:price').split(' ')
      const id = value('g:id')
      return [
        id,
        {
          id,
          title: value('title'),
          url: value('link'),
          description: value('description'),
          amount: Number(amount),
          currency,
          type: value('g:product_type').split(' > ').at(-1) ?? '',
          colors: value('g:color').split('/'),
          pattern: value('g:pattern'),
          material: value('g:material'),
          size: value('g:size'),
          gender: value('g:gender'),
          isUsed: value('g:condition') === 'used',
          isInStock: value('g:availability') === 'in_stock',
        },
      ]
    }),
  )
}

let items: ReadonlyMap<string, ShopItem> | null = null
/** By id, in the order of the feed. */
export const shopItems = (): ReadonlyMap<string, ShopItem> => (items ??= readItems())
