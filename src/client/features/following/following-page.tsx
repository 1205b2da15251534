import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { Portrait } from '#client/catalog/people/celebrity-card.tsx'
import { followingQuery } from '#client/catalog/people/follow-button.tsx'
import { LookCard } from '#client/catalog/products/product-card.tsx'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { EmptyState, FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import type { followingCalls } from '#shared/contract/boards.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import styles from './following.module.css'
import { UI_TEXT } from '#client/ui/ui-messages.ts'
import { Name } from '#client/ui/name.tsx'

type FollowingData = ReplyOf<(typeof followingCalls)['GET /api/following']>['data']

const FIRST_ROW = 4

const Looks = ({ title, looks }: { title: string; looks: FollowingData['looks'] }) =>
  looks.length > 0 && (
    <section className="stack gap-4">
      <h2>{title}</h2>
      <CardGrid
        kind="products"
        label={title}
        items={looks.map((look) => ({ id: look.image, name: look.name, look }))}
        renderCard={({ look }, index) => <LookCard look={look} isPriority={index < FIRST_ROW} />}
      />
    </section>
  )

/** The looks of the people that the user follows. Opening the page marks them as seen. */
const Following = ({ people, looks }: FollowingData) => {
  const newest = looks[0]?.addedAt
  useEffect(() => {
    // If this fails, the next visit shows the same looks as new again.
    if (newest) api('POST /api/following/seen', { body: { until: newest } }).catch(() => undefined)
  }, [newest])
  const newLooks = looks.filter(({ isNew }) => isNew)
  return (
    <div className="page">
      <PageHead
        title={FOLLOWING_TEXT.title}
        kicker={
          newLooks.length > 0 ? FOLLOWING_TEXT.newLooks(newLooks.length) : FOLLOWING_TEXT.nothingNew
        }
      />
      <ul className={styles.people} aria-label={FOLLOWING_TEXT.title}>
        {people.map(({ name, image }) => (
          <li key={name}>
            <Link className={styles.person} to={paths.celebrity.href(name)}>
              <Portrait image={image} size={64} />
              <span className="small">
                <Name>{name}</Name>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="stack gap-6">
        <Looks title={FOLLOWING_TEXT.new} looks={newLooks} />
        <Looks title={FOLLOWING_TEXT.earlier} looks={looks.filter(({ isNew }) => !isNew)} />
      </div>
    </div>
  )
}

const FollowingPage = () => {
  usePageTitle(FOLLOWING_TEXT.title)
  const query = useQuery(followingQuery)
  const { data } = query
  if (query.isError) return <QueryError title={FOLLOWING_TEXT.notLoaded} query={query} />
  if (!data) return <FullPageSpinner message={UI_TEXT.loading} />
  if (data.people.length === 0)
    return (
      <EmptyState
        isPage
        title={FOLLOWING_TEXT.nobody}
        action={
          <ButtonLink variant="primary" to={paths.allCelebrities.href()}>
            {NAVIGATION_TEXT.allCelebrities}
          </ButtonLink>
        }
      >
        {FOLLOWING_TEXT.nobodyHint}
      </EmptyState>
    )
  return <Following {...data} />
}

export default FollowingPage
