import type { MailText } from '#server/core/mail/write-mail.ts'
import type { AdminNotice } from '#shared/contract/takedown.ts'
import { NOTICE_MAIL_TEXT } from './moderation-messages.ts'

type Referenced = Pick<AdminNotice, 'reference'>

const joinParagraphs = (...lines: string[]) => lines.join('\n\n')

/** DSA Article 16(4). Does not quote the notice, because anyone can enter anybody's address. */
export const composeReceiptMail = (reference: string): MailText => ({
  subject: NOTICE_MAIL_TEXT.receiptSubject(reference),
  text: joinParagraphs(
    NOTICE_MAIL_TEXT.receipt(reference),
    NOTICE_MAIL_TEXT.receiptHint,
    NOTICE_MAIL_TEXT.receiptMistake,
  ),
})

/**
 * Quotes nothing of the notice: whoever sent it may have entered somebody else's email address.
 *
 * DSA Articles 16(5) and 17: the decision, its reason, and what can be done about it.
 */
const composeDecisionMail = (
  { reference }: Referenced,
  decision: string,
  reason: string,
): MailText => ({
  subject: NOTICE_MAIL_TEXT.decisionSubject(reference),
  text: joinParagraphs(
    NOTICE_MAIL_TEXT.about(reference),
    decision,
    NOTICE_MAIL_TEXT.reason(reason),
    NOTICE_MAIL_TEXT.byPerson,
    NOTICE_MAIL_TEXT.redress,
  ),
})

export const composeRemovedMail = (notice: Referenced, reason: string) =>
  composeDecisionMail(notice, NOTICE_MAIL_TEXT.removed, reason)

export const composeDeclinedMail = (notice: Referenced, reason: string) =>
  composeDecisionMail(notice, NOTICE_MAIL_TEXT.declined, reason)

export const composeRestoredMail = (notice: Referenced, reason: string) =>
  composeDecisionMail(notice, NOTICE_MAIL_TEXT.restored, reason)
