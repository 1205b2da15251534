/** Texts of sign-in, invitations and account pages. */

import type { SignInMethod } from './domain/sign-in-methods.ts'
import { LOCALE_TEXT } from './locale-messages.ts'

/** Not in the specification: labels of the ways to sign in. The OpenID provider's label is a setting. */
export const METHOD_LABELS = {
  google: 'Google',
  facebook: 'Facebook',
  email: 'Email',
  passkey: 'Passkey',
  invite: 'Invitation',
} as const satisfies Record<Exclude<SignInMethod, 'oidc'> | 'invite', string>

/** For sentences such as 'Failed to sign in with …', where a label would not do. */
export const METHOD_PHRASES: Readonly<Partial<Record<string, string>>> = {
  email: 'your email',
  passkey: 'a passkey',
}

export const PROFILE_TEXT = {
  myProducts: (count: number) => `My Products(${count})`,
  savedProducts: (count: number) => `Saved Products (${count})`,
  /** Not in the specification: until the lists have arrived. */
  myProductsLoading: 'My Products',
  savedProductsLoading: 'Saved Products',
  noneAdded: 'No products added',
  noneSaved: 'No products saved',
  loading: 'Loading products...',
  priceEditedByYou: 'Price edited by you',
  deleteQuestion: (title: string) => `Delete ${title}?`,
  deleteExplanation: 'It is removed from My Products and from your saved products.',
  edit: 'Edit',
  scansNotLoaded: 'Couldn’t load your scans',
  yourProducts: 'Your products',
  savedList: 'Saved products',
  noneSavedHint: 'Press the heart on anything you like to keep it here.',
  ownList: 'My products',
  noneAddedHint: 'Scan a photo and keep what you like, or add a product by hand.',
} as const

/** Not in the specification. */
export const MY_SCANS_TEXT = {
  title: 'My scans',
  tab: (count: number) => `My scans (${count})`,
  tabLoading: 'My scans',
  none: 'No scans yet',
  noneHint: 'Photos you scan appear here, with everything found in them.',
  limit: (scans: number) => `We keep your ${scans} newest scans.`,
  objects: (names: readonly string[]) => names.join(', '),
  caption: (names: string, more: number) => (more > 0 ? `${names} and ${more} more` : names),
  openScan: (names: string) => `Open the scan with ${names}`,
  deleteScan: (names: string) => `Delete the scan with ${names}`,
  deleteOneQuestion: 'Delete this scan?',
  deleteOneExplanation: 'Its photo is deleted too. What you kept in My Products stays.',
  deleteAll: 'Delete all scans',
  deleteAllQuestion: (count: number) => `Delete all ${count} scans?`,
  deleteAllExplanation: 'Their photos are deleted too. What you kept in My Products stays.',
} as const

export const LOGIN_TEXT = {
  title: 'Welcome Back',
  signInToContinue: (site: string) => `Sign in to continue to ${site}`,
  continueWithGoogle: 'Continue with Google',
  continueWithFacebook: 'Continue with Facebook',
  /** Not in the specification: the OpenID provider. */
  continueWith: (label: string) => `Continue with ${label}`,
  continueWithPasskey: 'Continue with a passkey',
  signingIn: 'Signing in...',
  creatingAccount: 'Creating your account...',
  emailAndKey: 'Use your email and key',
  welcome: (site: string) => `Welcome to ${site}`,
  newKeyHint: 'This key works once and is shown only here. We have filled it in for you.',
  continue: 'Continue',
  loading: 'Loading...',
  waysNotLoaded: 'Couldn’t load the ways to sign in',
  agreement:
    'By continuing you agree to our <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>.',
  demoHint:
    'Demo sign-in is active on this machine. Choose any demo person; no password is needed.',
  linkSent: (email: string) =>
    `We emailed <b>${email}</b>. Open the link in this browser, or enter the code here.`,
  codeNeeded: (email: string, digits: number) =>
    `Many emails were requested for <b>${email}</b>. Please enter the code with ${digits} digits from the newest one here.`,
  localMail: 'On this machine, emails appear on <page>a local page</page>.',
  signIn: 'Sign in',
  otherAddress: 'Use another address or resend the email',
  continueWithEmail: 'Continue with email',
  email: 'Email',
  key: 'Key',
  ok: 'OK',
} as const

