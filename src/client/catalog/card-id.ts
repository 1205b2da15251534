/** The element id of a product's card on its look, and the hash that opens the look there. */
export const cardId = (productId: string): string =>
  `product-${productId.replaceAll(/[^\w-]/g, (character) => `_${character.codePointAt(0) ?? 0}`)}`
