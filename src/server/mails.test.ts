import { beforeAll, describe, expect, it } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { createMailWriter, type MailText } from '#server/core/mail/write-mail.ts'
import { bindMessages, createLanguageRunner } from '#server/core/messages/translation.ts'
import {
  INVITATION_MAIL_TEXT,
  SIGN_IN_MAIL_TEXT,
} from '#server/features/accounts/account-mail-messages.ts'
import {
  composeAcceptedMail,
  composeInvitationMail,
} from '#server/features/accounts/invitation-mail.ts'
import { composeSignInMail } from '#server/features/accounts/sign-in-mail.ts'
import { ADMIN_MAIL_TEXT } from '#server/features/admin/admin-mail-messages.ts'
import { composeTaskMail, composeTestMail } from '#server/features/admin/admin-mail.ts'
import { ALERT_MAIL_TEXT } from '#server/features/alerts/alert-mail-messages.ts'
import {
  composeAlertMail,
  composeConfirmationMail,
  composeNotification,
  composeSharedConfirmationMail,
} from '#server/features/alerts/alert-mail.ts'
import { writeNotification } from '#server/features/alerts/push.ts'
import { NOTICE_MAIL_TEXT } from '#server/features/moderation/moderation-messages.ts'
import {
  composeDeclinedMail,
  composeReceiptMail,
  composeRemovedMail,
  composeRestoredMail,
} from '#server/features/moderation/notice-mail.ts'
import { composeContactMail } from '#server/features/pages/contact-mail.ts'
import { MESSAGE_MODULES } from '#server/message-modules.ts'
import { ALERT_CONDITION_TEXT, ALERT_FINDING_TEXT, ALERT_TEXT } from '#shared/alert-messages.ts'
import type { AlertTerms, Finding } from '#shared/contract/alerts.ts'
import { ADMIN_TASK_KINDS } from '#shared/domain/admin-tasks.ts'
import { describeCondition } from '#shared/domain/alert-text.ts'
import { formatPrice } from '#shared/domain/price.ts'

const SITE = 'https://wear.example'
/** In no language, so that whatever else is English was not translated. */
const [NAME, PERSON, SHOP, SIZE, REASON] = ['Zxqv', 'Łåŋø Ŵŷ', 'Qrzt & <Bø>', 'Ξ42', 'Ħœŧ']
const [AMOUNT, BEFORE, LIMIT] = [1234.5, 2345.5, 3456.5]

const LANGUAGES = listLanguages()
const runInLanguageOf = createLanguageRunner(LANGUAGES)
const writeMail = createMailWriter(LANGUAGES)
beforeAll(() => bindMessages(MESSAGE_MODULES))

const FINDING: Finding = {
  amount: AMOUNT,
  currency: 'EUR',
  limit: LIMIT,
  from: BEFORE,
  size: SIZE,
  stock: 'in-stock',
  shop: SHOP,
  checkedAt: '2026-11-19T12:34:00Z',
}
const TERMS: AlertTerms = {
  kind: 'below',
  amount: AMOUNT,
  currency: 'EUR',
  percent: 20,
  size: SIZE,
}
const createMatch = (
  id: number,
  terms: Partial<AlertTerms> = {},
  finding: Partial<Finding> = {},
) => ({
  ...TERMS,
  ...terms,
  id: `${id}`,
  productId: `${id}`,
  name: `${NAME}${id}`,
  picture: 'https://pictures.example/1.jpg',
  isImmediate: true,
  finding: { ...FINDING, ...finding },
})
const createLook = (id: number) => ({
  id: `${id}`,
  at: new Date(0),
  look: {
    image: `https://pictures.example/${id}.jpg`,
    celebrity_name: PERSON,
    celebrity_portrait: '',
    number_of_products: id,
    name: PERSON,
    width: null,
    height: null,
    color: null,
  },
})

