import { createHash } from 'node:crypto'
import type { PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import { createSharedWork } from '#server/core/concurrency/tasks.ts'
import { AppError } from '#server/core/http/errors.ts'
import { type CardFacts, drawProductCard } from './cards/product-card.ts'
import type { DiskCache } from './disk-cache.ts'
import type { ImageProxy } from './image-proxy.service.ts'

/** Changes when cards look different, so that kept ones are drawn again. */
const DESIGN = 1
const PICTURE = { width: 768, format: 'jpeg' } as const

type Parts = { proxy: ImageProxy; cache: DiskCache; pictures: PictureQueue }

/** One for each product, so that it can be found when the product is removed. */
export const cardKey = (id: string): string => `card ${id}`

/** Put before the picture: a card that shows something else is drawn again. */
const contentOf = ({ name, brand, price, picture }: CardFacts): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, name, brand, price, picture]))
    .digest()

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
        if (error instanceof AppError && [404, 410, 502].includes(error.status)) return null
        throw error
      },
    )
  }

  const draw = async (id: string, facts: CardFacts, signal: AbortSignal): Promise<Buffer> => {
    const picture = await pictureOf(facts.picture, signal)
    const card = await pictures({ lane: 'shown', signal }, () => drawProductCard(facts, picture))
    if (picture || facts.picture === null)
      await cache.put(cardKey(id), Buffer.concat([contentOf(facts), card]))
    return card
  }

  const keptCard = async (id: string, content: Buffer): Promise<Buffer | null> => {
    const kept = await cache.get(cardKey(id))
    const isCurrent = kept?.subarray(0, content.length).equals(content)
    return kept && isCurrent ? kept.subarray(content.length) : null
  }

  /** `beforeWork` runs only if the card is not kept. */
  return async (
    { id, facts }: { id: string; facts: CardFacts },
    asked: AbortSignal,
    beforeWork: () => Promise<void>,
  ): Promise<Buffer> => {
    const content = contentOf(facts)
    const kept = await keptCard(id, content)
    if (kept) return kept
    await beforeWork()
    const name = `${id} ${content.toString('hex')}`
    return shared(name, asked, (signal) => draw(id, facts, signal))
  }
}
export type ProductCards = ReturnType<typeof createProductCards>
