import { createHmac, hkdfSync } from 'node:crypto'
import { isSameSecret } from '#server/core/http/security.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { describeCheckTime, describeFinding } from '#shared/domain/alert-text.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import { formatTileName } from '#shared/domain/celebrity.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { formatDuration, RETENTION } from '#shared/retention.ts'
import type { PendingLook, PendingMatch } from './delivery.store.ts'
import { writeNotification } from './push.ts'
import { ALERT_MAIL_TEXT } from './alert-mail-messages.ts'

type AlertMail = {
  matches: readonly PendingMatch[]
  looks: readonly PendingLook[]
  site: string
  listPath: string
  stopUrl: string
}

/**
 * A title could contain a line break, which would begin another header. Spaces that keep a price on one line
 * stay.
 */
const toSingleLine = (text: string): string =>
  text
    .replaceAll(/[^\S\u00a0\u202f]+/g, ' ')
    .trim()
    .slice(0, 150)

/** Twice the shown width, for dense screens. */
const PICTURE_WIDTH = 512

type Entry = { title: string; lines: string[]; url: string; picture: string | null }

const composeEntries = ({ matches, looks, site }: AlertMail): Entry[] => [
  ...looks.map(({ look }) => ({
    title: toSingleLine(look.celebrity_name),
    lines: [toSingleLine(formatTileName(look.name, look.number_of_products))],
    url: site + LOCALE_TEXT.prefix + paths.celebrityImage.href(look.image),
    picture: look.image,
  })),
  ...matches.map(({ productId, name, finding, picture }) => ({
    title: toSingleLine(name),
    lines: [describeFinding(finding), `${describeCheckTime(finding)}.`],
    url: site + LOCALE_TEXT.prefix + paths.product.href(productId, name),
    picture,
  })),
]

const composeSubject = ({ matches, looks }: AlertMail): string => {
  const [first] = matches
  if (!first)
    return looks.length === 1 && looks[0]
      ? ALERT_TEXT.lookOf(toSingleLine(looks[0].look.celebrity_name))
      : ALERT_TEXT.manyLooks(looks.length)
  return matches.length === 1 && looks.length === 0
    ? ALERT_MAIL_TEXT.subjects[first.kind](toSingleLine(first.name))
    : ALERT_MAIL_TEXT.manyAlerts(matches.length + looks.length)
}

const writeEntry = ({ title, lines, url, picture }: Entry, site: string): string => {
  const image =
    picture === null
      ? ''
      : `<img src="${escapeHtml(site + buildPictureUrl(picture, PICTURE_WIDTH))}" alt="" width="240" style="display:block;max-width:100%;margin:0 0 8px">`
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}">${image}<strong><bdi>${escapeHtml(title)}</bdi></strong></a><br>${lines.map(escapeHtml).join('<br>')}</p>`
}

export const composeAlertMail = (mail: AlertMail) => {
  const { site, listPath, stopUrl } = mail
  const entries = composeEntries(mail)
  const firstEntries = entries.slice(0, ALERTS.perMail)
  const rest =
    firstEntries.length < entries.length
      ? [ALERT_MAIL_TEXT.more(entries.length - firstEntries.length)]
      : []
  const links = [
    [ALERT_MAIL_TEXT.yourAlerts, site + LOCALE_TEXT.prefix + listPath],
    [ALERT_MAIL_TEXT.unsubscribe, stopUrl],
  ] as const
  return {
    subject: composeSubject(mail),
    text: [
      ...firstEntries.map(({ title, lines, url }) => [title, ...lines, url].join('\n')),
      ...rest,
      [ALERT_MAIL_TEXT.reason, ...links.map(([label, url]) => `${label}: ${url}`)].join('\n'),
    ].join('\n\n'),
    html: [
      `<!doctype html><html lang="${LOCALE_TEXT.language}" dir="${LOCALE_TEXT.direction}"><meta charset="utf-8">`,
      '<body><div style="max-width:480px;font:16px/1.5 sans-serif">',
      ...firstEntries.map((entry) => writeEntry(entry, site)),
      ...rest.map((text) => `<p>${text}</p>`),
      `<p><small>${ALERT_MAIL_TEXT.reason}<br>${links
        .map(([label, url]) => `<a href="${escapeHtml(url)}">${label}</a>`)
        .join(' · ')}</small></p></div></body></html>`,
    ].join('\n'),
  }
}

