/** The page of a look. */

export const LOOK_PAGE_TEXT = {
  notFoundTitle: 'Picture not found',
  notInCatalog: 'This picture is not in the catalogue.',
  notInCatalogHint: 'It may have been removed.',
  removed: 'This look is no longer here.',
  productsNotLoaded: 'Couldn’t load products',
  badLink: 'This link does not lead to a picture.',
  badLinkHint: 'It may be incomplete.',
  previewNotLoaded: 'Couldn’t load the preview',
  products: 'Products',
  productsInPicture: 'Products in this picture',
} as const
