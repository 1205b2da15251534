import { expect, test } from 'vitest'
import { PHOTO_TEXT, SCAN_MESSAGES, SEARCH_ERRORS } from './finder-messages.ts'
import {
  INVITE_CODE_INCOMPLETE,
  INVITE_MESSAGES,
  LOGIN_ERRORS,
  PROFILE_TEXT,
} from './account-messages.ts'
import { CELEBRITY_IMAGE_TEXT, CELEBRITY_TEXT } from './celebrity-messages.ts'
import { CALL_ERRORS, RESULTS_TEXT, SERVER_ERRORS } from './messages.ts'
import { INVITE } from './account-constants.ts'

test.each([
  [RESULTS_TEXT.imagesFoundFor(24), '24 Images found for'],
  [RESULTS_TEXT.itemsFound(3), 'Items found: 3'],
  [RESULTS_TEXT.andMore(2), 'and 2 more'],
  [CELEBRITY_IMAGE_TEXT.productsFound(4), 'Products found: 4'],
  [CELEBRITY_TEXT.productsUsedBy('Ada'), 'Products Used by Ada'],
  [PROFILE_TEXT.myProducts(0), 'My Products(0)'],
  [PROFILE_TEXT.savedProducts(7), 'Saved Products (7)'],
  [PHOTO_TEXT.objectsFound(5), '5 objects found'],
  [LOGIN_ERRORS.failed('Google'), 'Failed to sign in with Google'],
  [LOGIN_ERRORS.failed('Facebook'), 'Failed to sign in with Facebook'],
  [
    LOGIN_ERRORS.accountExists('Facebook', 'your Google account'),
    'This email is already registered with Facebook. Please sign in with Facebook first, then you can link your Google account.',
  ],
  [
    LOGIN_ERRORS.accountExists('Google', 'your Facebook account'),
    'This email is already registered with Google. Please sign in with Google first, then you can link your Facebook account.',
  ],
  [LOGIN_ERRORS.accountExistsCode('google'), 'account-exists-with-google'],
  [SERVER_ERRORS.getUser, 'Failed to get user from Hono'],
  [SERVER_ERRORS.getSavedProducts, 'Failed to get saved products from Hono'],
  [SERVER_ERRORS.getMyProducts, 'Failed to get my products from Hono'],
  [
    INVITE_MESSAGES.accountCreated('k3y'),
    'Account created successfully! Please login with your email and password: k3y',
  ],
  [INVITE_MESSAGES.error('used'), 'Error: used'],
  [SEARCH_ERRORS.imageUploadFailed(413), 'Image upload failed: 413'],
  [SEARCH_ERRORS.lensStatus(500), 'Google Lens API error: 500'],
  [CALL_ERRORS.httpStatus(502), 'HTTP error! status: 502'],
  [SCAN_MESSAGES.detectionFailed('blurred'), 'Detection failed: blurred'],
  [SCAN_MESSAGES.scanError('offline'), 'Scan error: offline'],
])('%s', (actual, expected) => {
  expect(actual).toBe(expected)
})

test('the sentence about an incomplete invite code names its length', () => {
  expect(INVITE_CODE_INCOMPLETE).toContain(`${INVITE.codeLength}-digit`)
})