const KINDS = ['below', 'drop', 'stock', 'new'] as const
const STOCKS = ['in-stock', 'unknown', 'sold-out'] as const
const MATCHES = [
  ...STOCKS.flatMap((stock, index) => [
    createMatch(index * 2 + 1, {}, { stock }),
    createMatch(index * 2 + 2, {}, { stock, shop: '' }),
  ]),
  createMatch(7, {}, { amount: null, currency: null }),
]
const [listPath, stopUrl] = ['/alerts#t', `${SITE}/api/alerts/unsubscribe?token=t`]
const alertMail = (
  matches: readonly ReturnType<typeof createMatch>[],
  looks: readonly ReturnType<typeof createLook>[] = [],
) => composeAlertMail({ matches, looks, site: SITE, listPath, stopUrl })

const CONDITIONS: AlertTerms[] = [TERMS, { ...TERMS, amount: null }]
  .flatMap((terms) =>
    KINDS.flatMap((kind) => [
      { ...terms, kind },
      { ...terms, kind, size: null },
    ]),
  )
  .filter(({ kind, amount }) => kind !== 'below' || amount !== null)

const TASKS = ADMIN_TASK_KINDS.map((kind, index) => ({
  kind,
  count: index + 1,
  detail: REASON,
  isSerious: true,
}))
const NOTICE = { reference: 'QX7' }
const CODE = { origin: SITE, code: '12345678', token: 't' }

const describeTasks = () => [
  ADMIN_MAIL_TEXT.namesAndMore(REASON, 3),
  ADMIN_MAIL_TEXT.lastBackup('2026-11-18'),
  ADMIN_MAIL_TEXT.noWorkers,
  ADMIN_MAIL_TEXT.childAbuse(2),
]

/** Every email, by its name. Those that name things have one of each sort. */
const MAILS: Record<string, () => MailText> = {
  'sign-in code': () => composeSignInMail({ purpose: 'sign-in', ...CODE }),
  'code to link': () => composeSignInMail({ purpose: 'link', ...CODE }),
  'code to confirm': () => composeSignInMail({ purpose: 'confirm', ...CODE }),
  invitation: () => composeInvitationMail('ABC234', `${SITE}/profile`),
  'invitation of a creator': () => composeInvitationMail('ABC234', `${SITE}/profile`, 'creator'),
  'invitation of an editor': () => composeInvitationMail('ABC234', `${SITE}/profile`, 'editor'),
  'accepted request': () => composeAcceptedMail(SITE),
  test: composeTestMail,
  digest: () =>
    composeTaskMail(
      'digest',
      TASKS.map((task) => ({ ...task, detail: [REASON, ...describeTasks()].join('\n') })),
      SITE,
    ),
  'serious task': () => composeTaskMail('serious', TASKS, SITE),
  receipt: () => composeReceiptMail(NOTICE.reference),
  removed: () => composeRemovedMail(NOTICE, REASON),
  declined: () => composeDeclinedMail(NOTICE, REASON),
  restored: () => composeRestoredMail(NOTICE, REASON),
  contact: () => composeContactMail({ name: PERSON, email: 'zxqv@wear.example', phone: '' }),
  'all findings': () => alertMail(MATCHES, [createLook(1), createLook(2)]),
  'many findings': () => alertMail(Array.from({ length: 60 }, (_, index) => createMatch(index))),
  'one look': () => alertMail([], [createLook(3)]),
  'two looks': () => alertMail([], [createLook(3), createLook(4)]),
  ...Object.fromEntries(
    KINDS.map((kind) => [`one finding: ${kind}`, () => alertMail([createMatch(1, { kind })])]),
  ),
  ...Object.fromEntries(
    CONDITIONS.map((terms, index) => [
      `confirmation ${index} of ${terms.kind}`,
      () => composeConfirmationMail(() => describeCondition(terms), SITE, listPath),
    ]),
  ),
  'confirmation of looks': () => composeConfirmationMail(() => ALERT_TEXT.newLooks, SITE, listPath),
  'confirmations of several': () => composeSharedConfirmationMail(SITE, listPath),
}

const notify = (
  matches: readonly ReturnType<typeof createMatch>[],
  looks: readonly ReturnType<typeof createLook>[] = [],
) => composeNotification({ matches, looks, isUser: true })

