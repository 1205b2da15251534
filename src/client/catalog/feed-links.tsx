import { SHARE_TEXT } from '#shared/product-messages.ts'
import { buildFeedPath, type SyndicationFormat, type SyndicationKind } from '#shared/syndication.ts'

const FORMATS: readonly (readonly [SyndicationFormat, string])[] = [
  ['rss', 'RSS'],
  ['atom', 'Atom'],
  ['json', 'JSON Feed'],
]

/** The feeds of a page, for feed readers. */
export const FeedLinks = ({ feed }: { feed: { kind: SyndicationKind; name: string } }) => (
  <section className="stack gap-2">
    <h3 className="quiet-heading">{SHARE_TEXT.feeds}</h3>
    <ul className="row wrap gap-2">
      {FORMATS.map(([format, name]) => (
        <li key={format}>
          <a className="row label chip" href={buildFeedPath(format, feed)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  </section>
)
