import { type CardProduct, ProductCard } from '#client/catalog/product-card.tsx'
import { favoriteOf } from '#client/features/photo-finder/scan/detection-saves.ts'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import { CATALOG_SOURCE } from '#shared/constants.ts'
import { ANSWER_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import type { Answer } from './answers.ts'

/** The few words on the picture: that it is the same item, or where it comes from. */
const tagOf = ({ sureness, source, isEdited }: Answer): string | null => {
  if (isEdited) return FINDER_TEXT.editedByYou
  if (source !== CATALOG_SOURCE) return FINDER_TEXT.fromSource(source)
  if (sureness === 'added by you') return sureness
  if (sureness === 'same item') return ANSWER_TEXT.sameItem
  return sureness === 'close' ? ANSWER_TEXT.close : null
}

const cardOf = (answer: Answer): CardProduct => {
  const { id, title, price, productLink, seller, imageUrl, thumbnail, isInCatalogue } = answer
  return {
    name: title,
    picture: { url: imageUrl ?? thumbnail ?? '' },
    price,
    website: productLink,
    seller,
    pageId: isInCatalogue ? id : undefined,
    favorite: favoriteOf(answer, title, isInCatalogue ? id : undefined),
    tag: tagOf(answer),
  }
}

const NO_ACTIONS: readonly MenuItem[] = []

type MatchCardProps = {
  answer: Answer
  actions?: readonly MenuItem[] | undefined
  /** In a row beside the crop, without heart and menu. */
  isSmall?: boolean
}

/** The card of a match. Its links open new tabs, because leaving the page would lose the scan. */
export const MatchCard = ({ answer, actions = NO_ACTIONS, isSmall = false }: MatchCardProps) => (
  <ProductCard product={cardOf(answer)} actions={actions} heading="h3" isApart isSmall={isSmall} />
)
