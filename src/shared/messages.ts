/**
 * Every sentence of the specification stands once, here, exactly as written there: the texts of its
 * screens (§2, §4) and its validation and error messages (§5, §8). Long because it is a catalogue.
 */

export const PRODUCT_TITLE = 'Wearabouts'

// §2 and §4: screens

export const HOME_TEXT = {
  headline: 'Personal AI for Celebrity & Creator Styles',
  viewAllCelebrities: 'View All Celebrities',
} as const

export const ALL_CELEBRITIES_TEXT = {
  allStyles: 'All Styles',
  celebrityStyles: 'Celebrity Styles',
  creatorStyles: 'Creator Styles',
  select: 'Select',
  cancel: 'Cancel',
  clearAll: 'Clear All',
  searchProducts: 'Search Products',
} as const

export const RESULTS_TEXT = {
  imagesFoundFor: (images: number) => `${images} Images found for`,
  itemsFound: (items: number) => `Items found: ${items}`,
  andMore: (more: number) => `and ${more} more`,
  editSearch: 'Edit Search',
  trendingFeed: 'Trending Feed',
  empty: 'No products found.',
} as const

export const CELEBRITY_IMAGE_TEXT = {
  productsFound: (products: number) => `Products found: ${products}`,
  backToResult: 'Back to Result',
} as const

export const CELEBRITY_TEXT = {
  productsUsedBy: (celebrity: string) => `Products Used by ${celebrity}`,
} as const

export const PROFILE_TEXT = {
  myProducts: (count: number) => `My Products(${count})`,
  savedProducts: (count: number) => `Saved Products (${count})`,
  noneAdded: 'No products added',
  noneSaved: 'No products saved',
  loading: 'Loading products...',
} as const

export const LOGIN_TEXT = {
  title: 'Welcome Back',
  signInToContinue: `Sign in to continue to ${PRODUCT_TITLE}`,
  continueWithGoogle: 'Continue with Google',
  continueWithFacebook: 'Continue with Facebook',
  signingIn: 'Signing in...',
  creatingAccount: 'Creating your account...',
  emailAndKey: 'Use your email and key',
} as const

export const TERMS_TEXT = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  dataDeletion: 'User Data Deletion Instructions',
} as const

export const CONTACT_TEXT = {
  fullName: 'Full Name',
  emailAddress: 'Email Address',
  phoneNumber: 'Phone Number',
  message: 'Message',
  sendMessage: 'Send Message',
  notYetFunctional: 'Not yet functional',
} as const

export const MANUAL_PRODUCT_TEXT = {
  title: 'Title',
  price: 'Price',
  website: 'Website',
  photo: 'Product Photo',
  /** Ours. */
  heading: 'Add a product',
  lead: 'What it is, what it costs and where it can be bought. It appears under My Products.',
  photoPreview: 'Preview of the product photo',
  removePhoto: 'Remove photo',
  added: 'Added to My Products',
} as const

export const INVITATION_TEXT = {
  title: 'Invitation Code',
  instruction: 'Enter invitation code sent via sms to start adding your products',
  submit: 'Submit',
  submitting: 'Submitting...',
} as const

export const ACCOUNT_SETTINGS_TEXT = {
  title: 'Account Settings',
  refreshImage: 'Refresh Image',
  displayName: 'Display Name',
  email: 'Email',
  accountType: 'Account Type',
  saveChanges: 'Save Changes',
} as const

export const NAVIGATION_TEXT = {
  home: 'Home',
  allCelebrities: 'All Celebrities',
  trendingFeed: 'Trending Feed',
  termsAndPolicy: 'Terms And Policy',
  contactUs: 'Contact Us',
  myAccount: 'My Account',
  myProfile: 'My Profile',
  accountSettings: 'Account Settings',
  invitation: 'Invitation',
  uploadProduct: 'Upload Product',
  signOut: 'Sign Out',
  addProduct: 'Add Product',
  addManually: 'Add Manually',
  addByUploadingPhoto: 'Add By Uploading Photo',
} as const

