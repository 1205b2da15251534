import type { Message } from '#server/core/mail/mail.ts'
import type { NoticeRow } from './notices.store.ts'

type Text = Pick<Message, 'subject' | 'text'>

const paragraphs = (...lines: string[]) => lines.join('\n\n')

/** DSA Article 16(4). Repeats nothing of the notice: anyone can enter anybody's address. */
export const receiptMail = (reference: string): Text => ({
  subject: `We received your notice ${reference}`,
  text: paragraphs(
    `We received a notice about content on Wearabouts, with your address. Its reference is ${reference}.`,
    'A person will read it, and we will tell you what we decide.',
    'If you did not send it, you need not do anything.',
  ),
})

/** DSA Articles 16(5) and 17: the decision, its reason, and what can be done about it. */
const decided = ({ reference, address }: NoticeRow, decision: string, reason: string): Text => ({
  subject: `Our decision about your notice ${reference}`,
  text: paragraphs(
    `Your notice ${reference} was about ${address}`,
    decision,
    `The reason: ${reason}`,
    'A person decided this, without automated means.',
    'If you disagree, contact us and mention the reference. You can also turn to a body for out-of-court dispute settlement or to a court.',
  ),
})

export const removedMail = (notice: NoticeRow, reason: string) =>
  decided(notice, 'We removed the content, and it is kept from being added again.', reason)

export const declinedMail = (notice: NoticeRow, reason: string) =>
  decided(notice, 'We did not remove the content.', reason)

export const restoredMail = (notice: NoticeRow, reason: string) =>
  decided(notice, 'The content that we had removed is shown again.', reason)
