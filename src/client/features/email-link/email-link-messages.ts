/** What the link of a sign-in email opens. */

export const EMAIL_LINK_TEXT = {
  signInWithCode: 'Sign in with the code',
  title: 'Sign in',
  lead: 'Finish signing in with the link from your email.',
  requestAnother: 'Request another email',
} as const
