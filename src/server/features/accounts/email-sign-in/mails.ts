import { EMAIL_SIGN_IN } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'
import type { Purpose } from './email-sign-in.store.ts'

const MINUTES = EMAIL_SIGN_IN.lifeMs / 60_000
const readable = (code: string) => code.replace(/(?=.{4}$)/, ' ')

type Mail = { purpose: Purpose; origin: string; code: string; token: string }

const ASK: Record<Exclude<Purpose, 'sign-in'>, { subject: string; text: string }> = {
  link: {
    subject: 'Confirm your email for Wearabouts',
    text: 'Somebody who is signed in to Wearabouts wants to sign in with this address. If it is you, enter this code there:',
  },
  confirm: {
    subject: 'Confirm that it is you',
    text: 'To confirm that it is you, enter this code in Wearabouts:',
  },
}

export const writeMail = ({ purpose, origin, code, token }: Mail) => {
  if (purpose !== 'sign-in')
    return {
      subject: ASK[purpose].subject,
      text: [
        ASK[purpose].text,
        readable(code),
        `It works once, within ${MINUTES} minutes. If you did not ask for it, ignore this mail.`,
      ].join('\n\n'),
    }
  return {
    subject: 'Sign in to Wearabouts',
    text: [
      'Open this link in the browser in which you asked for it:',
      origin + paths.emailLink.href(token),
      'Or enter this code, in any browser:',
      readable(code),
      `Both work once, within ${MINUTES} minutes. Do not give them to anybody. If you did not ask for this mail, ignore it: nobody can sign in without it.`,
    ].join('\n\n'),
  }
}
