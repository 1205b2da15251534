import type { DraftContent, DraftProduct } from '#shared/contract/studio.ts'

/** A draft follows what an editor corrected in its look. */
export const correctedContent = (
  content: DraftContent,
  formerId: string,
  product: DraftProduct | null,
): DraftContent => ({
  ...content,
  items: content.items.map((item) => {
    if (item.choice?.kind !== 'product' || item.choice.product.id !== formerId) return item
    const choice = product
      ? ({ kind: 'product', product, isExact: true, claimedBy: 'publisher' } as const)
      : ({ kind: 'unknown' } as const)
    return { ...item, choice }
  }),
})
