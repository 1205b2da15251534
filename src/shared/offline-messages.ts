/** Products stored in the browser for matching offline. */
export const OFFLINE_TEXT = {
  title: 'Saved for offline use',
  downloadShop: 'Download this shop for offline use',
  downloadProducts: 'Download for offline use',
  downloading: (percent: number) => `Downloading ${percent}%`,
  available: 'Available offline',
  pressToRemove: ', press to remove it from this device',
  size: (products: number, megabytes: string) =>
    `${products === 1 ? '1 product' : `${products} products`}, ${megabytes} MB`,
  downloaded: (name: string, size: string) =>
    `${name} is available offline: ${size}. Photos are matched with it when you are offline.`,
  removed: (name: string) => `${name} was removed from this device.`,
  none: 'Nothing yet. Open the page of a person, or choose a shop among the filters, to match photos with their products while you are offline.',
  unsupported: 'This browser cannot save products for offline use.',
  noRoom: 'This browser does not have enough space for it.',
  failed: 'The download failed. Please try again.',
  remove: (name: string) => `Remove<hidden> ${name}</hidden>`,
} as const
