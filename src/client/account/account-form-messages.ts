/** Forms that several screens have. */

export const EMAIL_FORM_TEXT = {
  codeFromEmail: 'Code from the email',
  yourEmail: 'Your email',
} as const

export const SIGN_IN_TEXT = {
  singleSignOn: 'Single sign-on',
} as const

export const CONFIRM_TEXT = {
  title: 'Confirm that it is you',
  confirm: 'Confirm',
  explanation: {
    email:
      'You signed in a while ago. To protect your account, please enter the code we just emailed you.',
    passkey:
      'You signed in a while ago. To protect your account, please use your passkey once more.',
    provider:
      'You signed in a while ago. To protect your account, please sign in once more. You will come straight back.',
  },
} as const
