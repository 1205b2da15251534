import { CLAIM_TEXT } from '#shared/look-messages.ts'

/** Who may claim that a product is worn in a look. */
export const CLAIMANTS = ['finder', 'editor', 'creator', 'brand'] as const
type Claimant = (typeof CLAIMANTS)[number]

/** `worn_items.certainty` of an exact item, and of a similar one. */
export const EXACT_CERTAINTY = 1
export const SIMILAR_CERTAINTY = 0.5

export type Claim = { by: Claimant; isExact: boolean }

/** Similar items are shown with a look without a claim that they are worn in it. */
export const isSimilarItem = ({ claim }: { claim?: Claim | undefined }): boolean =>
  claim?.isExact === false

/** 'Exact item, says the creator' */
export const describeClaim = ({ by, isExact }: Claim): string =>
  isExact ? CLAIM_TEXT.exact[by] : CLAIM_TEXT.similar[by]
