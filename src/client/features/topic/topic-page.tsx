import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { LookCard } from '#client/catalog/products/product-card.tsx'
import { createTopicQuery } from '#client/catalog/queries.ts'
import { ShareButton } from '#client/catalog/share-button.tsx'
import { ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { EmptyState, FullPageSpinner, QueryError, ShowMore } from '#client/ui/state.tsx'
import type { TopicPage as TopicPageData } from '#shared/contract/catalog.ts'
import { formatEpisode, TOPIC_KINDS } from '#shared/domain/topic.ts'
import { paths } from '#shared/paths.ts'
import { TOPIC_TEXT } from '#shared/topic-messages.ts'
import { buildEmbedPath } from '#shared/syndication.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

type Look = TopicPageData['looks'][number]

/** Looks of one episode, in the order in which the server lists them. */
const groupByEpisode = (looks: readonly Look[]) => {
  const groups = new Map<string, Look[]>()
  for (const look of looks) {
    const title = formatEpisode(look)
    groups.set(title, [...(groups.get(title) ?? []), look])
  }
  return [...groups].map(([title, items]) => ({ title, items }))
}

/** The looks with a tag, of an event, or of a show by its episodes. */
const TopicPage = () => {
  const { name: givenName = '' } = useParams()
  const [, first] = useLocation().pathname.split('/')
  const kind = TOPIC_KINDS.find((value) => value === first) ?? 'tag'
  const query = useInfiniteQuery(createTopicQuery(kind, givenName))
  const { data, error } = query
  const name = data?.pages[0]?.name ?? null
  usePageTitle(name)
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState isPage title={TOPIC_TEXT.notFound} action={<FeedLink />} />
  if (error) return <QueryError title={TOPIC_TEXT.notLoaded} query={query} />
  if (!data || name === null) return <FullPageSpinner message={UI_TEXT.loading} />
  const groups = groupByEpisode(data.pages.flatMap(({ looks }) => looks))
  return (
    <div className="page stack gap-5">
      <PageHead
        kicker={TOPIC_TEXT.kinds[kind]}
        title={name}
        actions={
          <ShareButton
            title={name}
            path={paths[kind].href(name)}
            embedPath={buildEmbedPath(kind, name)}
            feed={{ kind, name }}
          />
        }
      />
      {groups.map(({ title, items }) => (
        <section key={title} className="stack gap-4">
          {groups.length > 1 || title ? <h2>{title || TOPIC_TEXT.noEpisode}</h2> : null}
          <CardGrid
            kind="products"
            label={title || TOPIC_TEXT.looks}
            items={items.map((look) => ({ ...look, id: look.image }))}
            isLoading={false}
            renderCard={(look) => <LookCard look={look} />}
          />
        </section>
      ))}
      <ShowMore query={query} />
    </div>
  )
}

export default TopicPage
