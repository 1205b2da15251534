import { type ComponentType, lazy } from 'react'
import { HomePage } from '#client/features/home/home-page.tsx'
import { paths } from '#shared/paths.ts'
import { matchesRoute } from './guard.tsx'

type Screen = {
  /** Source file as named in the build manifest; null if it is part of the app bundle. */
  module: string | null
  Component: ComponentType
  /** A preloaded screen renders synchronously, as server rendering and hydration require. */
  preload: () => Promise<unknown>
}

const createIncludedScreen = (Component: ComponentType): Screen => ({
  module: null,
  Component,
  preload: async () => undefined,
})

const createLazyScreen = (
  module: string,
  load: () => Promise<{ default: ComponentType }>,
): Screen => {
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

const createPageScreen = (name: string): Screen => {
  const module = `src/client/features/${name}-page.tsx`
  const load = PAGES[`/${module}`]
  if (!load) throw new Error(`No page ${module}`)
  return createLazyScreen(module, load)
}

/** Home is part of the app bundle, because most visits begin there; other screens load on demand. */
export const SCREENS: readonly [pattern: string, screen: Screen][] = [
  [paths.home.pattern, createIncludedScreen(HomePage)],
  [paths.allCelebrities.pattern, createPageScreen('celebrities/all-celebrities')],
  [paths.celebritySearchResult.pattern, createPageScreen('results/celebrity-search-result')],
  [paths.searchResult.pattern, createPageScreen('results/search-result')],
  [paths.celebrityImage.pattern, createPageScreen('celebrity-image/celebrity-image')],
  [paths.celebrity.pattern, createPageScreen('celebrity/celebrity')],
  [paths.product.pattern, createPageScreen('product/product')],
  [paths.demoShop.pattern, createPageScreen('demo-shop/demo-shop')],
  [paths.termsPolicy.pattern, createPageScreen('site-pages/terms-policy')],
  [paths.contactUs.pattern, createPageScreen('site-pages/contact-us')],
  [paths.find.pattern, createPageScreen('photo-finder/photo-finder')],
  [paths.sharedLook.pattern, createPageScreen('shared-look/shared-look')],
  [paths.addProductPhoto.pattern, createPageScreen('photo-finder/photo-finder')],
  [paths.addProductManual.pattern, createPageScreen('manual-product/add-product-manual')],
  [paths.login.pattern, createPageScreen('login/login')],
  [paths.invitation.pattern, createPageScreen('invitation/invitation')],
  [paths.emailLink.pattern, createPageScreen('email-link/email-link')],
  [paths.setup.pattern, createPageScreen('setup/setup')],
  [paths.report.pattern, createPageScreen('site-pages/report')],
  [paths.creator.pattern, createPageScreen('creator/creator')],
  [paths.ownCreatorPage.pattern, createPageScreen('creator/own-creator')],
  [paths.creatorClicks.pattern, createPageScreen('creator/creator-clicks')],
  [paths.following.pattern, createPageScreen('following/following')],
  [paths.boards.pattern, createPageScreen('boards/boards')],
  [paths.board.pattern, createPageScreen('boards/board')],
  [paths.sharedBoard.pattern, createPageScreen('boards/shared-board')],
  [paths.tag.pattern, createPageScreen('topic/topic')],
  [paths.event.pattern, createPageScreen('topic/topic')],
  [paths.show.pattern, createPageScreen('topic/topic')],
  [paths.profile.pattern, createPageScreen('profile/profile')],
  [paths.alerts.pattern, createPageScreen('alerts/alerts')],
  [paths.admin.pattern, createPageScreen('admin/admin')],
  [paths.studio.pattern, createPageScreen('studio/studio')],
  [paths.studioPreview.pattern, createPageScreen('celebrity-image/draft-preview')],
  [paths.accountSettings.pattern, createPageScreen('settings/account-settings')],
  ['*', createPageScreen('not-found/not-found')],
]

export const findRoute = (pathname: string) =>
  SCREENS.find(([pattern]) => matchesRoute(pattern, pathname))

export const findScreen = (pathname: string): Screen | undefined => findRoute(pathname)?.[1]
