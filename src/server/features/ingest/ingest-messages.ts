/** Why the server refuses something about shops and imports. */

export const SHOPS_SERVICE_TEXT = {
  unknownShop: (name: string) => `There is no shop called '${name}'.`,
  isBeingRead: 'This feed is already being read.',
  shopExists: (name: string) => `There is already a shop called '${name}'.`,
  importStarted: 'This import has already been started.',
} as const