/** One notification about everything that is new; null if there is nothing. */
export const composeNotification = ({
  matches,
  looks,
  isUser,
}: Pick<AlertMail, 'matches' | 'looks'> & { isUser: boolean }) => {
  const news = [
    ...matches.map(({ name, finding, productId }) => ({
      name,
      body: describeFinding(finding),
      url: paths.product.href(productId, name),
    })),
    ...looks.map(({ look }) => ({
      name: look.celebrity_name,
      body: ALERT_TEXT.lookOf(look.celebrity_name),
      url: paths.celebrityImage.href(look.image),
    })),
  ]
  const [first] = news
  if (!first) return null
  if (news.length === 1)
    return writeNotification({ title: first.name, body: first.body, url: first.url })
  const names = [...new Set(news.map(({ name }) => name))]
  return writeNotification({
    title:
      matches.length === 0
        ? ALERT_TEXT.manyLooks(looks.length)
        : ALERT_MAIL_TEXT.manyAlerts(news.length),
    body: ALERT_MAIL_TEXT.names(names).slice(0, 300),
    url: isUser ? paths.alerts.href() : first.url,
  })
}

const describeRetention = (): string =>
  ALERT_MAIL_TEXT.retention(formatDuration(RETENTION.unusedAlertsMs))

/** `describe` names what was asked for, in the language of the email; `path` leads to its page. */
export const composeConfirmationMail = (describe: () => string, site: string, path: string) => ({
  subject: ALERT_MAIL_TEXT.confirmSubject,
  text: [
    ALERT_MAIL_TEXT.confirmLead,
    toSingleLine(describe()),
    ALERT_MAIL_TEXT.confirmHint,
    site + LOCALE_TEXT.prefix + path,
    ALERT_MAIL_TEXT.ignoreOne(formatDuration(RETENTION.unconfirmedAlertsMs)),
    describeRetention(),
  ].join('\n\n'),
})

/** One email for all requests of the next hour. */
export const composeSharedConfirmationMail = (site: string, path: string) => ({
  subject: ALERT_MAIL_TEXT.confirmManySubject,
  text: [
    ALERT_MAIL_TEXT.confirmManyLead,
    ALERT_MAIL_TEXT.confirmManyHint,
    site + LOCALE_TEXT.prefix + path,
    ALERT_MAIL_TEXT.ignoreMany(formatDuration(RETENTION.unconfirmedAlertsMs)),
    describeRetention(),
  ].join('\n\n'),
})

/** Confirms an alert, manages the alerts of an address, or stops the emails of a subscriber. */
type LinkPurpose = 'confirm' | 'manage' | 'stop'

const SIGNATURE_BYTES = 16
const ID = /^[0-9a-f-]{36}$/

/** Signed links in emails. They carry the id that they are about, so nothing is stored for them. */
export const createAlertLinks = (secret: string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'wearabouts alerts', 32))
  const sign = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)
  return {
    write: (purpose: LinkPurpose, id: string): string =>
      `${purpose}.${id}.${sign(`${purpose}.${id}`).toString('base64url')}`,

    /** Null if this site did not write it. */
    read: (token: string): { purpose: LinkPurpose; id: string } | null => {
      const [purpose = '', id = '', signature = ''] = token.split('.')
      // Compared as texts, because several base64 texts decode to the same bytes.
      const actual = Buffer.from(signature)
      const expected = Buffer.from(sign(`${purpose}.${id}`).toString('base64url'))
      if (!isSameSecret(actual, expected)) return null
      return ID.test(id) ? { purpose: purpose as LinkPurpose, id } : null
    },

    /** A key for rate limits, so that they store no addresses. */
    countKey: (email: string, group = ''): string =>
      sign(`limit ${email} ${group}`).toString('base64url'),
  }
}
export type AlertLinks = ReturnType<typeof createAlertLinks>
