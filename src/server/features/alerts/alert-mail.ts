import { createHmac, hkdfSync } from 'node:crypto'
import { isSameSecret } from '#server/core/http/security.ts'
import { describeCheckTime, describeFinding } from '#shared/alert-messages.ts'
import { ALERTS } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'
import { formatDuration, RETENTION } from '#shared/retention.ts'
import type { PendingMatch } from './delivery.store.ts'

type AlertMail = {
  matches: readonly PendingMatch[]
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

const FOOTER = 'You get this email because you asked for alerts.'

export const composeAlertMail = ({ matches, site, listUrl, stopUrl }: AlertMail) => {
  const [first] = matches
  const firstMatches = matches.slice(0, ALERTS.perMail)
  return {
    subject:
      matches.length === 1 && first
        ? `${SUBJECTS[first.kind]}: ${toSingleLine(first.name)}`
        : `${matches.length} new alerts`,
    text: [
      ...firstMatches.map(({ productId, name, finding }) =>
        [
          toSingleLine(name),
          describeFinding(finding),
          `${describeCheckTime(finding)}.`,
          site + paths.product.href(productId, name),
        ].join('\n'),
      ),
      ...(firstMatches.length < matches.length
        ? [`And ${matches.length - firstMatches.length} more.`]
        : []),
      [FOOTER, `Your alerts: ${listUrl}`, `Unsubscribe: ${stopUrl}`].join('\n'),
    ].join('\n\n'),
  }
}

const RETENTION_NOTE = `We keep your alert and your address until you delete them, or until ${formatDuration(RETENTION.unusedAlertsMs)} after you last used them.`

const IGNORE_NOTE = `ignore this email: without your confirmation, nothing is sent, and the request is deleted after ${formatDuration(ALERTS.unconfirmedMs)}.`

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
