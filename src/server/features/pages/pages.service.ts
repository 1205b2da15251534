import type { RatesService } from '#server/features/rates/index.ts'
import type { Search } from '#server/features/search/index.ts'
import type { Accounts } from '#server/features/accounts/index.ts'
import type { BoardsFeature } from '#server/features/boards/index.ts'
import { type Browse, getCardFacts } from '#server/features/browse/index.ts'
import { GRID } from '#shared/constants.ts'
import { buildBoardCardPath } from '#shared/contract/boards.ts'
import { succeeded } from '#shared/contract/call.ts'
import {
  type CatalogProduct,
  buildLookCardPath,
  buildPersonCardPath,
  buildProductCardPath,
  type ProductDetail,
} from '#shared/contract/catalog.ts'
import { buildCreatorCardPath } from '#shared/contract/creators.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import { formatNamesHeader } from '#shared/domain/celebrity.ts'
import { foldName } from '#shared/domain/person-name.ts'
import { isSimilarItem } from '#shared/domain/claim.ts'
import {
  CELEBRITY_IMAGE_TEXT,
  CELEBRITY_TEXT,
  HOME_TEXT,
  NAVIGATION_TEXT,
  PRODUCT_TITLE,
  RESULTS_TEXT,
} from '#shared/messages.ts'
import {
  parseSelection,
  formatCelebritySelection,
  type CelebritySelection,
  decodeImageUrl,
  EVERYONE,
  paths,
} from '#shared/paths.ts'
import { readFilters, isFiltered, buildProductListQuery } from '#shared/product-filters.ts'
import { BOARD_TEXT, DEMO_SHOP_TEXT } from '#shared/product-messages.ts'
import {
  createBasicPage,
  createMovedPage,
  listFeedLinks,
  getFixedPage,
  type FixedRoute,
  NOT_FOUND_PAGE,
  listOembedLinks,
  catchNotFound,
  type Page,
  type PreloadedPicture,
  type RouteName,
} from './page.ts'
import {
  describeCelebrityList,
  describeImageList,
  describePicture,
  buildProductStructuredData,
  describeProductList,
  describeWebSite,
} from './structured-data.ts'

export type PageInput = {
  params: Record<string, string>
  query: Record<string, string>
  /** The order of shuffled lists for this visitor; the client reads it from the data. */
  seed: number
  origin: string
}

const MAX_PRELOADED = 2
/** Looks on the first page and those whose pictures are prefetched; the browser loads the others in chunks. */
const LOOKS_IN_PAGE = 2 * GRID.tilePageSize
const SELECTION_MAX_CHARS = 8_000
const WORDS_MAX_CHARS = 100

const INTRODUCTION =
  'See what celebrities and creators wear, piece by piece, and find the same products from a photo.'

