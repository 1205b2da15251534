/** What is wrong with a field of a request, after its name. */
export const REQUEST_TEXT = {
  missing: 'is missing',
  unconfirmed: 'must be confirmed',
  noYearZero: 'there is no year 0',
  noWebAddress: 'is not a web address',
  noSecureAddress: 'is not a web address that begins with https',
  mustContain: (text: string) => `must contain ${text}`,
  noSearch: 'is not a search',
  readsAlone: 'a key that only reads has no other scope',
  unsafeLink: 'a link that is neither http nor https',
  tooLargeToStore: 'too large to be stored',
  noShopSite: 'is not the name of a shop’s site, such as amazon.de',
  separators: 'must not contain blanks, &, ?, # or =',
  noColour: 'is not a colour like #a1b2c3',
  hardToSee: 'is hard to see',
  noConfirmationCode: 'not a confirmation code',
} as const
