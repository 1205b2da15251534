import { z } from 'zod'
import { readPage } from '#server/core/db/query.ts'
import { decodeCursor, encodeCursor, refuseCursor } from '#server/core/http/cursor.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { CardFacts } from '#server/features/images/index.ts'
import { CATALOG, GRID, SLIDESHOW } from '#shared/constants.ts'
import type {
  CatalogProduct,
  Celebrity,
  ExampleLook,
  SampleProduct,
  TopicPage,
} from '#shared/contract/catalog.ts'
import { type Category, parseCategory } from '#shared/domain/category.ts'
import type { StyleType } from '#shared/domain/celebrity.ts'
import { isSimilarItem } from '#shared/domain/claim.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { REMOVED_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { parseSelection, EVERYONE } from '#shared/paths.ts'
import type { TopicKind } from '#shared/domain/topic.ts'
import { ATTRIBUTE_VALUE_TEXT } from '#server/features/catalog/description/index.ts'
import type { CatalogReader, CatalogStore } from '#server/features/catalog/index.ts'
import {
  type FeedRequest,
  type ShuffledFeedStore,
  parseCursor,
} from '#server/features/catalog/index.ts'
import type { TrendingFeed } from './trending.service.ts'
import { CATEGORY_TEXT } from '#shared/attribute-messages.ts'
import { PREVIEW_TEXT } from './browse-messages.ts'

/** Far above any real look; a broken file may have thousands in one image. */
const MAX_PRODUCTS_IN_IMAGE = 500
const EXAMPLE_PRODUCTS = 3
const NEW_LOOKS = 6
/** How many looks of each person are considered. */
const EXAMPLE_LOOKS = 3
const MAX_WORN_BY = 24
const SAMPLE_CANDIDATES = 200

/** The names of the pages of these people, by their ids; without those who have none. */
type ReadCreatorPages = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>

type ShuffledQuery = { celebrities: string; seed: number; after?: string | undefined }

