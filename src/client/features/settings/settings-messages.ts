/** Account settings that the specification does not describe. */

export const SETTINGS_TEXT = {
  imageUpdated: 'Profile image updated',
  yourPicture: 'You',
  changesSaved: 'Changes saved',
  noEmail: 'None',
  keysLead:
    'Scripts and apps use a key to act for you, within what you allow it. <docs>API documentation</docs>',
  dataLead:
    'Download everything we keep about you as a JSON file: your account, your saved products, the products you added, your alerts and your scans.',
  downloadData: 'Download my data',
  deletionLead:
    'Deleting your account removes all of this at once, including pictures. This cannot be undone.',
  deleteAccount: 'Delete my account',
  deleteQuestion: 'Delete your account?',
  deleteExplanation:
    'This deletes your account, your saved products, the products you added, your scans and your pictures. It cannot be undone.',
  typeToConfirm: (phrase: string) => `Type “${phrase}” to confirm`,
  keepAccount: 'Keep my account',
  deletePermanently: 'Delete permanently',
  profile: 'Profile',
  language: 'Language',
  languageLead:
    'The language of this site on all your devices, and of our emails and notifications.',
  linkedAccounts: 'Linked accounts',
  passkeys: 'Passkeys',
  devices: 'Your devices',
  apiKeys: 'API keys',
  data: 'Your data',
  /** In lower case; it is compared with what was typed. */
  confirmation: 'delete my account',
} as const

export const DEVICES_TEXT = {
  activeNow: 'Active now',
  signedOutOn: (device: string) => `Signed out on ${device}`,
  notLoaded: 'Couldn’t load your devices',
  list: 'Devices',
  signOutEverywhereQuestion: 'Sign out everywhere?',
  signOutEverywhereExplanation: 'This ends your sessions on all devices, including this one.',
  signOutEverywhere: 'Sign out everywhere',
  thisDevice: 'This device',
  signOutOn: (device: string) => `Sign out<hidden> on ${device}</hidden>`,
  lastSeen: (age: string) => `Last seen ${age}`,
  signIn: {
    email: (day: string) => `Signed in by email on ${day}`,
    invite: (day: string) => `Signed in by invitation on ${day}`,
    passkey: (day: string) => `Signed in with a passkey on ${day}`,
  },
  signInFrom: {
    email: (day: string, address: string) => `Signed in by email on ${day} from ${address}`,
    invite: (day: string, address: string) => `Signed in by invitation on ${day} from ${address}`,
    passkey: (day: string, address: string) => `Signed in with a passkey on ${day} from ${address}`,
  },
  providerSignIn: (provider: string, day: string) => `Signed in with ${provider} on ${day}`,
  providerSignInFrom: (provider: string, day: string, address: string) =>
    `Signed in with ${provider} on ${day} from ${address}`,
} as const

export const LINKED_TEXT = {
  emailLinked: 'You can now sign in with your email',
  linkEmail: 'Link your email',
  emailTitle: 'Sign in with your email',
  sendCode: 'Send a code',
  link: (name: string) => `Link ${name}`,
  unlink: (name: string) => `Unlink ${name}`,
  unlinkQuestion: (name: string) => `Unlink ${name}?`,
  onlyPasskeysLeft:
    'Only your passkeys will be left. If you lose the devices they are on, you can no longer sign in.',
  unlinkAnyway: 'Unlink anyway',
  isLinked: 'Linked',
  isNotLinked: 'Not linked',
} as const

export const PASSKEYS_TEXT = {
  added: 'You can now sign in with this passkey',
  notLoaded: 'Couldn’t load your passkeys',
  lead: 'Sign in with your fingerprint, your face or a security key. A passkey stays on your device and works only on this site.',
  list: 'Passkeys',
  addPasskey: 'Add a passkey',
  unsupported:
    'This browser cannot create passkeys here. They need https, or localhost on your own machine.',
  notUsedYet: 'Not used yet',
  rename: (name: string) => `Rename<hidden> ${name}</hidden>`,
  remove: (name: string) => `Remove<hidden> ${name}</hidden>`,
  renamed: 'Passkey renamed',
  renameTitle: 'Rename this passkey',
  name: 'Name',
  submitName: 'Rename',
  removed: 'Passkey removed',
  removeQuestion: (name: string) => `Remove ${name}?`,
  removeExplanation:
    'You can no longer sign in with this passkey. Delete it in the settings of your device or browser too.',
  removePasskey: 'Remove passkey',
  lastUsed: (age: string) => `Last used ${age}`,
  addedOn: (day: string) => `Added on ${day}`,
  addedAndSynced: (day: string) => `Added on ${day}, also on your other devices`,
} as const
