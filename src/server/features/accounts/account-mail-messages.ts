/** Emails and text messages about accounts. */

export const INVITATION_MAIL_TEXT = {
  codeBySms: (code: string) => `Your Wearabouts invitation code: ${code}`,
  linkBySms: (link: string) => `Your Wearabouts invitation: ${link}`,
  subject: 'Your invitation to Wearabouts',
  orCode: (code: string) => `If you have an account already, sign in and enter this code: ${code}`,
  lifetime: 'It works once, within seven days.',
  acceptedSubject: 'You are invited to Wearabouts',
  accepted:
    'You asked for an invitation to Wearabouts. Your account can now add products and keep what you find in photos:',
  leads: {
    invited:
      'You are invited to add products to Wearabouts. Open this link to create your account:',
    creator:
      'You are invited to publish your looks on Wearabouts, on a page of your own. Open this link to create your account:',
    editor:
      'You are invited to publish looks on Wearabouts as an editor. Open this link to create your account:',
  },
} as const

export const SIGN_IN_MAIL_TEXT = {
  codeLifetime: (minutes: number) =>
    `It works once, within ${minutes} minutes. If you did not request it, you can ignore this email.`,
  subject: 'Sign in to Wearabouts',
  openLink: 'Open this link in the browser where you requested it:',
  orEnterCode: 'Or enter this code in any browser:',
  lifetime: (minutes: number) =>
    `Both work once, within ${minutes} minutes. Do not share them. If you did not request this email, you can ignore it: nobody can sign in without it.`,
  codeSubjects: {
    link: 'Confirm your email for Wearabouts',
    confirm: 'Confirm that it is you',
  },
  codeLeads: {
    link: 'Someone signed in to Wearabouts wants to sign in with this address. If it was you, enter this code there:',
    confirm: 'To confirm it’s you, enter this code in Wearabouts:',
  },
} as const