const buildAddress = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`

const createSeededData = (
  path: string,
  celebrities: string,
  { seed }: PageInput,
  reply: object,
) => ({
  seed,
  [buildAddress(path, { celebrities, seed: String(seed) })]: succeeded(reply),
})

const listPreloads = (
  urls: readonly (string | null)[],
  shape: PreloadedPicture['shape'],
): PreloadedPicture[] =>
  urls
    .filter((url) => url !== null)
    .slice(0, MAX_PRELOADED)
    .map((url) => ({ url, shape }))

/** Names similar items only if there are no worn ones, and then calls them similar. */
const describeLook = (person: string, products: readonly CatalogProduct[]): string => {
  const worn = products.filter((product) => !isSimilarItem(product))
  const named = worn.length > 0 ? worn : products
  const names = named.slice(0, 3).map(({ name }) => name)
  const relation = worn.length > 0 || names.length === 0 ? ' with' : ', similar items:'
  return `${person}${relation} ${names.join(', ')}.`
}

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
])

type PagesDependencies = {
  browse: Pick<Browse, 'catalog' | 'productDetail'>
  boards: BoardsFeature
  search: Search
  accounts: Accounts
  rates: RatesService
}

export const createPages = ({ browse, boards, search, accounts, rates }: PagesDependencies) => {
  const { catalog, productDetail } = browse

  /** The first page of a searched or filtered list; empty if the query is invalid. */
  const searchData = async (input: PageInput, list: { q: string } | { celebrities: string }) => {
    const query = buildProductListQuery(
      list,
      readFilters((name) => input.query[name]),
    )
    const parsed = productSearchCalls['GET /api/search/products'].query.safeParse(query)
    if (!parsed.success) return { data: {}, products: [], noteSent: undefined }
    const results = await search.productSearch.products(parsed.data)
    return {
      data: { [buildAddress('/api/search/products', query)]: succeeded(results) },
      products: results.products,
      noteSent: search.observeMiss(parsed.data, results),
    }
  }

  const selectionOf = (input: PageInput) => {
    const value = (input.query['celebrities'] ?? '').slice(0, SELECTION_MAX_CHARS)
    const selection = parseSelection(value)
    return { value, selection, isEmpty: selection !== EVERYONE && selection.length === 0 }
  }

  const celebritySearchResult = async (input: PageInput): Promise<Page> => {
    const { value, selection, isEmpty } = selectionOf(input)
    if (isEmpty)
      return createBasicPage(
        RESULTS_TEXT.trendingFeed,
        INTRODUCTION,
        paths.celebritySearchResult.href(EVERYONE),
      )
    const results = await catalog.images({ celebrities: value, seed: input.seed }, LOOKS_IN_PAGE)
    const isFeed = selection === EVERYONE
    const knownNames = results.celebrities.map(({ name }) => name)
    const names = formatNamesHeader(isFeed || knownNames.length > 0 ? knownNames : selection, false)
    const title = isFeed
      ? RESULTS_TEXT.trendingFeed
      : `${RESULTS_TEXT.imagesFoundFor(results.total)} ${names}`
    const [first] = results.images
    return {
      ...createBasicPage(
        title,
        isFeed
          ? `What celebrities and creators wear right now: ${results.total} images with every piece in them.`
          : `${results.total} images of ${names}, with the products in them.`,
        paths.celebritySearchResult.href(selection),
      ),
      picture: first?.image ?? null,
      ...(isFeed && { alternates: listFeedLinks(PRODUCT_TITLE) }),
      structuredData: [describeImageList(title, results.images, input.origin)],
      data: createSeededData('/api/images', value, input, results),
      preload: listPreloads(
        results.images.map(({ image }) => image),
        'tile',
      ),
    }
  }

  const readProducts = (input: PageInput, value: string) =>
    catalog.products({ celebrities: value, seed: input.seed })

  type Products = Awaited<ReturnType<typeof readProducts>>
  const productsPage = (input: PageInput, value: string, results: Products, page: Page): Page => {
    const pictures = results.products.map((product) => product.product_image)
    return {
      ...page,
      picture: results.products[0]?.celebrity_image ?? null,
      structuredData: [describeProductList(page.title, results.products, input.origin)],
      data: createSeededData('/api/products', value, input, results),
      preload: listPreloads(pictures, 'product'),
    }
  }

  /** A list of people's products, filtered if the address has filters. */
  const filteredPage = async (input: PageInput, selection: CelebritySelection, page: Page) => {
    if (!isFiltered(readFilters((name) => input.query[name]))) return page
    const { data } = await searchData(input, { celebrities: formatCelebritySelection(selection) })
    return { ...page, data: { ...page.data, ...data }, preload: [] }
  }

  const celebrity = async (input: PageInput): Promise<Page> => {
    const givenName = input.params['celebrity'] ?? ''
    const value = formatCelebritySelection([givenName])
    const results = await readProducts(input, value)
    const name = results.celebrities[0]?.name
    if (name === undefined)
      return { ...NOT_FOUND_PAGE, data: createSeededData('/api/products', value, input, results) }
    if (foldName(name) !== foldName(givenName)) return createMovedPage(paths.celebrity.href(name))
    const page = createBasicPage(
      CELEBRITY_TEXT.productsUsedBy(name),
      `The products ${name} wears and uses, with prices and where to find them.`,
      paths.celebrity.href(name),
    )
    const alternates = [
      ...listFeedLinks(name, { kind: 'person', name }),
      ...listOembedLinks(name, paths.celebrity.href(name), input.origin),
    ]
    const listPage = await filteredPage(
      input,
      [givenName],
      productsPage(input, value, results, page),
    )
    const summary = {
      [`/api/people/${encodeURIComponent(name)}`]: succeeded(await catalog.person(name)),
    }
    const card = { path: buildPersonCardPath(name), alt: name }
    return { ...listPage, card, alternates, data: { ...listPage.data, ...summary } }
  }

  const celebrityImage = async (input: PageInput): Promise<Page> => {
    const url = decodeImageUrl(input.params['celebrityImage'] ?? '')
    if (url === null) return NOT_FOUND_PAGE
    const look = await catchNotFound(catalog.image(url))
    if ('status' in look) return look
    const { name } = look.celebrity
    const heading = CELEBRITY_IMAGE_TEXT.productsFound(look.products.length)
    return {
      ...createBasicPage(
        `${name}: ${heading}`,
        describeLook(name, look.products),
        paths.celebrityImage.href(url),
      ),
      picture: url,
      card: { path: buildLookCardPath(url), alt: `${name}, the whole look` },
      alternates: listOembedLinks(name, paths.celebrityImage.href(url), input.origin),
      structuredData: [
        describeProductList(`${name}: ${heading}`, look.products, input.origin),
        describePicture(look.image, name, input.origin),
      ],
      data: { [buildAddress('/api/image', { url })]: succeeded(look) },
      preload: listPreloads([url], 'look'),
    }
  }

  const product = async (input: PageInput): Promise<Page> => {
    const id = input.params['id'] ?? ''
    const detail = await catchNotFound(productDetail(id))
    if ('status' in detail) return detail
    const { name, brand, product_image, celebrity_image } = detail.card
    const shops = new Set(detail.offers.map(({ shop }) => shop)).size
    const picture = detail.pictures[0] ?? product_image ?? (celebrity_image || null)
    return {
      ...createBasicPage(
        brand === null || name.includes(brand) ? name : `${brand} ${name}`,
        detail.description ??
          `${name}: what it costs in ${shops === 1 ? '1 shop' : `${shops} shops`}, who wears it, and what is similar.`,
        paths.product.href(detail.id, name),
      ),
      picture,
      type: 'product',
      card: { path: buildProductCardPath(detail.id), alt: describePreview(detail) },
      structuredData: buildProductStructuredData(detail, input.origin),
      data: { [`/api/product/${id}`]: succeeded(detail) },
      preload: listPreloads([picture], 'look'),
    }
  }

  /** The browser loads the board, because only its owner may see it. */
  const board = async (input: PageInput): Promise<Page> => ({
    ...createBasicPage(BOARD_TEXT.title, 'Your board.', paths.board.href(input.params['id'] ?? '')),
    isIndexed: false,
  })

  const sharedBoard = async (input: PageInput): Promise<Page> => {
    const token = input.params['token'] ?? ''
    const shared = await catchNotFound(boards.boards.shared(token))
    if ('status' in shared) return { ...shared, isCached: false }
    const { title, about, items, isPublic } = shared
    const page = createBasicPage(
      title,
      about || BOARD_TEXT.items(items.length),
      paths.sharedBoard.href(token),
    )
    return {
      ...page,
      isIndexed: isPublic,
      isCached: false,
      card: { path: buildBoardCardPath(token), alt: title },
      alternates: [
        ...listFeedLinks(title, { kind: 'board', name: token }),
        ...listOembedLinks(title, paths.sharedBoard.href(token), input.origin),
      ],
      data: { [`/api/shared-boards/${token}`]: succeeded(shared) },
    }
  }

  const creator = async (input: PageInput): Promise<Page> => {
    const name = input.params['name'] ?? ''
    const creatorPage = await catchNotFound(boards.creatorPages.read(name))
    if ('status' in creatorPage) return { ...creatorPage, isCached: false }
    const { displayName } = creatorPage
    if (creatorPage.name !== name)
      return { ...createMovedPage(paths.creator.href(creatorPage.name)), isCached: false }
    const path = paths.creator.href(name)
    return {
      ...createBasicPage(displayName, `What ${displayName} wears, piece by piece.`, path),
      // Its text and order change independently of the catalogue.
      isCached: false,
      card: { path: buildCreatorCardPath(name), alt: displayName },
      alternates: [
        ...listFeedLinks(displayName, { kind: 'creator', name }),
        ...listOembedLinks(displayName, path, input.origin),
      ],
      data: { [`/api/creators/${encodeURIComponent(name)}`]: succeeded(creatorPage) },
    }
  }

  const demoShop = async (input: PageInput): Promise<Page> => {
    const shop = input.params['shop'] ?? ''
    return /^[a-z0-9-]{1,60}$/.test(shop)
      ? {
          ...createBasicPage(DEMO_SHOP_TEXT.title, DEMO_SHOP_TEXT.lead, paths.demoShop.href(shop)),
          isIndexed: false,
        }
      : NOT_FOUND_PAGE
  }

  const home = async ({ origin }: PageInput): Promise<Page> => {
    const content = await catalog.home()
    return {
      ...createBasicPage(HOME_TEXT.headline, INTRODUCTION, paths.home.href()),
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

  const allCelebrities = async ({ origin }: PageInput): Promise<Page> => {
    const results = await catalog.celebrities(undefined, undefined)
    const title = NAVIGATION_TEXT.allCelebrities
    return {
      ...createBasicPage(
        title,
        `${results.total} celebrities and creators, and the products they use.`,
        paths.allCelebrities.href(),
      ),
      picture: results.celebrities[0]?.image ?? null,
      structuredData: [describeCelebrityList(title, results.celebrities, origin)],
      data: { '/api/celebrities': succeeded(results) },
    }
  }

  const wordsResult = async (input: PageInput, q: string): Promise<Page> => {
    const page = createBasicPage(`“${q}”`, INTRODUCTION, paths.searchResult.href())
    const { data, products, noteSent } = await searchData(input, { q })
    return {
      ...page,
      noteSent,
      picture: products[0]?.product_image ?? null,
      data,
      preload: listPreloads(
        products.map((product) => product.product_image),
        'product',
      ),
    }
  }

  const searchResult = async (input: PageInput): Promise<Page> => {
    const q = (input.query['q'] ?? '').trim().slice(0, WORDS_MAX_CHARS)
    if (q !== '') return wordsResult(input, q)
    const { value, selection, isEmpty } = selectionOf(input)
    const page = createBasicPage('Search result', INTRODUCTION, paths.searchResult.href(selection))
    const listPage = isEmpty
      ? { ...page, canonical: paths.searchResult.href() }
      : productsPage(input, value, await readProducts(input, value), page)
    return filteredPage(input, isEmpty ? EVERYONE : selection, listPage)
  }

  /** Includes the sign-in methods, which would shift the page if they were loaded later. */
  const login = async (): Promise<Page> => ({
    ...getFixedPage('login'),
    data: { '/api/sign-in/providers': succeeded(accounts.signIn.methods) },
  })

  const pages = {
    home,
    login,
    searchResult,
    allCelebrities,
    celebrity,
    celebritySearchResult,
    celebrityImage,
    product,
    board,
    sharedBoard,
    creator,
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

const describePreview = (product: ProductDetail): string => {
  const { name, brand, price } = getCardFacts(product)
  return [brand === null ? name : `${name} by ${brand}`, price].filter(Boolean).join(', ')
}
