import { EMAIL_SIGN_IN } from '#shared/account-constants.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import type { Purpose } from './email-sign-in.store.ts'
import { SIGN_IN_MAIL_TEXT } from './account-mail-messages.ts'

const MINUTES = EMAIL_SIGN_IN.lifeMs / MINUTE_MS
const groupDigits = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$& ')

type MailContent = { purpose: Purpose; origin: string; code: string; token: string }

export const composeSignInMail = ({ purpose, origin, code, token }: MailContent) => {
  if (purpose !== 'sign-in')
    return {
      subject: SIGN_IN_MAIL_TEXT.codeSubjects[purpose],
      text: [
        SIGN_IN_MAIL_TEXT.codeLeads[purpose],
        groupDigits(code),
        SIGN_IN_MAIL_TEXT.codeLifetime(MINUTES),
      ].join('\n\n'),
    }
  return {
    subject: SIGN_IN_MAIL_TEXT.subject,
    text: [
      SIGN_IN_MAIL_TEXT.openLink,
      origin + LOCALE_TEXT.prefix + paths.emailLink.href(token),
      SIGN_IN_MAIL_TEXT.orEnterCode,
      groupDigits(code),
      SIGN_IN_MAIL_TEXT.lifetime(MINUTES),
    ].join('\n\n'),
  }
}
