import { type FeedKind, feedPath } from '#shared/contract/syndication.ts'
import { SYNDICATION_TEXT } from '#shared/product-messages.ts'
import type { Alternate } from './page.ts'

/** Both feeds of a page: of the site, a person or a board. */
export const feedLinks = (title: string, feed?: { kind: FeedKind; name: string }): Alternate[] => [
  {
    type: 'application/atom+xml',
    href: feedPath('atom', feed),
    title: SYNDICATION_TEXT.atomOf(title),
  },
  {
    type: 'application/feed+json',
    href: feedPath('json', feed),
    title: SYNDICATION_TEXT.jsonOf(title),
  },
]

/** How other sites learn to embed the page. */
export const oembedLinks = (title: string, path: string, origin: string): Alternate[] =>
  (['json', 'xml'] as const).map((format) => ({
    type: format === 'json' ? 'application/json+oembed' : 'text/xml+oembed',
    href: `/oembed?${new URLSearchParams({ url: origin + path, format }).toString()}`,
    title,
  }))
