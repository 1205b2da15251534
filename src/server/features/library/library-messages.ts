/** Why a user’s own lists refuse something. */

export const LIBRARY_TEXT = {
  productsAreFull: 'Your list of products is full',
  savedProductsAreFull: 'Your list of saved products is full',
  scanIsFull: 'This scan is full',
  tooManyPages: 'Too many pages are open. Please close one.',
} as const
