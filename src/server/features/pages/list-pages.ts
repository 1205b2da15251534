import type { Search } from '#server/features/search/index.ts'
import type { Browse } from '#server/features/browse/index.ts'
import { GRID } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import { buildPersonCardPath } from '#shared/contract/catalog.ts'
import { productSearchCalls } from '#shared/contract/product-search.ts'
import { formatNamesHeader } from '#shared/domain/celebrity.ts'
import { foldName } from '#shared/domain/person-name.ts'
import type { TopicKind } from '#shared/domain/topic.ts'
import { CELEBRITY_TEXT } from '#shared/celebrity-messages.ts'
import { NAVIGATION_TEXT, PRODUCT_TITLE, RESULTS_TEXT } from '#shared/messages.ts'
import {
  parseSelection,
  formatCelebritySelection,
  type CelebritySelection,
  EVERYONE,
  paths,
} from '#shared/paths.ts'
import { TOPIC_TEXT } from '#shared/topic-messages.ts'
import {
  readFilters,
  isFiltered,
  isOfOneKind,
  buildProductListQuery,
} from '#shared/product-filters.ts'
import {
  createBasicPage,
  catchNotFound,
  createMovedPage,
  listFeedLinks,
  createNotFoundPage,
  listOembedLinks,
  type Page,
} from './page.ts'
import { describeCelebrityList, describeImageList, describeProductList } from './structured-data.ts'
import { buildAddress, createSeededData, listPreloads, type PageInput } from './page-data.ts'
import { PAGE_TEXT } from './page-messages.ts'

/** Looks on the first page and those whose pictures are prefetched; the browser loads the others in chunks. */
const LOOKS_IN_PAGE = 2 * GRID.tilePageSize
const SELECTION_MAX_CHARS = 8_000
const WORDS_MAX_CHARS = 100

type ListPagesDependencies = { catalog: Browse['catalog']; search: Search }

