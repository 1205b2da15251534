import { isRightToLeft } from '#server/core/messages/language.ts'
import type { Choice, Message, Part } from '#server/core/messages/parse-message.ts'
import { parseMessage } from '#server/core/messages/parse-message.ts'

/** Written once into each file whose messages need them. Hoisted, so they may stand at its end. */
const HELPERS: Readonly<Record<string, (locale: string) => string>> = {
  $plural: (locale) =>
    `function $plural(n){return($plural.r??=new Intl.PluralRules(${JSON.stringify(locale)})).select(n)}`,
  $number: (locale) =>
    `function $number(n){return($number.r??=new Intl.NumberFormat(${JSON.stringify(locale)})).format(n)}`,
  $list: (locale) =>
    `function $list(l,type,style){return($list[type]??=new Intl.ListFormat(${JSON.stringify(locale)},{type,style})).format(l${isRightToLeft(locale) ? '.map(i=>`\u2068${i}\u2069`)' : ''})}`,
  $date: (locale) =>
    `function $date(d,timeStyle){return($date[timeStyle]??=new Intl.DateTimeFormat(${JSON.stringify(locale)},{dateStyle:"long",timeZone:"UTC",...(timeStyle&&{timeStyle})})).format(d)}`,
}
const LIST_ARGUMENTS = {
  unit: '"unit","short"',
  and: '"conjunction","long"',
  or: '"disjunction","long"',
  spaces: '',
} as const

const escapeTemplate = (text: string) => text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')

/** An expression for what a choice writes. */
const compileChoice = (part: Choice, locale: string): string => {
  const isExact = (key: string) => part.type === 'plural' && key.startsWith('=')
  // What `other` stands for is written last.
  const keys = [...part.options.keys()].filter((key) => key !== 'other')
  const sorted = [...keys.filter(isExact), ...keys.filter((key) => !isExact(key))]
  const category = part.type === 'plural' ? `$plural(${part.name})` : `String(${part.name})`
  const test = (key: string) =>
    isExact(key) ? `${part.name}===${key.slice(1)}` : `${category}===${JSON.stringify(key)}`
  const write = (key: string) => `\`${compileParts(part.options.get(key) ?? [], locale)}\``
  return sorted.reduceRight((rest, key) => `${test(key)}?${write(key)}:${rest}`, write('other'))
}

const compilePart = (part: Part, locale: string): string => {
  if (typeof part === 'string') return escapeTemplate(part)
  const { name } = part
  if (part.type === 'plural' || part.type === 'select') return `\${${compileChoice(part, locale)}}`
  if (part.type === 'number') return `\${$number(${name})}`
  if (part.type === 'list' && part.style === 'spaces') return `\${${name}.join(" ")}`
  if (part.type === 'list') return `\${$list(${name},${LIST_ARGUMENTS[part.style]})}`
  if (part.type === 'date') return `\${$date(${name})}`
  if (part.type === 'time') return `\${$date(${name},"short")}`
  return isRightToLeft(locale) ? `\u2068\${${name}}\u2069` : `\${${name}}`
}

const compileParts = (message: Message, locale: string): string => {
  const [part] = message
  // Nothing is around it that it might reorder.
  if (message.length === 1 && typeof part === 'object' && part.type === 'value')
    return `\${${part.name}}`
  return message.map((one) => compilePart(one, locale)).join('')
}

/** A message as an expression: a string, or a function with the parameters of the English one. */
export const compileMessage = (
  text: string,
  parameters: readonly { name: string }[],
  locale: string,
): string => {
  const message = parseMessage(text)
  if (parameters.length === 0)
    return JSON.stringify(message.map((part) => (typeof part === 'string' ? part : '')).join(''))
  return `((${parameters.map(({ name }) => name).join(',')})=>\`${compileParts(message, locale)}\`)`
}

/** Adds the helpers that compiled messages use to the file that holds them. */
export const addHelpers = (code: string, locale: string): string =>
  code +
  Object.entries(HELPERS)
    .filter(([name]) => code.includes(`${name}(`))
    .map(([, write]) => `\n${write(locale)}`)
    .join('')