const PUSHES: Record<string, () => ReturnType<typeof composeNotification>> = {
  'one finding': () => notify([createMatch(1)]),
  findings: () => notify([createMatch(1), createMatch(2)], [createLook(1)]),
  'one look': () => notify([], [createLook(1)]),
  looks: () => notify([], [createLook(1), createLook(2)]),
  welcome: () =>
    writeNotification({
      title: ALERT_MAIL_TEXT.savedSearch,
      body: ALERT_TEXT.active,
      url: '/alerts',
    }),
}

const TEXT_MESSAGES: Record<string, () => string> = {
  code: () => INVITATION_MAIL_TEXT.codeBySms('ABC234'),
  link: () => INVITATION_MAIL_TEXT.linkBySms(`${SITE}/profile`),
}

const strip = (html: string) => html.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, ' ')
const URL_PATTERN = /https?:\/\/\S+/g
const OWN_WORDS = /Wearabouts|zxqv@wear\.example/g

/** Everything that somebody reads, without what is the same in every language. */
const readTexts = (code: string): [name: string, text: string][] => [
  ...Object.entries(MAILS).flatMap(([name, compose]): [string, string][] => {
    const { subject, text, html = text } = writeMail(code, compose)
    return [
      [`subject: ${name}`, subject],
      [`text: ${name}`, text],
      [`HTML: ${name}`, strip(html)],
    ]
  }),
  ...Object.entries(PUSHES).map(([name, compose]): [string, string] => {
    const { title, body } = runInLanguageOf(code, compose) ?? { title: '', body: '' }
    return [`push: ${name}`, `${title}\n${body}`]
  }),
  ...Object.entries(TEXT_MESSAGES).map(([name, compose]): [string, string] => [
    `text message: ${name}`,
    runInLanguageOf(code, compose),
  ]),
]

/** Words that none of the other languages has. */
const ENGLISH_WORDS =
  /\b(?:the|and|your|you|this|that|with|from|if|it|we|not|was|were|have|has|will|open|enter|email|alerts?|size|stock|price|reason|sold|unknown|costs|new|one|at|in)\b/gi
const ALSO_IN: Readonly<Record<string, RegExp>> = {
  de: /^(?:was|in|open|new|at)$/i,
  fr: /^(?:if|one|in|stock)$/i,
  es: /^(?:has|in|stock)$/i,
}

const CODES = LANGUAGES.map(({ code }) => code)
const OTHERS = CODES.filter((code) => code !== 'en')

const formatEuros = (code: string, amount: number) =>
  runInLanguageOf(code, () => formatPrice(amount, 'EUR'))

it('there is something to test', () => {
  expect(OTHERS).toEqual(['ar', 'de', 'es', 'fr', 'ja'])
})

