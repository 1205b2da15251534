/** Why a page, feed or receiver on the web is not read. */

export const WEB_TEXT = {
  wrongProtocol: (protocol: string) => `The address does not begin with ${protocol}`,
  noWebProtocol: 'The address does not begin with http:// or https://',
  hasPassword: 'The address contains a user name or a password',
  wrongPort: (port: string) =>
    `The address uses port ${port}; only the web's ports 80 and 443 are allowed`,
  isPrivate: 'The address is on a private network, not on the public internet',
  notPublic: (host: string) => `${host} is not a public host`,
  noAddress: 'This is not a web address',
  badRedirect: 'The address redirects to one that is not valid',
  tooManyRedirects: 'The address redirects too many times',
  badAnswer: 'The other server did not answer as expected',
} as const
