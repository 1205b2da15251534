import { createHash } from 'node:crypto'
import type { Connection } from '#server/core/db/query.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { SiteName } from '#server/core/site-name.ts'
import { type Boards, type CreatorPages, findItemPicture } from '#server/features/boards/index.ts'
import { buildPortraitUrl, createTopicsReader } from '#server/features/catalog/index.ts'
import { IMAGE_PROXY, PREVIEW_CARD } from '#shared/constants.ts'
import { buildBoardCardPath, buildBoardPicturePath } from '#shared/contract/boards.ts'
import type { Disclosure } from '#shared/domain/disclosure.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { EmbedKind, SyndicationKind } from '#shared/syndication.ts'
import type { Size } from '#shared/domain/box.ts'
import { isSimilarItem } from '#shared/domain/claim.ts'
import type { TopicKind } from '#shared/domain/topic.ts'
import { formatTileName } from '#shared/domain/celebrity.ts'
import { REMOVED_TEXT } from '#shared/messages.ts'
import { decodeImageUrl, EVERYONE, paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { SYNDICATION_TEXT } from '#shared/syndication-messages.ts'
import { type PublishedLook, createPublicationsStore } from '#server/features/catalog/index.ts'
import { CLAIM_TEXT } from '#shared/look-messages.ts'

/** One look or product, as feeds and embeds show it. */
export type Entry = {
  /** Never changes, whatever is edited. */
  id: string
  title: string
  /** Path of its page on this site. */
  path: string
  picture: string | null
  note: string
  /** What the publisher of a look writes, and got for it. */
  caption: string
  disclosures: readonly Disclosure[]
  /** Names of the tags, event and show of a look. */
  topics: readonly string[]
  /** Of the picture of a look. */
  origin: PublishedLook['origin'] | null
  products: readonly CatalogProduct[]
  addedAt: Date
  changedAt: Date
}

export type Publication = {
  id: string
  title: string
  about: string
  path: string
  /** Path of a picture that represents it; null if there is none. */
  picture: string | null
  /** Pictures whose size is known, the largest first: oEmbed has to state it. */
  thumbnails: readonly Thumbnail[]
  entries: readonly Entry[]
}

type Thumbnail = { path: string } & Size

const PICTURE_PX = 768
const FEED_ENTRIES = 30
const EMBEDDED_ENTRIES = 6

/** Path of a catalogue picture in the size for feeds and embeds. */
export const buildPicturePath = (url: string): string => buildPictureUrl(url, PICTURE_PX)

/** The sizes in which the image proxy sends a look; none if the look has not been measured yet. */
const listThumbnails = ({ image, width, height }: PublishedLook): Thumbnail[] => {
  if (width === null || height === null) return []
  return IMAGE_PROXY.widths
    .filter((proxied) => proxied <= Math.min(PICTURE_PX, width))
    .map((proxied) => ({
      path: buildPictureUrl(image, proxied),
      width: proxied,
      height: Math.max(1, Math.round((height * proxied) / width)),
    }))
    .toReversed()
}

/** Must never change: feed readers recognize entries by it. */
const buildStableId = (name: string): string => {
  const hash = createHash('sha256').update(`wearabouts ${name}`).digest('hex')
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`]
  return `urn:uuid:${[...parts, `a${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')}`
}

const toEntry = (look: PublishedLook, products: readonly CatalogProduct[]): Entry => ({
  id: buildStableId(`look ${look.id}`),
  title: `${look.celebrity_name}: ${
    products.length > 0 && products.every(isSimilarItem) ? `${CLAIM_TEXT.similarItem}: ` : ''
  }${formatTileName(look.name, look.number_of_products)}`,
  path: paths.celebrityImage.href(look.image),
  picture: look.image,
  note: '',
  caption: look.caption ?? '',
  disclosures: look.disclosures,
  topics: look.topics.map(({ name }) => name),
  origin: look.origin,
  products,
  addedAt: look.added_at,
  changedAt: look.changed_at,
})

type PublicationsDependencies = {
  pool: Connection
  boards: Pick<Boards, 'readShared'>
  creatorPages: CreatorPages
  siteName: SiteName
}

/** Nothing is cached, so that withdrawn looks and revoked boards disappear at once on every server. */
export const createPublications = ({
  pool,
  boards,
  creatorPages,
  siteName,
}: PublicationsDependencies) => {
  const store = createPublicationsStore(pool)
  const topics = createTopicsReader(pool)

  const listEntries = async (looks: readonly PublishedLook[]): Promise<Entry[]> => {
    const worn = await store.wornIn(looks.map(({ id }) => id))
    return looks.map((look) => toEntry(look, worn.get(look.id) ?? []))
  }

  const site = async (): Promise<Publication> => ({
    id: buildStableId('site'),
    title: await siteName(),
    about: SYNDICATION_TEXT.newest,
    path: paths.celebritySearchResult.href(EVERYONE),
    picture: null,
    thumbnails: [],
    entries: await listEntries(await store.newest({}, FEED_ENTRIES)),
  })

  const person = async (name: string, most: number): Promise<Publication> => {
    const row = await store.person(name)
    if (!row) throw notFoundError('person')
    const looks = await store.newest({ personId: row.id }, most)
    return {
      id: buildStableId(`person ${row.id}`),
      title: row.name,
      about: SYNDICATION_TEXT.newestOf(row.name),
      path: paths.celebrity.href(row.name),
      picture: buildPicturePath(buildPortraitUrl(row.image)),
      thumbnails: looks[0] ? listThumbnails(looks[0]) : [],
      entries: await listEntries(looks),
    }
  }

  /** The looks of the creator's person, under the address of the creator's page. */
  const creator = async (name: string, most: number): Promise<Publication> => {
    const { ownerId, page } = await creatorPages.readWithOwner(name)
    const { displayName, person: personName, portrait } = page
    const looks = personName === null ? null : await person(personName, most)
    return {
      id: buildStableId(`creator of ${ownerId}`),
      title: displayName,
      about: SYNDICATION_TEXT.newestOf(displayName),
      path: paths.creator.href(page.name),
      picture: portrait && buildPicturePath(portrait),
      thumbnails: looks?.thumbnails ?? [],
      entries: looks?.entries ?? [],
    }
  }

  const board = async (token: string, most: number): Promise<Publication> => {
    const { title, about, items, updatedAt } = await boards.readShared(token)
    const firstItems = items.slice(0, most)
    const urls = firstItems.flatMap((item) => (item.kind === 'look' ? [item.look.image] : []))
    const looks = new Map((await store.byUrls(urls)).map((look) => [look.image, look]))
    const worn = await store.wornIn([...looks.values()].map(({ id }) => id))
    const changedAt = new Date(updatedAt)
    return {
      id: buildStableId(`board ${token}`),
      title,
      about,
      path: paths.sharedBoard.href(token),
      // A picture of the board, because its address stops working when the board is revoked.
      picture: items.some((item) => findItemPicture(item) !== null)
        ? buildBoardPicturePath(token)
        : null,
      thumbnails: [{ path: buildBoardCardPath(token), ...PREVIEW_CARD }],
      entries: firstItems.flatMap((item): Entry[] => {
        const id = buildStableId(`board item ${item.id}`)
        if (item.kind === 'product') {
          const { product, note } = item
          const path = paths.product.href(product.id, product.name)
          const times = { addedAt: changedAt, changedAt }
          const picture = findItemPicture(item)
          const content = {
            title: product.name,
            path,
            picture,
            note,
            caption: '',
            disclosures: [],
            topics: [],
            origin: null,
          }
          return [{ id, ...content, products: [product], ...times }]
        }
        const look = looks.get(item.look.image)
        if (!look) return []
        return [{ ...toEntry(look, worn.get(look.id) ?? []), id, note: item.note }]
      }),
    }
  }

  const topic =
    (kind: TopicKind) =>
    async (name: string, most: number): Promise<Publication> => {
      const row = await topics.find(kind, name)
      if (!row) throw notFoundError(kind)
      const looks = await store.newest({ topicIds: [row.id] }, most)
      return {
        id: buildStableId(`topic ${row.id}`),
        title: row.name,
        about: SYNDICATION_TEXT.newestOf(row.name),
        path: paths[kind].href(row.name),
        picture: looks[0] ? buildPicturePath(looks[0].image) : null,
        thumbnails: looks[0] ? listThumbnails(looks[0]) : [],
        entries: await listEntries(looks),
      }
    }
  const readers = {
    person,
    creator,
    board,
    tag: topic('tag'),
    event: topic('event'),
    show: topic('show'),
  }

  const look = async (parameter: string): Promise<Publication> => {
    const url = decodeImageUrl(parameter)
    const [row] = url === null ? [] : await store.byUrls([url])
    const [entry] = row ? await listEntries([row]) : []
    if (!row || !entry) {
      if (url !== null && (await store.isRemoved(url))) throw new AppError(410, REMOVED_TEXT)
      throw notFoundError('look')
    }
    const { id, title, path, picture } = entry
    return {
      id,
      title,
      about: '',
      path,
      picture: picture && buildPicturePath(picture),
      thumbnails: listThumbnails(row),
      entries: [entry],
    }
  }

  return {
    forFeed: (feed: { kind: SyndicationKind; name: string } | null): Promise<Publication> => {
      if (feed === null) return site()
      return readers[feed.kind](feed.name, FEED_ENTRIES)
    },
    forEmbed: (kind: EmbedKind, name: string): Promise<Publication> =>
      ({ look, ...readers })[kind](name, EMBEDDED_ENTRIES),
  }
}
