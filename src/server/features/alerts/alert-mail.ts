import { createHmac, hkdfSync } from 'node:crypto'
import { isSameSecret } from '#server/core/http/security.ts'
import { escapeHtml } from '#server/core/http/error-reply.ts'
import { ALERT_TEXT, describeCheckTime, describeFinding } from '#shared/alert-messages.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import { formatTileName } from '#shared/domain/celebrity.ts'
import { paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { formatDuration, RETENTION } from '#shared/retention.ts'
import type { PendingLook, PendingMatch } from './delivery.store.ts'

type AlertMail = {
  matches: readonly PendingMatch[]
  looks: readonly PendingLook[]
  site: string
  listUrl: string
  stopUrl: string
}

/** A title could contain a line break, which would begin another header. */
const toSingleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 150)

const SUBJECTS = {
  below: 'Price alert',
  drop: 'Price alert',
  stock: 'Back in stock',
  new: 'New',
} as const

/** Twice the shown width, for dense screens. */
const PICTURE_WIDTH = 512

const FOOTER = 'You get this email because you asked for alerts.'

type Entry = { title: string; lines: string[]; url: string; picture: string | null }

const composeEntries = ({ matches, looks, site }: AlertMail): Entry[] => [
  ...looks.map(({ look }) => ({
    title: toSingleLine(look.celebrity_name),
    lines: [toSingleLine(formatTileName(look.name, look.number_of_products))],
    url: site + paths.celebrityImage.href(look.image),
    picture: look.image,
  })),
  ...matches.map(({ productId, name, finding, picture }) => ({
    title: toSingleLine(name),
    lines: [describeFinding(finding), `${describeCheckTime(finding)}.`],
    url: site + paths.product.href(productId, name),
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
    ? `${SUBJECTS[first.kind]}: ${toSingleLine(first.name)}`
    : `${matches.length + looks.length} new alerts`
}

/** `auto`, because names are written in either direction. */
const writeEntry = ({ title, lines, url, picture }: Entry, site: string): string => {
  const image =
    picture === null
      ? ''
      : `<img src="${escapeHtml(site + buildPictureUrl(picture, PICTURE_WIDTH))}" alt="" width="240" style="display:block;max-width:100%;margin:0 0 8px">`
  return `<p dir="auto" style="margin:0 0 24px"><a href="${escapeHtml(url)}">${image}<strong>${escapeHtml(title)}</strong></a><br>${lines.map(escapeHtml).join('<br>')}</p>`
}

export const composeAlertMail = (mail: AlertMail) => {
  const { site, listUrl, stopUrl } = mail
  const entries = composeEntries(mail)
  const firstEntries = entries.slice(0, ALERTS.perMail)
  const rest =
    firstEntries.length < entries.length
      ? [`And ${entries.length - firstEntries.length} more.`]
      : []
  const links = [
    ['Your alerts', listUrl],
    ['Unsubscribe', stopUrl],
  ] as const
  return {
    subject: composeSubject(mail),
    text: [
      ...firstEntries.map(({ title, lines, url }) => [title, ...lines, url].join('\n')),
      ...rest,
      [FOOTER, ...links.map(([label, url]) => `${label}: ${url}`)].join('\n'),
    ].join('\n\n'),
    html: [
      '<!doctype html><meta charset="utf-8"><div style="max-width:480px;font:16px/1.5 sans-serif">',
      ...firstEntries.map((entry) => writeEntry(entry, site)),
      ...rest.map((text) => `<p>${text}</p>`),
      `<p><small>${FOOTER}<br>${links
        .map(([label, url]) => `<a href="${escapeHtml(url)}">${label}</a>`)
        .join(' · ')}</small></p></div>`,
    ].join('\n'),
  }
}

const RETENTION_NOTE = `We keep your alert and your address until you delete them, or until ${formatDuration(RETENTION.unusedAlertsMs)} after you last used them.`

const IGNORE_NOTE = `ignore this email: without your confirmation, nothing is sent, and the request is deleted after ${formatDuration(RETENTION.unconfirmedAlertsMs)}.`

export const composeConfirmationMail = (subject: string, url: string) => ({
  subject: 'Confirm your alert',
  text: [
    'Somebody, hopefully you, asked for this alert to be sent to this address:',
    toSingleLine(subject),
    'To confirm it, open this link and press the button there:',
    url,
    `If it was not you, ${IGNORE_NOTE}`,
    RETENTION_NOTE,
  ].join('\n\n'),
})

/** One email for all requests of the next hour. */
export const composeSharedConfirmationMail = (url: string) => ({
  subject: 'Confirm your alerts',
  text: [
    'Several alerts were requested for this address, perhaps not all of them by you.',
    'To see them and confirm yours, open this link. It also lists what is requested later:',
    url,
    `If you asked for none, ${IGNORE_NOTE}`,
    RETENTION_NOTE,
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
