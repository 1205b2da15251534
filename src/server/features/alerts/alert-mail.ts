import { checkedText, findingText } from '#shared/alert-messages.ts'
import { ALERTS } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'
import { durationText, RETENTION } from '#shared/retention.ts'
import type { PendingMatch } from './delivery.store.ts'

type AlertMail = {
  matches: readonly PendingMatch[]
  site: string
  listUrl: string
  stopUrl: string
}

/** A title could contain a line break, which would begin another header. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 150)

const SUBJECTS = {
  below: 'Price alert',
  drop: 'Price alert',
  stock: 'Back in stock',
  new: 'New',
} as const

const FOOTER = 'You get this email because you asked for alerts.'

export const alertMail = ({ matches, site, listUrl, stopUrl }: AlertMail) => {
  const [first] = matches
  const firstMatches = matches.slice(0, ALERTS.perMail)
  return {
    subject:
      matches.length === 1 && first
        ? `${SUBJECTS[first.kind]}: ${oneLine(first.name)}`
        : `${matches.length} new alerts`,
    text: [
      ...firstMatches.map(({ productId, name, finding }) =>
        [
          oneLine(name),
          findingText(finding),
          `${checkedText(finding)}.`,
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

export const confirmationMail = (what: string, url: string) => ({
  subject: 'Confirm your alert',
  text: [
    'Somebody, hopefully you, asked for this alert to be sent to this address:',
    oneLine(what),
    'To confirm it, open this link and press the button there:',
    url,
    `If it was not you, ignore this email: without your confirmation, nothing is sent, and the request is deleted after ${durationText(ALERTS.unconfirmedMs)}.`,
    `We keep your alert and your address until you delete them, or until ${durationText(RETENTION.unusedAlertsMs)} after you last used them.`,
  ].join('\n\n'),
})