export const MANUAL_PRODUCT_TEXT = {
  title: 'Title',
  price: 'Price',
  website: 'Website',
  photo: 'Product Photo',
  /** Not in the specification. */
  heading: 'Add a product',
  lead: 'Paste a product link under Website, or enter the title, price and website yourself. The product will appear under My Products.',
  photoPreview: 'Preview of the product photo',
  removePhoto: 'Remove photo',
  added: 'Added to My Products',
  fillIn: 'Fill in',
  fillInFrom: 'Fill in the form from this link',
  reading: 'Reading the shop’s page…',
  filled: (fields: readonly string[]) =>
    fields.length === 0
      ? 'There was nothing left to fill in. What you entered is unchanged.'
      : `Filled in from the shop: ${fields.join(', ')}.`,
} as const

export const INVITATION_TEXT = {
  title: 'Invitation Code',
  instruction: 'Enter invitation code sent via sms to start adding your products',
  submit: 'Submit',
  submitting: 'Submitting...',
  /** Not in the specification. */
  signInNext: 'Next, you sign in: the code is added to your account.',
  accepted: 'Your invitation code is accepted. You can now add products.',
  character: (number: number, length: number) => `Character ${number} of ${length}`,
  hasCode: 'You already have an invitation code.',
  yourInvitation: 'Your invitation',
  alreadySignedIn: 'You are already signed in',
  alreadySignedInHint: (name: string) =>
    `This invitation creates a new account, and you are signed in as ${name}. It has not been used yet: you can open the link again later.`,
  signOutAndUse: 'Sign out and use it',
  staySignedIn: 'Stay signed in',
} as const

export const ACCOUNT_SETTINGS_TEXT = {
  title: 'Account Settings',
  refreshImage: 'Refresh Image',
  displayName: 'Display Name',
  pageKeepsName: 'Looks that you have published, and your page, keep their name.',
  changePageName: 'Change the name of your page',
  email: 'Email',
  accountType: 'Account Type',
  saveChanges: 'Save Changes',
} as const

/** Not in the specification: the specification has the form's rules but no messages. */
export const MANUAL_PRODUCT_PROBLEMS = {
  titleRequired: 'Please enter a title',
  titleTooLong: 'Please enter a shorter title',
  priceRequired: 'Please enter a price',
  priceInvalid: 'Please enter a price of 0 or more, with at most two decimals',
  websiteRequired: 'Please enter a website',
  websiteInvalid: 'Please enter a website starting with http:// or https://',
  websiteTooLong: 'Please enter a shorter website address',
  photoNotImage: 'Please choose an image file',
} as const

/** Not in the specification. */
export const PRODUCT_LINK_PROBLEMS = {
  refused: 'The shop did not let us read this page. Please enter the product yourself.',
  gone: 'The shop says this page does not exist. Please check the link.',
  noProduct:
    'We could not find a product with a price on this page. Please enter the product yourself.',
  unreachable: 'We could not reach this website. Please check the link.',
} as const

export const ACCOUNT_ERRORS = {
  notAuthenticated: 'User not authenticated',
  noAuthenticatedUser: 'No authenticated user',
  /** Not in the specification. */
  signInAgain: 'Please sign in again to confirm it’s you',
  signInAgainCode: 'recent-sign-in-required',
  notConfirmed: 'We could not confirm it’s you. Please sign in with the account you use here.',
  notConfirmedCode: 'not-confirmed',
  unknownSession: 'This device is already signed out',
  lastAdministrator:
    'You are the only administrator. Make someone else an administrator before you delete your account.',
} as const

