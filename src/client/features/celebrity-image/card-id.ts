/** The element that holds the card of a product; ids of products may hold anything. */
export const cardId = (productId: string): string =>
  `product-${productId.replaceAll(/[^\w-]/g, (character) => `_${character.codePointAt(0) ?? 0}`)}`
