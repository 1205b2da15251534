import type { PublisherRole } from '#shared/contract/permissions.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import { INVITATION_MAIL_TEXT } from './account-mail-messages.ts'

/** For a recipient who may not have an account yet. */
export const composeInvitationMail = (
  code: string,
  link: string,
  role: PublisherRole | null = null,
) => ({
  subject: INVITATION_MAIL_TEXT.subject,
  text: [
    INVITATION_MAIL_TEXT.leads[role ?? 'invited'],
    link,
    INVITATION_MAIL_TEXT.orCode(code),
    INVITATION_MAIL_TEXT.lifetime,
  ].join('\n\n'),
})

/** For a recipient with an account, who needs no code. */
export const composeAcceptedMail = (origin: string) => ({
  subject: INVITATION_MAIL_TEXT.acceptedSubject,
  text: [
    INVITATION_MAIL_TEXT.accepted,
    origin + LOCALE_TEXT.prefix + paths.addProductPhoto.href(),
  ].join('\n\n'),
})
