import { ENGLISH, readMessages } from '#server/core/languages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { formatMessage, type MessageValue } from './format-message.ts'
import { type Choice, type Message, type Part, parseMessage } from './parse-message.ts'
import { getLanguage, loadMessages } from './translation.ts'

/** Tables whose texts are written where no reader's language is known: in threads, jobs and reports. */
const TABLES =
  /^(?:FEED_TEXT|ITEM_TEXT|ROW_TEXT|FEED_QUESTIONS|CATALOG_PROBLEMS|REQUEST_TEXT|WEB_TEXT|WEBHOOK_SERVICE_TEXT)\./

/** Parameters that are such texts themselves: without one, a message is not what was written. */
const IS_MESSAGE = /^(?:problem|question)$/
/** Parameters that may be such texts. */
const MAY_BE_MESSAGE = /^(?:problem|question|categories|reply)$/

/** A form that a message may have: a pattern with a group for each name, and values that the form implies. */
type Form = { pattern: string; names: readonly string[]; implied: Record<string, MessageValue> }

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const readOptionValue = ({ type }: Choice, key: string): MessageValue =>
  key === 'one' ? 1 : type === 'plural' ? Number(key.slice(1)) : key

const listPartForms = (part: Part): Form[] => {
  if (typeof part === 'string') return [{ pattern: escapePattern(part), names: [], implied: {} }]
  const { name } = part
  if (part.type === 'number') return [{ pattern: '([\\d,]+)', names: [name], implied: {} }]
  if (part.type !== 'plural' && part.type !== 'select')
    return [{ pattern: IS_MESSAGE.test(name) ? '(.+)' : '(.+?)', names: [name], implied: {} }]
  return [...part.options].flatMap(([key, message]) =>
    listForms(message).map(({ pattern, names, implied }) => ({
      pattern,
      names,
      implied: key === 'other' ? implied : { ...implied, [name]: readOptionValue(part, key) },
    })),
  )
}

const listForms = (message: Message): Form[] =>
  message.reduce<Form[]>(
    (forms, part) =>
      forms.flatMap((form) =>
        listPartForms(part).map(({ pattern, names, implied }) => ({
          pattern: form.pattern + pattern,
          names: [...form.names, ...names],
          implied: { ...form.implied, ...implied },
        })),
      ),
    [{ pattern: '', names: [], implied: {} }],
  )

type KnownForm = { key: string; form: Form; regex: RegExp; literals: number }

const countLiterals = ({ pattern }: Form) => pattern.replaceAll(/\([^)]*\)|\s/g, '').length

let known: readonly KnownForm[] | undefined
const listKnownForms = (): readonly KnownForm[] =>
  (known ??= [...readMessages(ENGLISH.code)]
    .filter(([key]) => TABLES.test(key))
    .flatMap(([key, text]) =>
      listForms(parseMessage(text)).map((form) => ({
        key,
        form,
        regex: new RegExp(`^${form.pattern}$`, 's'),
        literals: countLiterals(form),
      })),
    )
    // Of readings that say the same, that whose own words say most.
    .toSorted((a, b) => b.literals - a.literals))

const NUMBER = /^\d{1,15}$|^\d{1,3}(?:,\d{3})+$/

/** Longer texts are none of ours, nor are messages in messages in messages in messages. */
const MAX_CHARS = 4_000
const MAX_DEPTH = 3

type Reader = { messages: ReadonlyMap<string, string>; locale: string }
/** `literals`: how much of the text is that of messages, not of their values. */
type Restated = { text: string; literals: number }

/** The text as the messages that say most of it; null if none does. */
const restate = (text: string, reader: Reader, depth = 1): Restated | null => {
  if (text.length > MAX_CHARS || depth > MAX_DEPTH) return null
  let best: Restated | null = null
  for (const { key, form, regex, literals: own } of listKnownForms()) {
    const match = regex.exec(text)
    const translation = match && reader.messages.get(key)
    if (!match || !translation) continue
    const values: Record<string, MessageValue> = { ...form.implied }
    let literals = own
    const isComplete = form.names.every((name, index) => {
      const written = match[index + 1] ?? ''
      const restated = MAY_BE_MESSAGE.test(name) ? restate(written, reader, depth + 1) : null
      literals += restated?.literals ?? 0
      values[name] =
        restated?.text ?? (NUMBER.test(written) ? Number(written.replaceAll(',', '')) : written)
      return restated !== null || !IS_MESSAGE.test(name)
    })
    if (isComplete && literals > (best?.literals ?? 0))
      best = { text: formatMessage(parseMessage(translation), values, reader.locale), literals }
  }
  return best
}

/**
 * Says in the language of the request what was written in English before, when nobody knew who would read
 * it. Texts that are not of our messages stay as they are.
 */
export const restateMessage = (text: string): string => {
  const language = getLanguage()
  if (language === ENGLISH) return text
  const reader = { messages: loadMessages(language), locale: LOCALE_TEXT.locale }
  return restate(text, reader)?.text ?? text
}