describe.each(OTHERS)('emails and notifications in %s', (code) => {
  it('have no English left', () => {
    for (const [name, text] of readTexts(code)) {
      const read = text.replaceAll(URL_PATTERN, '').replaceAll(OWN_WORDS, '')
      const words = read.match(ENGLISH_WORDS)?.filter((word) => !ALSO_IN[code]?.test(word)) ?? []
      expect([name, words]).toEqual([name, []])
    }
  })

  it('have every value that English has', () => {
    const VALUES = [NAME, PERSON, SIZE, REASON, NOTICE.reference, '1234 5678', 'ABC234', SITE]
    const english = new Map(readTexts('en'))
    for (const [name, text] of readTexts(code)) {
      const expected = english.get(name) ?? ''
      for (const value of VALUES)
        expect([name, value, text.includes(value)]).toEqual([name, value, expected.includes(value)])
      for (const amount of [AMOUNT, BEFORE, LIMIT])
        expect([name, amount, text.includes(formatEuros(code, amount))]).toEqual([
          name,
          amount,
          expected.includes(formatEuros('en', amount)),
        ])
      expect(text).not.toMatch(/\{\w|undefined|NaN|\[object|null/)
      expect(text.trim()).not.toBe('')
    }
  })

  it('lead to pages in the language', () => {
    for (const [name, compose] of Object.entries(MAILS)) {
      const { text, html = '' } = writeMail(code, compose)
      const links = [...text.matchAll(URL_PATTERN), ...html.matchAll(/(?<=href=")[^"]*/g)]
        .map(([link]) => link)
        // The invitation's own link, calls, and what comes from elsewhere are given.
        .filter((link) => link !== `${SITE}/profile` && !link.startsWith(`${SITE}/api/`))
      for (const link of links)
        expect([name, link]).toEqual([name, expect.stringContaining(`${SITE}/${code}/`)])
    }
    for (const compose of Object.values(PUSHES))
      expect(runInLanguageOf(code, compose)).toMatchObject({
        url: expect.stringMatching(`^/${code}/`) as string,
        lang: code,
        dir: code === 'ar' ? 'rtl' : 'ltr',
      })
  })
})

it('emails in Arabic are right to left, with codes and addresses left to right', () => {
  for (const [name, compose] of Object.entries(MAILS)) {
    expect([name, writeMail('ar', compose).html]).toEqual([
      name,
      expect.stringContaining('<html lang="ar" dir="rtl">'),
    ])
    expect(writeMail('de', compose).html ?? '').not.toContain('rtl')
  }
  const { html } = writeMail('ar', () => composeSignInMail({ purpose: 'sign-in', ...CODE }))
  expect(html).toContain('<bdi dir="ltr">1234 5678</bdi>')
  expect(html).toContain(`<a href="${SITE}/ar/`)
  expect(writeMail('ar', () => composeRemovedMail(NOTICE, '<b>')).html).not.toContain('<b>')
})

it('without a language of the recipient, that of the page which is being answered counts', () => {
  const compose = MAILS['test'] ?? composeTestMail
  const german = writeMail('de', compose)
  expect(runInLanguageOf('de', () => writeMail(null, compose))).toEqual(german)
  expect(runInLanguageOf('de', () => writeMail('xx', compose))).toEqual(german)
  expect(runInLanguageOf('ja', () => writeMail('de', compose))).toEqual(german)
  expect(runInLanguageOf('de', () => writeMail('en', compose))).toEqual(writeMail('en', compose))
  expect(writeMail(null, compose)).toEqual(writeMail('en', compose))
})

type Table = { [key: string]: unknown }

/** What a table says, with a pattern for every value. */
const listPatterns = (table: Table, path: string): [path: string, pattern: RegExp][] =>
  Object.entries(table).flatMap(([key, text]): [string, RegExp][] => {
    if (typeof text === 'object' && text !== null)
      return listPatterns(text as Table, `${path}.${key}`)
    const marks = Array.from({ length: 3 }, (_, index) => `⟦${index}⟧`)
    const sample =
      typeof text === 'function'
        ? String((text as (...values: unknown[]) => unknown)(...marks))
        : String(text)
    const pattern = sample
      .split(/⟦\d⟧/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]+')
    return [[`${path}.${key}`, new RegExp(pattern)]]
  })

/** Refusals, which are not sent. */
const NOT_SENT = new Set(['ALERT_MAIL_TEXT.invalidPushKey', 'NOTICE_MAIL_TEXT.decidedAlready'])

it('no message for emails is missing here', () => {
  const { names: _, ...alertTexts } = ALERT_MAIL_TEXT
  const tables = {
    ADMIN_MAIL_TEXT,
    ALERT_CONDITION_TEXT,
    ALERT_FINDING_TEXT,
    ALERT_MAIL_TEXT: alertTexts,
    INVITATION_MAIL_TEXT,
    NOTICE_MAIL_TEXT,
    SIGN_IN_MAIL_TEXT,
  }
  const sent = readTexts('en').map(([, text]) => text)
  const missing = Object.entries(tables)
    .flatMap(([name, table]) => listPatterns(table, name))
    .filter(([path, pattern]) => !NOT_SENT.has(path) && !sent.some((text) => pattern.test(text)))
    .map(([path]) => path)
  expect(missing).toEqual([])
})
