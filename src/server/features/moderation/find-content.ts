import { AppError } from '#server/core/http/errors.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { Content, ContentReader } from '#server/features/catalog/index.ts'
import { decodeImageUrl, paths } from '#shared/paths.ts'
import { MODERATION_TEXT } from './moderation-messages.ts'
import type { TakedownsStore } from './takedowns.store.ts'

/** What users share, whether it is shown at the moment or not. */
export type SharedContentReader = {
  findBoard: (token: string) => Promise<Content | null>
  findCreatorPage: (name: string) => Promise<Content | null>
}
export type RemovableContent = ContentReader & SharedContentReader

const PRODUCT = /^\/product\/(\d{1,18})(?:\/|$)/
/** Also their embeds, feeds and calls. */
const BOARD = /^\/(?:shared-boards|(?:embed\/|feeds\/[^/]+\/)?board)\/([^/]+)/
const CREATOR = /^\/(?:creators|(?:embed\/|feeds\/[^/]+\/)?creator)\/([^/]+)/
/** The prefixes of a language and of the API, before an address that is the same without. */
const PREFIX = /^(?:\/[a-z]{2,3})?(?:\/api)?(?=\/)/
const LOOK_PREFIX = paths.celebrityImage.href('').replace(/[^/]*$/, '')
const PORTRAIT_PREFIX = `${MEDIA_PREFIX}celebrities/`

/** The path and query of an address of this site; null for other sites. */
export const parseOwnAddress = (address: string, origin: string): URL | null => {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null
  return url?.origin === origin ? url : null
}

/** Null if PostgreSQL could not store it, so that nothing has such a name. */
const decodePath = (text: string): string | null => {
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\0') ? null : decoded
  } catch {
    // The percent-encoding is malformed.
    return null
  }
}

const findPicture = async (content: ContentReader, url: string): Promise<Content | null> => {
  // PostgreSQL cannot store NUL, so no picture has such a URL.
  if (url.includes('\0')) return null
  const portrait = url.startsWith(PORTRAIT_PREFIX)
    ? decodePath(url.slice(PORTRAIT_PREFIX.length))
    : null
  return (await content.findLook(url)) ?? (await content.findPicture(url, portrait))
}

/** The picture at a URL of this site: its file, its copy of another size, or the page of its look. */
const findPictureUrl = ({ pathname, searchParams }: URL, path: string): string | null => {
  if (pathname === '/api/image-proxy') return searchParams.get('url')
  if (pathname.startsWith(MEDIA_PREFIX)) return pathname
  return path.startsWith(LOOK_PREFIX) ? decodeImageUrl(path.slice(LOOK_PREFIX.length)) : null
}

/** The name after one of these prefixes of a path; null for other paths. */
const readName = (pattern: RegExp, path: string): string | null => {
  const [, name] = pattern.exec(path) ?? []
  return name === undefined ? null : decodePath(name)
}

/**
 * The look, picture, product, board or creator's page at a URL of this site, or a picture of the catalogue
 * by its own URL. A look that its publisher has withdrawn could be published again, so it can be removed,
 * too.
 */
export const findContent = async (
  reader: RemovableContent,
  store: Pick<TakedownsStore, 'findWithdrawn'>,
  address: string,
  origin: string,
): Promise<Content> => {
  const ownUrl = parseOwnAddress(address, origin)
  const path = ownUrl?.pathname.replace(PREFIX, '') ?? ''
  const [, product] = PRODUCT.exec(path) ?? []
  const token = readName(BOARD, path)
  const creator = readName(CREATOR, path)
  const findShown = async () => {
    if (product) return reader.findProduct(product)
    if (token !== null) return reader.findBoard(token)
    if (creator !== null) return reader.findCreatorPage(creator)
    const picture = ownUrl ? findPictureUrl(ownUrl, path) : address
    return picture && ((await findPicture(reader, picture)) ?? (await store.findWithdrawn(picture)))
  }
  const content = await findShown()
  if (!content) throw new AppError(404, MODERATION_TEXT.nothingAtAddress)
  return content
}
