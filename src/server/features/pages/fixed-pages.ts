import {
  ACCOUNT_SETTINGS_TEXT,
  INVITATION_TEXT,
  LOGIN_TEXT,
  SETUP_MESSAGES,
} from '#shared/account-messages.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { LOOK_TEXT } from '#shared/finder-messages.ts'
import { FIND_TITLE, NAVIGATION_TEXT, PRODUCT_TITLE, REMOVED_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT, CREATOR_TEXT, FOLLOWING_TEXT } from '#shared/product-messages.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Page } from './page.ts'

export type RouteName = keyof typeof paths

export const basicPage = (title: string, description: string, canonical: string): Page => ({
  status: 200,
  title: `${title} · ${PRODUCT_TITLE}`,
  description,
  canonical,
  picture: null,
  isIndexed: true,
  structuredData: [],
  data: {},
  preload: [],
})

export const NOT_FOUND_PAGE: Page = {
  ...basicPage('Page not found', 'There is nothing at this address.', paths.home.href()),
  status: 404,
}

const GONE_PAGE: Page = {
  ...basicPage('Removed', REMOVED_TEXT, paths.home.href()),
  status: 410,
}

/** The result, or the page that explains why there is none. */
export const orErrorPage = async <T>(reading: Promise<T>): Promise<T | Page> => {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return NOT_FOUND_PAGE
    if (error instanceof AppError && error.status === 410) return GONE_PAGE
    throw error
  }
}

const FIXED_PAGES = {
  termsPolicy: [
    NAVIGATION_TEXT.termsAndPolicy,
    `Terms of service, privacy policy and how to have your data deleted at ${PRODUCT_TITLE}.`,
  ],
  contactUs: [NAVIGATION_TEXT.contactUs, `How to reach ${PRODUCT_TITLE}.`],
  login: [LOGIN_TEXT.title, LOGIN_TEXT.signInToContinue(PRODUCT_TITLE)],
  profile: [NAVIGATION_TEXT.myProfile, 'Your products.'],
  boards: [BOARD_TEXT.title, 'Your boards.'],
  creatorClicks: [CREATOR_TEXT.clicks, 'How often links in your looks were followed.'],
  following: [FOLLOWING_TEXT.title, 'What is new from the people you follow.'],
  emailLink: ['Sign in', LOGIN_TEXT.signInToContinue(PRODUCT_TITLE)],
  setup: [SETUP_MESSAGES.title, 'Become the administrator of this site.'],
  invitation: [INVITATION_TEXT.title, INVITATION_TEXT.instruction],
  alerts: [ALERT_TEXT.title, 'Your alerts on products and searches.'],
  report: [NAVIGATION_TEXT.report, 'Report content that is illegal or infringes a right.'],
  admin: ['Administration', 'For administrators of this site.'],
  studio: [NAVIGATION_TEXT.studio, 'For creators and editors of this site.'],
  studioPreview: ['Preview', 'For creators and editors of this site.'],
  accountSettings: [ACCOUNT_SETTINGS_TEXT.title, 'Your name and picture.'],
  addProductManual: [NAVIGATION_TEXT.addManually, 'Add a product by hand.'],
  find: [
    FIND_TITLE,
    'Choose a photo and see where to buy what is in it, without an account. The photo is not stored.',
  ],
  sharedLook: [LOOK_TEXT.title, LOOK_TEXT.description],
  addProductPhoto: [NAVIGATION_TEXT.addByUploadingPhoto, 'Find the products in your photo.'],
} as const satisfies Partial<Record<RouteName, readonly [string, string]>>
export type FixedRoute = keyof typeof FIXED_PAGES

export const fixedPage = (route: FixedRoute): Page => {
  const [title, description] = FIXED_PAGES[route]
  const isIndexed = route === 'termsPolicy' || route === 'contactUs' || route === 'find'
  return { ...basicPage(title, description, paths[route].href()), isIndexed }
}
