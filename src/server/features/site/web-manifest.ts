/** The manifest for installing the site on a phone's home screen. */
export const webManifest = (name: string) => ({
  name,
  short_name: name,
  description: 'Browse the products celebrities and creators use, and find products from a photo.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf7f2',
  theme_color: '#faf7f2',
  categories: ['shopping', 'lifestyle'],
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
    {
      src: '/icons/maskable-512.png',
      type: 'image/png',
      sizes: '512x512',
      purpose: 'maskable',
    },
  ],
  shortcuts: [
    { name: 'Find products in a photo', url: '/add-product-photo' },
    { name: 'Trending Feed', url: '/celebrity-search-result?celebrities=feed' },
  ],
  share_target: {
    action: '/share-photo',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photo', accept: ['image/*'] }] },
  },
})
