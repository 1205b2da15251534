/** The share target of the web app, as the manifest, the service worker and the finder know it. */
export const SHARE = {
  /** `share_target` of the web manifest. */
  action: '/share-photo',
  field: 'photo',
  cache: 'shared-photo',
  photoPath: '/shared-photo',
  landing: '/add-product-photo?shared',
} as const
