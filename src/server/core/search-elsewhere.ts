import { z } from 'zod'

/** Another shop's search page; `{words}` in its address stands for the search terms. */
export type OtherShop = { name: string; address: string }

const WORDS = '{words}'
const MAX_SHOPS = 8

const BUILT_IN_SHOPS: Readonly<Record<string, OtherShop>> = {
  google: {
    name: 'Google Shopping',
    address: `https://www.google.com/search?udm=28&q=${WORDS}`,
  },
  ebay: { name: 'eBay', address: `https://www.ebay.com/sch/i.html?_nkw=${WORDS}` },
  vinted: { name: 'Vinted', address: `https://www.vinted.com/catalog?search_text=${WORDS}` },
  etsy: { name: 'Etsy', address: `https://www.etsy.com/search?q=${WORDS}` },
}

const FORMAT_PROBLEM = `must be "off" or a list separated by "|" of ${Object.keys(BUILT_IN_SHOPS).join(', ')} or entries such as Name=https://shop.example/search?q=${WORDS}`

const isSearchAddress = (address: string) => {
  const example = address.replaceAll(WORDS, 'words')
  if (!address.includes(WORDS) || !URL.canParse(example)) return false
  const { protocol, host } = new URL(example)
  // In the host name, the search terms would choose the server.
  return /^https?:$/.test(protocol) && !host.includes('words')
}

const parseOtherShop = (entry: string): OtherShop | null => {
  const [, name = '', address = ''] = /^([^=]{1,40})=(.{1,500})$/.exec(entry) ?? []
  if (name === '') return BUILT_IN_SHOPS[entry.toLowerCase()] ?? null
  return isSearchAddress(address) ? { name: name.trim(), address } : null
}

/** The setting SEARCH_ELSEWHERE. */
export const searchElsewhere = z
  .string()
  .default(Object.keys(BUILT_IN_SHOPS).join('|'))
  .transform((text, context): OtherShop[] => {
    if (text === 'off') return []
    const entries = text.split('|').map((entry) => parseOtherShop(entry.trim()))
    const shops = entries.flatMap((shop) => shop ?? [])
    if (shops.length !== entries.length || shops.length > MAX_SHOPS)
      context.addIssue(FORMAT_PROBLEM)
    return shops
  })

/** Links for visitors; the server itself sends nothing to these shops. */
export const buildSearchLinks = (shops: readonly OtherShop[], words: string) =>
  shops.map(({ name, address }) => ({
    name,
    url: address.replaceAll(WORDS, encodeURIComponent(words)),
  }))
