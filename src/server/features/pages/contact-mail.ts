import type { MailText } from '#server/core/mail/write-mail.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import { PAGE_TEXT } from './page-messages.ts'

type Writer = { name: string; email: string; phone?: string | undefined }

/** Introduces a message of the contact form, which follows unchanged. */
export const composeContactMail = ({ name, email, phone }: Writer): MailText => ({
  subject: PAGE_TEXT.contactSubject(PRODUCT_TITLE),
  text: PAGE_TEXT.contactWriter(name, [email, phone].filter(Boolean).join(', ')),
})
