import { matchPath } from 'react-router'
import { HomePage } from '#client/features/home/home-page.tsx'
import { paths } from '#shared/paths.ts'
import { includedScreen, lazyScreen, type Screen } from './lazy-screen.tsx'

/** Home is part of the app bundle, because most visits begin there; other screens load on demand. */
export const SCREENS: readonly [pattern: string, screen: Screen][] = [
  [paths.home.pattern, includedScreen(HomePage)],
  [
    paths.allCelebrities.pattern,
    lazyScreen(
      'celebrities/all-celebrities-page',
      () => import('#client/features/celebrities/all-celebrities-page.tsx'),
    ),
  ],
  [
    paths.celebritySearchResult.pattern,
    lazyScreen(
      'results/celebrity-search-result-page',
      () => import('#client/features/results/celebrity-search-result-page.tsx'),
    ),
  ],
  [
    paths.searchResult.pattern,
    lazyScreen(
      'results/search-result-page',
      () => import('#client/features/results/search-result-page.tsx'),
    ),
  ],
  [
    paths.celebrityImage.pattern,
    lazyScreen(
      'celebrity-image/celebrity-image-page',
      () => import('#client/features/celebrity-image/celebrity-image-page.tsx'),
    ),
  ],
  [
    paths.celebrity.pattern,
    lazyScreen(
      'celebrity/celebrity-page',
      () => import('#client/features/celebrity/celebrity-page.tsx'),
    ),
  ],
  [
    paths.termsPolicy.pattern,
    lazyScreen(
      'static-pages/terms-policy-page',
      () => import('#client/features/static-pages/terms-policy-page.tsx'),
    ),
  ],
  [
    paths.contactUs.pattern,
    lazyScreen(
      'static-pages/contact-us-page',
      () => import('#client/features/static-pages/contact-us-page.tsx'),
    ),
  ],
  [
    paths.addProductPhoto.pattern,
    lazyScreen(
      'photo-finder/photo-finder-page',
      () => import('#client/features/photo-finder/photo-finder-page.tsx'),
    ),
  ],
  [
    paths.addProductManual.pattern,
    lazyScreen(
      'manual-product/add-product-manual-page',
      () => import('#client/features/manual-product/add-product-manual-page.tsx'),
    ),
  ],
  [
    paths.login.pattern,
    lazyScreen('login/login-page', () => import('#client/features/login/login-page.tsx')),
  ],
  [
    paths.invitation.pattern,
    lazyScreen(
      'invitation/invitation-page',
      () => import('#client/features/invitation/invitation-page.tsx'),
    ),
  ],
  [
    paths.profile.pattern,
    lazyScreen('profile/profile-page', () => import('#client/features/profile/profile-page.tsx')),
  ],
  [
    paths.accountSettings.pattern,
    lazyScreen(
      'settings/account-settings-page',
      () => import('#client/features/settings/account-settings-page.tsx'),
    ),
  ],
  [
    '*',
    lazyScreen(
      'not-found/not-found-page',
      () => import('#client/features/not-found/not-found-page.tsx'),
    ),
  ],
]

export const screenAt = (pathname: string): Screen | undefined =>
  SCREENS.find(([pattern]) => matchPath(pattern, pathname))?.[1]
