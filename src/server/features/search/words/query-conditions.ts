import { withPlainNegations } from './negations.ts'
import { readPrice } from './price-words.ts'
import { readSize } from './size-words.ts'

const CONDITIONS = [
  [/\b(?:second ?hand|pre ?owned|pre ?loved|used|thrift(?:ed)?|hand me down)\b/, 'used'],
  [/\brefurbished\b/, 'refurbished'],
  [/\b(?:brand new|new with tags?|unworn|unused)\b/, 'new'],
] as const
const IN_STOCK = /\b(?:in stock|available(?: now)?|ready to ship)\b/

const ORDERS = [
  [
    /\b(?:cheap(?:est|er)?|affordable|budget|inexpensive|low cost|low price[ds]?|bargains?|good value)\b/,
    'price',
  ],
  [/\b(?:(?:most )?expensive|luxury|luxurious|high end|upscale|premium)\b/, 'price-desc'],
] as const
/** Praise that fits everything and filters nothing. */
const PRAISE = /\b(?:(?:high|good|best|great|top|better) quality|top rated|must have)\b/g
const NOT_USED = /\b(?:not|no|non|never) (?=second ?hand|pre ?owned|pre ?loved|used|thrift)/

/** Condition, stock, price, size and order, which fixed expressions state; `rest` is the query without them. */
export const readConditions = (query: string) => {
  const english = query.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
  const sizeMatch = readSize(english)
  const { price, rest: text } = readPrice(sizeMatch?.rest ?? english)
  const isNotUsed = NOT_USED.test(text)
  const condition = CONDITIONS.find(([pattern]) => pattern.test(text))
  const order = ORDERS.find(([pattern]) => pattern.test(text))
  const remaining = [isNotUsed ? NOT_USED : undefined, condition?.[0], IN_STOCK, order?.[0]]
    .filter((pattern) => pattern !== undefined)
    .reduce((remaining, pattern) => remaining.replace(pattern, ' '), text)
  return {
    size: sizeMatch?.requested ?? null,
    price,
    condition: isNotUsed ? null : (condition?.[1] ?? null),
    excludedCondition: isNotUsed ? (condition?.[1] ?? null) : null,
    isInStock: IN_STOCK.test(text),
    order: order?.[1] ?? null,
    rest: withPlainNegations(remaining.replaceAll(PRAISE, ' ')),
  }
}
