import { beforeAll, describe, expect, it } from 'vitest'
import { ENGLISH, listLanguages } from '#server/core/languages.ts'
import { FEED_TEXT, ITEM_TEXT, ROW_TEXT } from '#server/features/ingest/feed-messages.ts'
import { WEBHOOK_SERVICE_TEXT } from '#server/features/webhooks/webhook-messages.ts'
import { MESSAGE_MODULES } from '#server/message-modules.ts'
import { FEED_QUESTIONS } from '#shared/feed-question-messages.ts'
import { restateMessage } from './restate-message.ts'
import { bindMessages, runInLanguage } from './translation.ts'

beforeAll(() => bindMessages(MESSAGE_MODULES))

const LANGUAGES = listLanguages()

const inLanguage = <T>(code: string, work: () => T): T => {
  const language = LANGUAGES.find((offered) => offered.code === code) ?? ENGLISH
  return runInLanguage(language, work)
}

describe.each(['de', 'fr', 'es', 'ja', 'ar'])('in %s', (code) => {
  it.each([
    ['without values', () => FEED_TEXT.empty],
    ['with a number', () => FEED_TEXT.endsInLine(1234)],
    ['with several values', () => FEED_TEXT.fewLeft(3, 120)],
    ['with a name', () => FEED_TEXT.noServer('shop.test')],
    ['with the sign of another pattern', () => FEED_TEXT.badJson('Unexpected token (a|b) in [x]')],
    ['in a message', () => ITEM_TEXT.titleAndId("O'Neill's 'best' coat", 'A-1', ITEM_TEXT.noPrice)],
    ['in two messages', () => FEED_TEXT.sentence(ROW_TEXT.inColumn('every', ROW_TEXT.wrong))],
    [
      'with a question',
      () => FEED_TEXT.asks(FEED_TEXT.noTitleColumn('a. b, c'), FEED_QUESTIONS.title),
    ],
    [
      'that counts kinds',
      () =>
        FEED_TEXT.unusableMostly(3, 9, ITEM_TEXT.priceWithoutCurrencyIn('"12" from 3. Most often')),
    ],
    [
      'with a list',
      () => FEED_TEXT.noneIsFashion(9, FEED_TEXT.moreCategories('Vases 4, Mugs 2', 3)),
    ],
    ['of a webhook', () => WEBHOOK_SERVICE_TEXT.notDelivered(WEBHOOK_SERVICE_TEXT.status(500))],
  ])('says a text again %s', (_name, write) => {
    const english = inLanguage('en', write)
    const expected = inLanguage(code, write)
    expect(expected).not.toBe(english)
    expect(inLanguage(code, () => restateMessage(english))).toBe(expected)
  })

  it.each([
    'Nothing of ours',
    'Item 7 was eaten',
    "'Coat' (id 3) is made of wool",
    '',
    'a'.repeat(100_000),
  ])('leaves other texts as they are: %.40s', (text) =>
    expect(inLanguage(code, () => restateMessage(text))).toBe(text),
  )
})

it('leaves English as it is', () =>
  expect(inLanguage('en', () => restateMessage(FEED_TEXT.empty))).toBe('The feed is empty'))
