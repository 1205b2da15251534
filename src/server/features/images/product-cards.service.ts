import { createHash } from 'node:crypto'
import type { PictureQueue } from '#server/concurrency/picture-queue.ts'
import { createSharedWork } from '#server/concurrency/shared-work.ts'
import { AppError } from '#server/http/errors.ts'
import { type CardFacts, drawProductCard } from './cards/product-card.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImageProxy } from './image-proxy.service.ts'

/** Changes when cards look different, so that kept ones are drawn again. */
const DESIGN = 1
const PICTURE = { width: 768, format: 'jpeg' } as const

type Parts = { proxy: ImageProxy; cache: DiskCache; pictures: PictureQueue }

const nameOf = ({ name, brand, price, picture }: CardFacts): string =>
  `card ${createHash('sha256')
    .update(JSON.stringify([DESIGN, name, brand, price, picture]))
    .digest('hex')}`

/** Preview cards of products; each is drawn once, until something on it changes. */
export const createProductCards = ({ proxy, cache, pictures }: Parts) => {
  const shared = createSharedWork<Buffer>()

  /** A card without its picture is better than none, while a shop does not answer. */
  const pictureOf = async (url: string | null, signal: AbortSignal) => {
    if (url === null) return null
    const found = proxy.read({ url, variant: PICTURE, signal }, async () => undefined)
    return found.then(
      ({ body }) => body,
      (error: unknown) => {
        if (error instanceof AppError && (error.status === 404 || error.status === 502)) return null
        throw error
      },
    )
  }

  const draw = async (facts: CardFacts, signal: AbortSignal): Promise<Buffer> => {
    const picture = await pictureOf(facts.picture, signal)
    const card = await pictures({ lane: 'shown', signal }, () => drawProductCard(facts, picture))
    if (picture || facts.picture === null) await cache.put(nameOf(facts), card)
    return card
  }

  /** `beforeWork` runs only if the card is not kept. */
  return async (
    facts: CardFacts,
    asked: AbortSignal,
    beforeWork: () => Promise<void>,
  ): Promise<Buffer> => {
    const kept = await cache.get(nameOf(facts))
    if (kept) return kept
    await beforeWork()
    return shared(nameOf(facts), asked, (signal) => draw(facts, signal))
  }
}
export type ProductCards = ReturnType<typeof createProductCards>
