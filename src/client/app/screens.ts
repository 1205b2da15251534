import { type ComponentType, lazy } from 'react'
import { HomePage } from '#client/features/home/home-page.tsx'
import { paths } from '#shared/paths.ts'

/** Home comes with the app, because it is where most visits begin; the others when first entered. */
export const SCREENS: readonly [pattern: string, Screen: ComponentType][] = [
  [paths.home.pattern, HomePage],
  [
    paths.allCelebrities.pattern,
    lazy(() => import('#client/features/celebrities/all-celebrities-page.tsx')),
  ],
  [
    paths.celebritySearchResult.pattern,
    lazy(() => import('#client/features/results/celebrity-search-result-page.tsx')),
  ],
  [
    paths.searchResult.pattern,
    lazy(() => import('#client/features/results/search-result-page.tsx')),
  ],
  [
    paths.celebrityImage.pattern,
    lazy(() => import('#client/features/celebrity-image/celebrity-image-page.tsx')),
  ],
  [paths.celebrity.pattern, lazy(() => import('#client/features/celebrity/celebrity-page.tsx'))],
  [
    paths.termsPolicy.pattern,
    lazy(() => import('#client/features/static-pages/terms-policy-page.tsx')),
  ],
  [
    paths.contactUs.pattern,
    lazy(() => import('#client/features/static-pages/contact-us-page.tsx')),
  ],
  [
    paths.addProductPhoto.pattern,
    lazy(() => import('#client/features/photo-finder/photo-finder-page.tsx')),
  ],
  [
    paths.addProductManual.pattern,
    lazy(() => import('#client/features/manual-product/add-product-manual-page.tsx')),
  ],
  [paths.login.pattern, lazy(() => import('#client/features/login/login-page.tsx'))],
  [paths.invitation.pattern, lazy(() => import('#client/features/invitation/invitation-page.tsx'))],
  [paths.profile.pattern, lazy(() => import('#client/features/profile/profile-page.tsx'))],
  [
    paths.accountSettings.pattern,
    lazy(() => import('#client/features/settings/account-settings-page.tsx')),
  ],
  ['*', lazy(() => import('#client/features/not-found/not-found-page.tsx'))],
]
