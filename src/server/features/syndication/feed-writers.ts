import { escapeHtml } from '#server/core/http/error-reply.ts'
import type { SyndicationFormat } from '#shared/contract/syndication.ts'
import { entryHtml, pictureAddress, type Site } from './entry-html.ts'
import type { Publication } from './publications.service.ts'

type FeedInput = { publication: Publication; site: Site; selfPath: string }

/** When an empty feed was changed: always the same, so that it counts as unchanged. */
const NEVER = new Date(0)

const changedAt = ({ entries }: Publication): Date =>
  new Date(Math.max(NEVER.getTime(), ...entries.map((entry) => entry.changedAt.getTime())))

/** Removes control characters that XML 1.0 does not allow. */
const xml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  escapeHtml(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))

const atom = ({ publication, site, selfPath }: FeedInput): string => {
  const { origin } = site
  const entries = publication.entries.map(
    (entry) => `<entry>
<id>${entry.id}</id>
<title>${xml(entry.title)}</title>
<link href="${xml(origin + entry.path)}"/>
<published>${entry.addedAt.toISOString()}</published>
<updated>${entry.changedAt.toISOString()}</updated>
<content type="html">${xml(entryHtml(entry, site))}</content>
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${publication.id}</id>
<title>${xml(publication.title)}</title>
<subtitle>${xml(publication.about)}</subtitle>
<link rel="self" type="application/atom+xml" href="${xml(origin + selfPath)}"/>
<link rel="alternate" type="text/html" href="${xml(origin + publication.path)}"/>
<author><name>${xml(site.name)}</name></author>
<updated>${changedAt(publication).toISOString()}</updated>
${entries.join('\n')}
</feed>
`
}

const json = ({ publication, site, selfPath }: FeedInput): string => {
  const { origin } = site
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: publication.title,
    home_page_url: origin + publication.path,
    feed_url: origin + selfPath,
    description: publication.about,
    ...(publication.picture && { icon: origin + publication.picture }),
    authors: [{ name: site.name, url: origin }],
    language: 'en',
    items: publication.entries.map((entry) => ({
      id: entry.id,
      url: origin + entry.path,
      title: entry.title,
      content_html: entryHtml(entry, site),
      ...(entry.picture && { image: pictureAddress(entry.picture, site) }),
      date_published: entry.addedAt.toISOString(),
      date_modified: entry.changedAt.toISOString(),
    })),
  })
}

export const FEED_WRITERS: Record<
  SyndicationFormat,
  { type: string; write: (feed: FeedInput) => string }
> = {
  atom: { type: 'application/atom+xml', write: atom },
  json: { type: 'application/feed+json', write: json },
}
