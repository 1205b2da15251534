import { type ComponentType, lazy } from 'react'
import { HomePage } from '#client/features/home/home-page.tsx'
import { paths } from '#shared/paths.ts'
import { isRoute } from './guard.tsx'

type Screen = {
  /** Source file as named in the build manifest; null if it is part of the app bundle. */
  module: string | null
  Component: ComponentType
  /** A preloaded screen renders synchronously, as server rendering and hydration require. */
  preload: () => Promise<unknown>
}

const includedScreen = (Component: ComponentType): Screen => ({
  module: null,
  Component,
  preload: async () => undefined,
})

const lazyScreen = (module: string, load: () => Promise<{ default: ComponentType }>): Screen => {
  let Loaded: ComponentType | null = null
  const Later = lazy(load)
  return {
    module,
    Component: () => (Loaded ? <Loaded /> : <Later />),
    preload: async () => {
      Loaded = (await load()).default
    },
  }
}

const PAGES = import.meta.glob<{ default: ComponentType }>([
  '/src/client/features/*/*-page.tsx',
  '!/src/client/features/home/*',
])

const page = (name: string): Screen => {
  const module = `src/client/features/${name}-page.tsx`
  const load = PAGES[`/${module}`]
  if (!load) throw new Error(`No page ${module}`)
  return lazyScreen(module, load)
}

/** Home is part of the app bundle, because most visits begin there; other screens load on demand. */
export const SCREENS: readonly [pattern: string, screen: Screen][] = [
  [paths.home.pattern, includedScreen(HomePage)],
  [paths.allCelebrities.pattern, page('celebrities/all-celebrities')],
  [paths.celebritySearchResult.pattern, page('results/celebrity-search-result')],
  [paths.searchResult.pattern, page('results/search-result')],
  [paths.celebrityImage.pattern, page('celebrity-image/celebrity-image')],
  [paths.celebrity.pattern, page('celebrity/celebrity')],
  [paths.product.pattern, page('product/product')],
  [paths.demoShop.pattern, page('demo-shop/demo-shop')],
  [paths.termsPolicy.pattern, page('site-pages/terms-policy')],
  [paths.contactUs.pattern, page('site-pages/contact-us')],
  [paths.find.pattern, page('photo-finder/photo-finder')],
  [paths.sharedLook.pattern, page('photo-finder/shared-look')],
  [paths.addProductPhoto.pattern, page('photo-finder/photo-finder')],
  [paths.addProductManual.pattern, page('manual-product/add-product-manual')],
  [paths.login.pattern, page('login/login')],
  [paths.invitation.pattern, page('invitation/invitation')],
  [paths.emailLink.pattern, page('email-link/email-link')],
  [paths.setup.pattern, page('setup/setup')],
  [paths.report.pattern, page('site-pages/report')],
  [paths.creator.pattern, page('creator/creator')],
  [paths.creatorClicks.pattern, page('creator/creator-clicks')],
  [paths.following.pattern, page('following/following')],
  [paths.boards.pattern, page('boards/boards')],
  [paths.board.pattern, page('boards/board')],
  [paths.sharedBoard.pattern, page('boards/shared-board')],
  [paths.profile.pattern, page('profile/profile')],
  [paths.alerts.pattern, page('alerts/alerts')],
  [paths.admin.pattern, page('admin/admin')],
  [paths.studio.pattern, page('studio/studio')],
  [paths.studioPreview.pattern, page('celebrity-image/draft-preview')],
  [paths.accountSettings.pattern, page('settings/account-settings')],
  ['*', page('not-found/not-found')],
]

export const routeAt = (pathname: string) => SCREENS.find(([pattern]) => isRoute(pattern, pathname))

export const screenAt = (pathname: string): Screen | undefined => routeAt(pathname)?.[1]
