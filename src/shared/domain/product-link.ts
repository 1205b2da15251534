/** Product links are shown only if they begin with http; anything else could run as script. */
export const isHttpLink = (link: string | null | undefined): link is string =>
  /^https?:\/\/[^\s/]/i.test(link ?? '')

/** `example.com` is reserved, so its subdomains can only be shops that the demo invented. */
const DEMO_SHOP = /^https?:\/\/([a-z0-9-]{1,60})\.example\.com(?:[/?#]|$)/i

/** The invented shop behind a link of the demo; null for real shops. */
export const demoShopOf = (link: string): string | null =>
  DEMO_SHOP.exec(link)?.[1]?.toLowerCase() ?? null
