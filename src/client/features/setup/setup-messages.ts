/** The first administrator of a site. */

export const SETUP_TEXT = {
  done: 'You are now an administrator of this site.',
  goToAdministration: 'Go to Administration',
  signedInAs: (name: string) =>
    `You are signed in as <b>${name}</b>. This account will be able to manage users, invitations and shops.`,
  becomeAdministrator: 'Become administrator',
  lead: 'Every site needs someone who administers it.',
  needsLink:
    'Open the link that the server printed when it started, or run <code>npm run admin -- setup-link</code> on the server for a new one.',
  needsSignIn: 'The link is valid. Sign in with the account that will administer this site.',
  signIn: 'Sign in',
} as const