export const ACCESS_TEXT = {
  checking: 'Checking your access...',
  logInToSave: 'Please log in to save products.',
} as const

/** §4: the event sent when a user is restored. */
export const SESSION_RESTORED_EVENT = 'Session Restored'

// §5: validation

export const INVITE_CODE_INCOMPLETE = 'Please enter a complete 6-digit code'

/** §5 gives the rules of the form, not their words: these are ours. */
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

export const ACCOUNT_ERRORS = {
  notAuthenticated: 'User not authenticated',
  storeNotProvided: 'User store not provided',
  noAuthenticatedUser: 'No authenticated user',
} as const

// §8: errors

/** The sign-in providers as they are written in sentences. */
export type ProviderName = 'Google' | 'Facebook'

export const LOGIN_ERRORS = {
  failed: (provider: ProviderName) => `Failed to sign in with ${provider}`,
  accountExists: (existing: ProviderName, wanted: ProviderName) =>
    `This email is already registered with ${existing}. Please sign in with ${existing} first, then you can link your ${wanted} account.`,
  accountExistsCode: (existing: ProviderName) => `account-exists-with-${existing.toLowerCase()}`,
  unknownEmail: 'Could not determine the email address for the existing account',
  unknownEmailCode: 'account-exists-unknown-email',
  /** Ours: the existing account was made by an invitation, which the spec's sentences do not know. */
  invitedAccountExists: (wanted: ProviderName) =>
    `This email is already registered by an invitation. Please sign in with your email and key first, then you can link your ${wanted} account.`,
  invitedAccountExistsCode: 'account-exists-with-invitation',
  linkingFailed: 'Failed to link accounts. Please try signing in with your original provider.',
  linkingFailedCode: 'account-linking-failed',
} as const

const SERVER_FRAMEWORK = 'Hono'

/** Fallbacks for a server call that failed without a message of its own. */
export const SERVER_ERRORS = {
  syncUser: 'Failed to sync user',
  saveDetection: 'Failed to save detection object',
  getDetectedProducts: 'Failed to get detected products',
  getUser: `Failed to get user from ${SERVER_FRAMEWORK}`,
  getSavedProducts: `Failed to get saved products from ${SERVER_FRAMEWORK}`,
  getMyProducts: `Failed to get my products from ${SERVER_FRAMEWORK}`,
  updateLastLogin: 'Failed to update last login',
  syncUserProducts: 'Failed to sync user products',
} as const

export const INVITE_MESSAGES = {
  /** Ours. One and the same for each reason, so that trying tells nothing. */
  invalidCode: 'This invitation code is wrong, used or expired',
  invalidRef: 'This invitation link is wrong, used or expired',
  invalidKey: 'This email and key are wrong, used or expired',
  tooManyTries: 'Too many tries. Please wait a while and try again.',
  emailTaken: 'This email is already registered. Please sign in with the account it belongs to.',
  createAccountFailed: 'Failed to create account',
  networkError: 'Network error. Please try again.',
  accountCreated: (key: string) =>
    `Account created successfully! Please login with your email and password: ${key}`,
  error: (message: string) => `Error: ${message}`,
  saveFailed: 'Failed to save invite code',
  saveThrew: 'Failed to save invite code. Please try again.',
} as const

/** §8 names these problems of a catalogue file without quoting them. */
export const CATALOG_PROBLEMS = {
  unterminatedQuote: 'Unterminated quoted field',
  malformedQuote: 'Malformed trailing quote on a quoted field',
  tooManyFields: (expected: number, found: number) =>
    `Too many fields: expected ${expected}, found ${found}`,
  tooFewFields: (expected: number, found: number) =>
    `Too few fields: expected ${expected}, found ${found}`,
  undetectableDelimiter: 'Unable to auto-detect the delimiter; a comma is assumed',
  duplicateHeader: (header: string, renamed: string) =>
    `Duplicate header ${header} renamed to ${renamed}`,
} as const
