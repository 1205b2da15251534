/** §5: product links are shown only if they begin with http; anything else could run as script. */
export const isHttpLink = (link: string | null | undefined): link is string =>
  /^https?:\/\/[^\s/]/i.test(link ?? '')
