import { EMAIL_SIGN_IN } from '#shared/account-constants.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import type { Purpose } from './email-sign-in.store.ts'

const MINUTES = EMAIL_SIGN_IN.lifeMs / MINUTE_MS
const groupDigits = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$& ')

type MailContent = { purpose: Purpose; origin: string; code: string; token: string }

const CODE_MAILS: Record<Exclude<Purpose, 'sign-in'>, { subject: string; text: string }> = {
  link: {
    subject: 'Confirm your email for Wearabouts',
    text: 'Someone signed in to Wearabouts wants to sign in with this address. If it was you, enter this code there:',
  },
  confirm: {
    subject: 'Confirm that it is you',
    text: 'To confirm it’s you, enter this code in Wearabouts:',
  },
}

export const composeSignInMail = ({ purpose, origin, code, token }: MailContent) => {
  if (purpose !== 'sign-in')
    return {
      subject: CODE_MAILS[purpose].subject,
      text: [
        CODE_MAILS[purpose].text,
        groupDigits(code),
        `It works once, within ${MINUTES} minutes. If you did not request it, you can ignore this email.`,
      ].join('\n\n'),
    }
  return {
    subject: 'Sign in to Wearabouts',
    text: [
      'Open this link in the browser where you requested it:',
      origin + paths.emailLink.href(token),
      'Or enter this code in any browser:',
      groupDigits(code),
      `Both work once, within ${MINUTES} minutes. Do not share them. If you did not request this email, you can ignore it: nobody can sign in without it.`,
    ].join('\n\n'),
  }
}
