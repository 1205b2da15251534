import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'

/** §2: the header's navigation. */
export const NAVIGATION = [
  { label: NAVIGATION_TEXT.home, to: paths.home.href() },
  { label: NAVIGATION_TEXT.allCelebrities, to: paths.allCelebrities.href() },
  { label: NAVIGATION_TEXT.trendingFeed, to: paths.celebritySearchResult.href(FEED) },
  { label: NAVIGATION_TEXT.termsAndPolicy, to: paths.termsPolicy.href() },
  { label: NAVIGATION_TEXT.contactUs, to: paths.contactUs.href() },
] as const

export const ADD_PRODUCT_ITEMS = [
  { label: NAVIGATION_TEXT.addManually, to: paths.addProductManual.href(), icon: 'edit' },
  { label: NAVIGATION_TEXT.addByUploadingPhoto, to: paths.addProductPhoto.href(), icon: 'camera' },
] as const