/** Not in the specification. */
export const API_KEY_ERRORS = {
  unknown: 'This API key is not valid. It may have expired or been revoked.',
  unknownCode: 'unknown-key',
  scope: (scope: string) => `This API key lacks the scope “${scope}”`,
  scopeCode: 'missing-scope',
  readOnly: 'This API key may only read. Create one that may also change things.',
  readOnlyCode: 'read-only-key',
  browsersOnly: 'API keys cannot be used for this. Please sign in on the site.',
  browsersOnlyCode: 'browsers-only',
  tooMany: (limit: number) => `There are already ${limit} keys. Please revoke one first.`,
  gone: 'This key is already revoked',
  inviteUser: 'Please link a way to sign in before you create a key',
} as const

export const LOGIN_ERRORS = {
  failed: (provider: string) => `Failed to sign in with ${provider}`,
  accountExists: (existing: string, attempted: string) =>
    `This email is already registered with ${existing}. Please sign in with ${existing} first, then you can link ${attempted}.`,
  /** `existing` is the way to sign in, such as 'google'. */
  accountExistsCode: (existing: string) => `account-exists-with-${existing}`,
  unknownEmail: 'Could not determine the email address for the existing account',
  unknownEmailCode: 'account-exists-unknown-email',
  /** Not in the specification: the specification has no message for an existing account created by an invitation. */
  invitedAccountExists: (attempted: string) =>
    `This email is already registered through an invitation. Please sign in with your email and key first, then you can link ${attempted}.`,
  invitedAccountExistsCode: 'account-exists-with-invitation',
  /** Not in the specification: for the owner of an email that another person registered with. */
  notMyAccount: (existing: string) => `That is not my ${existing} account`,
  notMyAccountHint: (existing: string) =>
    `If someone else signed up with your email at ${existing}, we will remove it from their account.`,
  verifyFirst: 'Please sign in first, so we know this email is yours',
  emailIsTheirs: 'This email is confirmed for another account. Please sign in to that account.',
  /** Not in the specification. */
  suspended: 'This account is suspended. Please contact the people who run this site.',
  suspendedCode: 'account-suspended',
  linkingFailed: 'Failed to link accounts. Please try signing in with your original provider.',
  linkingFailedCode: 'account-linking-failed',
  accountAt: (provider: string) => `your ${provider} account`,
} as const

export const INVITE_MESSAGES = {
  /** Not in the specification. The same for every reason, so that guessing reveals nothing. */
  invalidCode: 'This invitation code is invalid, already used or expired',
  invalidRef: 'This invitation link is invalid, already used or expired',
  invalidKey: 'This email and key are invalid, already used or expired',
  tooManyTries: 'Too many attempts. Please try again later.',
  emailTaken: 'This email is already registered. Please sign in with the account it belongs to.',
  createAccountFailed: 'Failed to create account',
  accountCreated: (key: string) =>
    `Account created successfully! Please login with your email and password: ${key}`,
  error: (message: string) => `Error: ${message}`,
  saveFailed: 'Failed to save invite code',
  saveThrew: 'Failed to save invite code. Please try again.',
} as const

/** Not in the specification: asking for an invitation. */
export const INVITE_REQUEST_TEXT = {
  title: 'Request an invitation',
  lead: 'My Products is open to people with an invitation. Ask for one, and we will reply by email.',
  message: 'Message (optional)',
  send: 'Send request',
  asked: 'Thank you. We will reply by email.',
  askedAsUser: 'Thank you. Once we accept your request, you can start adding products.',
  haveCode: 'I have an invitation code',
  haveOne: 'I have an invitation: sign in',
} as const

/** Not in the specification: asking for an invitation. */
export const INVITE_REQUEST_MESSAGES = {
  emailMissing: 'Please enter your email so we can reply',
  tooMany: 'There are too many requests right now. Please try again later.',
} as const

