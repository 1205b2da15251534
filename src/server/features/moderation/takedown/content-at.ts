import { decodeImageUrl, paths } from '#shared/paths.ts'
import { AppError } from '#server/core/http/errors.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import type { Content, TakedownsStore } from './takedowns.store.ts'

const PRODUCT = /^\/(?:api\/)?product\/(\d{1,18})(?:\/|$)/
const LOOK_PREFIX = paths.celebrityImage.href('').replace(/[^/]*$/, '')
const PORTRAIT_PREFIX = `${MEDIA_PREFIX}celebrities/`

/** The path and query of an address of this site; null for other sites. */
export const ownAddress = (address: string, origins: readonly string[]): URL | null => {
  const base = origins[0] ?? 'http://localhost'
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  return url && origins.includes(url.origin) ? url : null
}

type Reader = Pick<TakedownsStore, 'look' | 'picture' | 'product'>

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    // Malformed percent-encoding.
    return null
  }
}

const pictureAt = async (store: Reader, url: string): Promise<Content | null> => {
  const portrait = url.startsWith(PORTRAIT_PREFIX)
    ? decoded(url.slice(PORTRAIT_PREFIX.length))
    : null
  // No database stores NUL, so no picture has such an address.
  if (`${url}${portrait}`.includes('\0')) return null
  return (await store.look(url)) ?? (await store.picture(url, portrait))
}

const contentOf = async (store: Reader, url: URL): Promise<Content | null> => {
  const [, product] = PRODUCT.exec(url.pathname) ?? []
  if (product) return store.product(product)
  const proxied = url.pathname === '/api/image-proxy' ? url.searchParams.get('url') : null
  if (proxied) return pictureAt(store, proxied)
  if (url.pathname.startsWith(MEDIA_PREFIX)) return pictureAt(store, url.pathname)
  if (!url.pathname.startsWith(LOOK_PREFIX)) return null
  const look = decodeImageUrl(url.pathname.slice(LOOK_PREFIX.length))
  return look === null ? null : store.look(look)
}

/** The look, picture or product behind an address of this site, or a picture by its own address. */
export const contentAt = async (
  store: Reader,
  address: string,
  origins: readonly string[],
): Promise<Content> => {
  const own = ownAddress(address, origins)
  const content = own ? await contentOf(store, own) : await pictureAt(store, address)
  if (!content)
    throw new AppError(
      404,
      'There is no look, picture or product of the catalogue at this address.',
    )
  return content
}
