/** Why the server refuses something about shops and imports. */

export const SHOPS_SERVICE_TEXT = {
  unknownShop: (name: string) => `There is no shop called “${name}”.`,
  isBeingRead: 'This feed is already being read.',
  shopExists: (name: string) => `There is already a shop called “${name}”.`,
  wrongProtocol: (protocol: string) =>
    `Feeds are read over http and https, not ${protocol}. Download the file, or ask the shop for a web address.`,
  notFromFile: (name: string, source: string) => `${name} is read from ${source}, not from a file.`,
  every: {
    minutes: (count: number) => (count === 1 ? 'every minute' : `every ${count} minutes`),
    hours: (count: number) => (count === 1 ? 'every hour' : `every ${count} hours`),
    days: (count: number) => (count === 1 ? 'every day' : `every ${count} days`),
  },
  noPart: (part: number) => `The file has no part ${part}.`,
  wrongPart: (part: number, bytes: number) => `Part ${part} must have ${bytes} bytes.`,
  partMissing: (part: number) => `Part ${part} is missing. Send it again.`,
  importStarted: 'This import has already been started.',
} as const
