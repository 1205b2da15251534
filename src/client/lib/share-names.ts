/** Names that the manifest, the service worker and the finder agree on to pass a shared photo. */
export const SHARE = {
  /** `share_target` of the web manifest. */
  action: '/share-photo',
  field: 'photo',
  cache: 'shared-photo',
  photoPath: '/shared-photo',
  landing: '/add-product-photo?shared',
} as const