/** Not in the specification: sign-in with a link or code. */
export const EMAIL_MESSAGES = {
  /** The same for every reason, so that guessing reveals nothing. */
  invalidCode: 'This code is wrong, already used or expired',
  invalidLink: 'This link is invalid, already used or expired',
  otherBrowser:
    'You requested this link in another browser. Open it there, or enter the code from the email here.',
  otherBrowserCode: 'other-browser',
  taken: 'This email belongs to an account that signs in another way',
  unavailable: 'This site cannot send emails',
} as const

/** Not in the specification. */
export const PASSKEY_MESSAGES = {
  /** The same for every reason, so that trying reveals nothing. */
  refused: 'This passkey does not work here, or the attempt took too long. Please try again.',
  notAdded: 'The passkey could not be added. Please try again.',
  needHostName:
    'Passkeys work only at an address with a host name, such as http://localhost:3000 on this machine',
  tooMany: 'You have already added this passkey, or you have too many. Remove one first.',
  unknown: 'That passkey no longer exists',
  last: 'This passkey is your only way to sign in. Add another passkey or link an account first.',
} as const

/** Not in the specification. */
export const SETUP_MESSAGES = {
  title: 'Set up Wearabouts',
  invalidLink: 'This set-up link is invalid, already used or expired',
  needsLastingAccount:
    'An administrator needs an account that you can sign in to again. Please sign out and sign in another way.',
} as const

/** Not in the specification. */
export const ADMIN_MESSAGES = {
  notYourself: 'You cannot do this to your own account',
  lastAdmin:
    'This is the only administrator. Make someone else an administrator first, or the site has none.',
  noLongerAdmin: 'You are no longer an administrator',
  noMail: 'No email server is set up (SMTP_URL)',
  noAddress: 'Your account has no email address',
} as const

export const INVITE_CODE_INCOMPLETE = 'Please enter a complete 6-digit code'

/** Not in the specification: the status of a deletion request that came from Facebook. */
export const DELETION_TEXT = {
  title: 'Your deletion request',
  confirmationCode: (code: string) => `Confirmation code: ${code}`,
  received: (date: Date) =>
    `Received on ${date.toLocaleDateString(LOCALE_TEXT.formatLocale, { dateStyle: 'long', timeZone: 'UTC' })}.`,
  deleted: 'Your account and everything in it have been deleted.',
  unlinked:
    'Your Facebook sign-in and your profile picture have been removed. Your account remains because you have another way to sign in; you can delete it in Account Settings.',
  unknown: 'We hold no data about this Facebook account.',
} as const

/** Not in the specification: settings of the site. */
export const SITE_TEXT = {
  checklist: (done: number, all: number) => `Before you launch: ${done} of ${all} done`,
  done: 'Done',
  steps: {
    name: 'Give the site a name',
    contact: 'Add a contact address',
    mail: 'Set up email (SMTP_URL)',
    editor: 'Make somebody a creator or editor',
    demo: 'Remove the demo',
    look: 'Publish the first look',
  },
  preview: 'Preview of the header in both themes',
  sample: 'Find it from a photo',
  name: 'Name of the site',
  logo: 'Logo, instead of the name (PNG, JPEG or WebP)',
  removeLogo: 'Remove the logo',
  accent: 'Accent colour',
  resetAccent: 'Use the default colour',
  contact: 'Email address for messages from the contact page',
  home: 'People on the first page, one name per line',
  imprint: 'Imprint, shown on the contact page',
  save: 'Save',
  saved: 'Saved. All pages show it now.',
  demo: 'The demo',
  demoHint:
    'Invented people, looks, products and shops. Removing it takes one step and leaves everything else, including your own looks.',
  demoGone: 'The demo has been removed. You can bring it back at any time.',
  removeDemo: 'Remove the demo',
  demoRemoved: 'The demo has been removed',
  restoreDemo: 'Bring the demo back',
  demoRestored: 'The demo is back',
} as const