/** Pages that list looks, products or people. */
export const createListPages = ({ catalog, search }: ListPagesDependencies) => {
  /** The first page of a searched or filtered list; empty if the query is invalid. */
  const searchData = async (input: PageInput, list: { q: string } | { celebrities: string }) => {
    const query = buildProductListQuery(
      list,
      readFilters((name) => input.query[name]),
    )
    const parsed = productSearchCalls['GET /api/search/products'].query.safeParse(query)
    if (!parsed.success) return { data: {}, products: [], applied: [], noteSent: undefined }
    const results = await search.productSearch.products(parsed.data)
    return {
      data: { [buildAddress('/api/search/products', query)]: succeeded(results) },
      products: results.products,
      applied: results.applied,
      noteSent: search.observeSearch(parsed.data, results),
    }
  }

  const readSelection = (input: PageInput) => {
    const value = (input.query['celebrities'] ?? '').slice(0, SELECTION_MAX_CHARS)
    const selection = parseSelection(value)
    return { value, selection, isEmpty: selection !== EVERYONE && selection.length === 0 }
  }

  const celebritySearchResult = async (input: PageInput): Promise<Page> => {
    const { value, selection, isEmpty } = readSelection(input)
    if (isEmpty)
      return createBasicPage(
        RESULTS_TEXT.imagesFound(0),
        PAGE_TEXT.aboutSite,
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
          ? PAGE_TEXT.aboutTrendingFeed(results.total)
          : PAGE_TEXT.aboutImages(results.total, names),
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
  const fillProductsPage = (
    input: PageInput,
    value: string,
    results: Products,
    page: Page,
  ): Page => {
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
  const filterPage = async (input: PageInput, selection: CelebritySelection, page: Page) => {
    if (!isFiltered(readFilters((name) => input.query[name]))) return page
    const { data } = await searchData(input, { celebrities: formatCelebritySelection(selection) })
    return { ...page, data: { ...page.data, ...data }, preload: [] }
  }

  /** All products of one kind are a page of its own, with its own address for search engines. */
  const filterPersonPage = async (input: PageInput, name: string, page: Page): Promise<Page> => {
    const filters = readFilters((parameter) => input.query[parameter])
    if (!isFiltered(filters)) return page
    const celebrities = formatCelebritySelection([name])
    const { data, applied, products } = await searchData(input, { celebrities })
    const [kind] = products.length > 0 && isOfOneKind(filters, applied) ? applied : []
    return {
      ...page,
      data: { ...page.data, ...data },
      preload: [],
      ...(kind && {
        title: CELEBRITY_TEXT.kindUsedBy(kind.label, name),
        canonical: paths.celebrity.href(name, kind.value),
      }),
    }
  }

  const celebrity = async (input: PageInput): Promise<Page> => {
    const givenName = input.params['celebrity'] ?? ''
    const value = formatCelebritySelection([givenName])
    const results = await readProducts(input, value)
    const name = results.celebrities[0]?.name
    if (name === undefined)
      return {
        ...createNotFoundPage(),
        data: createSeededData('/api/products', value, input, results),
      }
    if (foldName(name) !== foldName(givenName)) return createMovedPage(paths.celebrity.href(name))
    const page = createBasicPage(
      CELEBRITY_TEXT.productsUsedBy(name),
      PAGE_TEXT.aboutPerson(name),
      paths.celebrity.href(name),
    )
    const alternates = [
      ...listFeedLinks(name, { kind: 'person', name }),
      ...listOembedLinks(name, paths.celebrity.href(name), input.origin),
    ]
    const listPage = await filterPersonPage(
      input,
      name,
      fillProductsPage(input, value, results, page),
    )
    const summary = {
      [`/api/people/${encodeURIComponent(name)}`]: succeeded(await catalog.person(name)),
    }
    const card = { path: buildPersonCardPath(name), alt: name }
    return { ...listPage, card, alternates, data: { ...listPage.data, ...summary } }
  }

  const topic =
    (kind: TopicKind) =>
    async (input: PageInput): Promise<Page> => {
      const givenName = input.params['name'] ?? ''
      const topicPage = await catchNotFound(catalog.topic(kind, givenName))
      if ('status' in topicPage) return topicPage
      const { name, looks } = topicPage
      const path = paths[kind].href(name)
      if (name !== givenName) return createMovedPage(path)
      return {
        ...createBasicPage(name, TOPIC_TEXT.description(name), path),
        picture: looks[0]?.image ?? null,
        alternates: [
          ...listFeedLinks(name, { kind, name }),
          ...listOembedLinks(name, path, input.origin),
        ],
        structuredData: [describeImageList(name, looks, input.origin)],
        data: { [`/api/topics/${kind}/${encodeURIComponent(name)}`]: succeeded(topicPage) },
        preload: listPreloads(
          looks.map(({ image }) => image),
          'product',
        ),
      }
    }

  const renderPeopleList = async ({ origin }: PageInput): Promise<Page> => {
    const results = await catalog.celebrities(undefined, undefined)
    const title = NAVIGATION_TEXT.allCelebrities
    return {
      ...createBasicPage(title, PAGE_TEXT.aboutPeople(results.total), paths.allCelebrities.href()),
      picture: results.celebrities[0]?.image ?? null,
      structuredData: [describeCelebrityList(title, results.celebrities, origin)],
      data: { '/api/celebrities': succeeded(results) },
    }
  }

  const renderWordsResult = async (input: PageInput, q: string): Promise<Page> => {
    const page = createBasicPage(`“${q}”`, PAGE_TEXT.aboutSite, paths.searchResult.href())
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
    if (q !== '') return renderWordsResult(input, q)
    const { value, selection, isEmpty } = readSelection(input)
    const page = createBasicPage(
      PAGE_TEXT.searchResult,
      PAGE_TEXT.aboutSite,
      paths.searchResult.href(selection),
    )
    const listPage = isEmpty
      ? { ...page, canonical: paths.searchResult.href() }
      : fillProductsPage(input, value, await readProducts(input, value), page)
    return filterPage(input, isEmpty ? EVERYONE : selection, listPage)
  }

  return {
    celebritySearchResult,
    celebrity,
    allCelebrities: renderPeopleList,
    searchResult,
    tag: topic('tag'),
    event: topic('event'),
    show: topic('show'),
  }
}
