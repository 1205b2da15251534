import type { Offer } from '#shared/contract/catalog.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'

/** What a buyer has to know before following the link; null if there is nothing. */
export const offerState = ({
  availability,
}: {
  availability?: Offer['availability'] | undefined
}): string | null => {
  if (availability === 'out_of_stock') return PRODUCT_TEXT.soldOut
  if (availability === 'removed') return PRODUCT_TEXT.gone
  if (availability === 'preorder') return 'Pre-order'
  return availability === 'backorder' ? 'Delivered later' : null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'checked 3 h ago' */
export const checkedAgo = (checkedAt: string | null, now: number): string | null => {
  if (checkedAt === null) return null
  const ago = Math.max(0, now - Date.parse(checkedAt))
  if (ago < HOUR) return `checked ${Math.max(1, Math.round(ago / MINUTE))} min ago`
  if (ago < 2 * DAY) return `checked ${Math.round(ago / HOUR)} h ago`
  return `checked ${Math.round(ago / DAY)} days ago`
}
