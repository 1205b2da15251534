export const ACCOUNT_SERVICE_TEXT = {
  notStarted: 'The sign-in could not be started',
  localMails: 'Local emails are shown only in a browser on this machine',
  requestAnswered: 'This request has already been answered.',
  browserOnSystem: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
  linkedAlready: 'That account is already linked',
  lastMethod: 'The only way to sign in cannot be unlinked',
  providerGone: 'The sign-in provider of this account is not available',
  starting: 'The server is starting. Please try again.',
  providerSilent: 'The sign-in provider does not answer. Please try again later.',
  noFacebook: 'Sign-in with Facebook is not set up here.',
  invalidSignedRequest: 'The signed request is not valid.',
  unknownDeletion: 'There is no deletion request with this code.',
  noProviderPicture: 'Your account has no sign-in provider with a picture',
  unknownLanguage: 'This site is not available in that language',
  pictureNotFetched: 'The picture could not be fetched from the provider',
} as const

/** The page that replaces Google and Facebook where they are not set up. */
export const DEMO_PICKER_TEXT = {
  title: 'Choose a demo identity',
  heading: 'Who is signing in?',
  lead: (provider: string) =>
    `This page replaces ${provider} on this machine. Choose a demo identity; no password is needed.`,
  noEmail: 'no email',
  cancel: 'Cancel',
  onlyHere: 'Local sign-in works only in a browser on this machine',
} as const