export const createCatalogService = (
  store: CatalogStore,
  { looks, topics }: Pick<CatalogReader, 'looks' | 'topics'>,
  feed: ShuffledFeedStore,
  trending: TrendingFeed,
  readPages: ReadCreatorPages,
) => {
  const withPages = async (people: readonly (Celebrity & { id: number })[]) => {
    const creators = people.filter(({ styleType }) => styleType === 'creator')
    const pages = await readPages(creators.map(({ id }) => id))
    return people.map((person) => presentCelebrity(person, pages.get(person.id)))
  }

  const select = async (selectionText: string, count: 'images' | 'products') => {
    const selection = parseSelection(selectionText)
    if (selection === EVERYONE) {
      const totals = await store.totals()
      const { trendingAt } = totals
      return { total: totals[count], trendingAt, celebrityIds: null, celebrities: [], unknown: [] }
    }
    const rows = await store.findCelebrities(selection)
    const byName = new Map(rows.map((celebrity) => [celebrity.givenName, celebrity]))
    const byId = new Map(
      selection.flatMap((name) => byName.get(name) ?? []).map((person) => [person.id, person]),
    )
    const celebrities = [...byId.values()]
    return {
      total: celebrities.reduce(
        (sum, { imageCount, productCount }) =>
          sum + (count === 'images' ? imageCount : productCount),
        0,
      ),
      trendingAt: null,
      celebrityIds: celebrities.map(({ id }) => id),
      celebrities: await withPages(celebrities),
      unknown: selection.filter((name) => !byName.has(name)),
    }
  }

  const requestOf = (
    query: ShuffledQuery,
    selected: Pick<FeedRequest, 'celebrityIds' | 'total'>,
    limit: number,
  ): FeedRequest => ({
    celebrityIds: selected.celebrityIds,
    total: selected.total,
    seed: query.seed,
    after: query.after === undefined ? null : (parseCursor(query.after) ?? refuseCursor()),
    limit,
  })

  /** The look with its first products, or null if too few of them have a box and a picture. */
  const readExample = async (url: string) => {
    const row = await store.findImage(url)
    if (!row) return null
    const worn = await store.wornInImage(row.id, MAX_PRODUCTS_IN_IMAGE)
    const products = worn.filter(({ box, product_image }) => box && product_image !== null)
    if (products.length < EXAMPLE_PRODUCTS) return null
    const { width, height, color } = row.image
    const look: ExampleLook = {
      image: row.image.url,
      celebrity_name: row.celebrity.name,
      width,
      height,
      color,
      products: products.slice(0, EXAMPLE_PRODUCTS),
    }
    return { look, names: worn.map(({ name }) => name) }
  }

  /** A new look of the people on Home without the products of the slideshow, or else one of a sample. */
  const findExample = async (
    people: readonly Pick<Celebrity, 'name'>[],
    samples: readonly SampleProduct[],
  ): Promise<ExampleLook | null> => {
    const sampleNames = new Set(samples.map(({ name }) => name))
    for (const { name } of people) {
      const summary = await store.personSummary(name)
      for (const { image } of summary?.looks.slice(0, EXAMPLE_LOOKS) ?? []) {
        const example = await readExample(image)
        if (example && !example.names.some((worn) => sampleNames.has(worn))) return example.look
      }
    }
    for (const { look } of samples) {
      const example = look && (await readExample(look.image))
      if (example) return example.look
    }
    return null
  }

  return {
    home: async () => {
      const [celebrities, configuredSamples, newLooks] = await Promise.all([
        store.listHome(),
        store.listSamples(),
        looks.readNewestOfPeople(NEW_LOOKS + 1),
      ])
      const samples = configuredSamples.length
        ? configuredSamples.map(withLabel)
        : chooseSamples(await store.sampleCandidates(SAMPLE_CANDIDATES))
      const example = await findExample(celebrities, samples)
      return {
        celebrities: celebrities.map(({ name, image }) => ({ name, image })),
        samples,
        example,
        newLooks: newLooks.filter(({ image }) => image !== example?.image).slice(0, NEW_LOOKS),
      }
    },

    celebrities: async (style: StyleType | undefined, after: string | undefined) => {
      const cursor = after === undefined ? null : decodeCursor(after, nameCursor)
      const [totals, { page, next }] = await Promise.all([
        store.totals(),
        readPage(
          (limit) => store.pageCelebrities(style, cursor, limit),
          formatNameCursor,
          CATALOG.combinedChunkSize,
        ),
      ])
      const all = totals.celebrities + totals.creators
      const ofStyle = style === 'creator' ? totals.creators : totals.celebrities
      return {
        total: style ? ofStyle : all,
        celebrities: await withPages(page),
        next,
      }
    },

    images: async (query: ShuffledQuery, limit: number = CATALOG.combinedChunkSize) => {
      const selected = await select(query.celebrities, 'images')
      const { total, trendingAt, celebrities, unknown } = selected
      const { seed, after: cursor } = query
      const isFeed = selected.celebrityIds === null
      const page =
        (isFeed && (await trending({ seed, total, cursor, limit, trendingAt }))) ||
        (await feed.images(requestOf(query, selected, limit)))
      return { total, celebrities, unknown, images: page.rows, next: page.next }
    },

    products: async (query: ShuffledQuery) => {
      const selected = await select(query.celebrities, 'products')
      const page = await feed.products(requestOf(query, selected, GRID.productPageSize))
      const { total, celebrities, unknown } = selected
      return { total, celebrities, unknown, products: page.rows, next: page.next }
    },

    person: async (name: string) => {
      const summary = await store.personSummary(name)
      if (!summary) throw notFoundError('person')
      const { id, ...shown } = summary
      const creatorPage = (await readPages([id])).get(id)
      return creatorPage === undefined ? shown : { ...shown, creatorPage }
    },

    topic: async (kind: TopicKind, givenName: string, offset = 0): Promise<TopicPage> => {
      const topic = await topics.find(kind, givenName)
      if (!topic) throw notFoundError(kind)
      const rows = await topics.pageLooks(topic.id, GRID.tilePageSize + 1, offset)
      const page = rows.slice(0, GRID.tilePageSize)
      const next = rows.length > page.length ? String(offset + page.length) : null
      return { kind: topic.kind, name: topic.name, looks: page, next }
    },

    /** The texts of the preview image of a shared link. */
    personCard: async (name: string): Promise<CardFacts> => {
      const [person] = await store.findCelebrities([name])
      if (!person) throw notFoundError('person')
      const { image: picture, imageCount, productCount } = person
      const counts = [PREVIEW_TEXT.looks(imageCount), RESULTS_TEXT.productsFound(productCount)]
      const price = ATTRIBUTE_VALUE_TEXT.list(counts)
      return { name: person.name, brand: null, price, picture }
    },

    lookCard: async (url: string): Promise<CardFacts> => {
      const row = await store.findImage(url)
      if (!row) throw notFoundError('image')
      const worn = await store.wornInImage(row.id, MAX_PRODUCTS_IN_IMAGE)
      const brands = new Set(
        worn.flatMap((item) => (isSimilarItem(item) ? [] : (item.brand ?? []))),
      )
      return {
        name: row.celebrity.name,
        brand: RESULTS_TEXT.itemsFound(worn.length),
        price: ATTRIBUTE_VALUE_TEXT.list([...brands].slice(0, 3)),
        picture: url,
      }
    },

    image: async (url: string) => {
      const row = await store.findImage(url)
      if (!row) {
        if (await store.isRemoved(url)) throw new AppError(410, REMOVED_TEXT)
        throw notFoundError('image')
      }
      const products = await store.wornInImage(row.id, MAX_PRODUCTS_IN_IMAGE)
      const { image, others } = row
      const [celebrity = presentCelebrity(row.celebrity)] = await withPages([row.celebrity])
      return { image, celebrity, products, ...(others.length > 0 ? { others } : {}) }
    },

    wornBy: async (productId: string) => {
      const isValidId = /^\d{1,18}$/.test(productId)
      const images = isValidId ? await store.imagesWornIn(productId, MAX_WORN_BY) : null
      if (!images) throw notFoundError('product')
      return { images }
    },
  }
}

