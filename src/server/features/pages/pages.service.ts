import type { RatesService } from '#server/features/rates/index.ts'
import type { Search } from '#server/features/search/index.ts'
import type { Accounts } from '#server/features/accounts/index.ts'
import type { BoardsFeature } from '#server/features/boards/index.ts'
import type { Browse } from '#server/features/browse/index.ts'
import { succeeded } from '#shared/contract/call.ts'
import { HOME_TEXT, PRODUCT_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { DEMO_SHOP_TEXT } from '#shared/demo-shop-messages.ts'
import {
  createBasicPage,
  listFeedLinks,
  getFixedPage,
  type FixedRoute,
  createNotFoundPage,
  type Page,
  type RouteName,
} from './page.ts'
import { describeCelebrityList, describeWebSite } from './structured-data.ts'
import { listPreloads, type PageInput } from './page-data.ts'
import { createBoardPages } from './board-pages.ts'
import { createItemPages } from './item-pages.ts'
import { createListPages } from './list-pages.ts'
import { PAGE_TEXT } from './page-messages.ts'

/** Their data includes exchange rates, so that prices appear in the visitor's currency at once. */
const ROUTES_WITH_PRICES: ReadonlySet<RouteName> = new Set([
  'home',
  'searchResult',
  'celebrity',
  'celebrityImage',
  'product',
  'profile',
  'find',
  'addProductPhoto',
  'sharedLook',
  'sharedBoard',
  'board',
  'alerts',
  'demoShop',
])

type PagesDependencies = {
  browse: Pick<Browse, 'catalog' | 'productDetail'>
  boards: BoardsFeature
  search: Search
  accounts: Accounts
  rates: RatesService
}

export const createPages = ({ browse, boards, search, accounts, rates }: PagesDependencies) => {
  const { catalog } = browse

  const demoShop = async (input: PageInput): Promise<Page> => {
    const shop = input.params['shop'] ?? ''
    return /^[a-z0-9-]{1,60}$/.test(shop)
      ? {
          ...createBasicPage(DEMO_SHOP_TEXT.title, DEMO_SHOP_TEXT.lead, paths.demoShop.href(shop)),
          isIndexed: false,
        }
      : createNotFoundPage()
  }

  const home = async ({ origin }: PageInput): Promise<Page> => {
    const content = await catalog.home()
    return {
      ...createBasicPage(HOME_TEXT.headline, PAGE_TEXT.aboutSite, paths.home.href()),
      title: `${PRODUCT_TITLE} · ${HOME_TEXT.headline}`,
      alternates: listFeedLinks(PRODUCT_TITLE),
      picture: content.example?.image ?? content.samples[0]?.image ?? null,
      structuredData: [
        describeWebSite(PRODUCT_TITLE, origin),
        describeCelebrityList(PRODUCT_TITLE, content.celebrities, origin),
      ],
      data: { '/api/home': succeeded(content) },
      preload: listPreloads(
        [content.example?.image ?? content.samples[0]?.image ?? null],
        content.example ? 'example' : 'sample',
      ),
    }
  }

  /** Includes the sign-in methods, which would shift the page if they were loaded later. */
  const login = async (): Promise<Page> => ({
    ...getFixedPage('login'),
    data: { '/api/sign-in/providers': succeeded(accounts.signIn.methods) },
  })

  const pages = {
    home,
    login,
    ...createListPages({ catalog, search }),
    ...createItemPages(browse),
    ...createBoardPages(boards),
    demoShop,
  } satisfies Partial<Record<RouteName, (input: PageInput) => Promise<Page>>> &
    Record<Exclude<RouteName, FixedRoute>, unknown>

  return async (route: RouteName, input: PageInput): Promise<Page> => {
    const page =
      route in pages
        ? await pages[route as keyof typeof pages](input)
        : getFixedPage(route as FixedRoute)
    if (!ROUTES_WITH_PRICES.has(route)) return page
    return { ...page, data: { ...page.data, '/api/rates': succeeded(await rates.current()) } }
  }
}