const presentCelebrity = (
  { name, image, styleType }: Celebrity,
  creatorPage?: string,
): Celebrity => ({
  name,
  image,
  styleType,
  ...(creatorPage === undefined ? {} : { creatorPage }),
})

const formatNameCursor = (last: { foldedName: string; id: number }): string =>
  encodeCursor(last.id, last.foldedName)

/** A larger number would fail in PostgreSQL, whose integers end here. */
const MAX_INTEGER = 2 ** 31 - 1
const nameCursor = z
  .tuple([z.int().min(0).max(MAX_INTEGER), z.string()])
  .transform(([id, foldedName]) => ({ id, foldedName }))

/** Samples of different categories, preferring those with a product picture. */
const chooseSamples = (candidates: CatalogProduct[]): SampleProduct[] => {
  const getCategory = ({ category, name }: CatalogProduct) => category ?? parseCategory(name)
  const picturedFirst = candidates.toSorted(
    (a, b) => Number(b.product_image !== null) - Number(a.product_image !== null),
  )
  const firstOfKind = new Map<string, CatalogProduct>()
  for (const product of picturedFirst)
    if (!firstOfKind.has(getCategory(product))) firstOfKind.set(getCategory(product), product)
  return [...new Set([...firstOfKind.values(), ...picturedFirst])]
    .slice(0, SLIDESHOW.slides)
    .map((product) => ({
      name: product.name,
      brand: product.brand ?? formatDisplaySeller({ productLink: product.website }),
      price: product.price,
      category: getCategory(product),
      image: product.product_image ?? product.celebrity_image,
      look: { image: product.celebrity_image, product_id: product.id },
    }))
    .map(withLabel)
}

const withLabel = (sample: SampleProduct): SampleProduct => ({
  ...sample,
  category: CATEGORY_TEXT[sample.category as Category] ?? sample.category,
})
