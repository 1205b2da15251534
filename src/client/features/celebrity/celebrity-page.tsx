import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { LookRow } from '#client/catalog/products/card-grid.tsx'
import { Portrait } from '#client/catalog/people/celebrity-card.tsx'
import { HeadingNames, NoOneCalled } from '#client/catalog/people/celebrity-names.tsx'
import { FollowButton } from '#client/catalog/people/follow-button.tsx'
import {
  FilteredSelection,
  useSelectionProducts,
} from '#client/catalog/products/paged-products.tsx'
import { OfflineButton } from '#client/catalog/photo-search/offline-products.tsx'
import { createPersonQuery } from '#client/catalog/queries.ts'
import { ShareButton } from '#client/catalog/share-button.tsx'
import { KeptMarkup } from '#client/lib/kept-markup.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { Name } from '#client/ui/name.tsx'
import type { PersonSummary as Summary } from '#shared/contract/catalog.ts'
import { capitalize } from '#shared/domain/text.ts'
import { CELEBRITY_TEXT } from '#shared/celebrity-messages.ts'
import { NAVIGATION_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { isOfOneKind } from '#shared/product-filters.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { buildEmbedPath } from '#shared/syndication.ts'
import styles from './celebrity-page.module.css'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'

type MostWornProps = {
  name: string
  title: string
  facet: 'brand' | 'colour'
  counts: Summary['brands']
}

/** The person's most worn brands or colours; each links to the products. */
const MostWorn = ({ name, title, facet, counts }: MostWornProps) =>
  counts.length > 0 && (
    <section className="stack gap-2">
      <h2 className="quiet-heading">{title}</h2>
      <ul className={styles.chips}>
        {counts.map(({ name: value, count }) => (
          <li key={value}>
            <Link
              className="row gap-2 label chip"
              to={{
                pathname: paths.celebrity.href(name),
                search: new URLSearchParams({ [facet]: value }).toString(),
              }}
            >
              {facet === 'colour' ? getColorLabel(value) : <Name>{capitalize(value)}</Name>}
              <span className="quiet small">
                <span className="visually-hidden">: </span>
                {count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )

type LooksAndMostWornProps = { name: string; summary: Summary }

const LooksAndMostWorn = ({ name, summary }: LooksAndMostWornProps) => {
  const { looks, brands, colours } = summary
  return (
    <>
      {looks.length > 0 && (
        <section className="stack gap-2">
          <h2 className="quiet-heading">{FOLLOWING_TEXT.looks}</h2>
          <LookRow looks={looks} caption="day" />
        </section>
      )}
      <div className={classNames('stack gap-4', styles.mostWorn)}>
        <MostWorn name={name} title={FOLLOWING_TEXT.brands} facet="brand" counts={brands} />
        <MostWorn name={name} title={FOLLOWING_TEXT.colours} facet="colour" counts={colours} />
      </div>
    </>
  )
}

type PersonSummaryProps = { name: string; isOpenOnPhones: boolean }

/** Looks by date, most worn brands and colours. */
const PersonSummary = ({ name, isOpenOnPhones }: PersonSummaryProps) => {
  const { data } = useQuery(createPersonQuery(name))
  if (!data) return null
  return (
    <div className={classNames('stack gap-5', styles.summary, isOpenOnPhones && styles.open)}>
      <KeptMarkup cacheKey={['summary', name, data]}>
        <LooksAndMostWorn name={name} summary={data} />
      </KeptMarkup>
    </div>
  )
}

const CelebrityPage = () => {
  const { celebrity: givenName = '' } = useParams()
  const products = useSelectionProducts([givenName])
  const { celebrities, unknown, total, isMore } = products
  const [celebrity] = celebrities
  // The address may spell the name differently.
  const name = celebrity?.name ?? givenName
  const { applied, filters } = products.bar
  const [kind] = isOfOneKind(filters, applied) ? applied : []
  const title = kind
    ? CELEBRITY_TEXT.kindUsedBy(kind.label, name)
    : CELEBRITY_TEXT.productsUsedBy(name)
  usePageTitle(title)
  const { data: { creatorPage } = {} } = useQuery({
    ...createPersonQuery(name),
    enabled: celebrity !== undefined,
  })
  const [isSummaryOpen, setSummaryOpen] = useState(false)
  if (unknown.length > 0) return <NoOneCalled isPage names={unknown} />
  // Beside the title on wide screens, where the row of buttons would need two lines.
  const creatorLink = creatorPage && (
    <ButtonLink to={paths.creator.href(creatorPage)}>{NAVIGATION_TEXT.creatorPage}</ButtonLink>
  )
  return (
    <div className="page">
      <PageHead
        isOfList
        title={
          <span className={classNames('row gap-3', styles.title)}>
            <span className={styles.portrait}>
              {celebrity && <Portrait image={celebrity.image} size="100%" />}
            </span>
            <span>
              <HeadingNames text={title} names={[name]} />
            </span>
          </span>
        }
        actions={
          celebrity && (
            <>
              <span className={styles.onWide}>{creatorLink}</span>
              <FollowButton name={name} className={styles.follow} />
            </>
          )
        }
      />
      {!products.hasFilters && <PersonSummary name={name} isOpenOnPhones={isSummaryOpen} />}
      <FilteredSelection
        products={products}
        label={title}
        end={celebrity && <OfflineButton subject={{ celebrity: name }} />}
        start={
          <>
            {total !== undefined && (
              <p className="quiet label">{RESULTS_TEXT.productsFound(total, isMore)}</p>
            )}
            {celebrity && (
              <ButtonLink to={paths.celebritySearchResult.href([name])}>
                {CELEBRITY_TEXT.seeAllLooks}
              </ButtonLink>
            )}
            {celebrity && (
              <ShareButton
                title={name}
                path={paths.celebrity.href(name)}
                embedPath={buildEmbedPath('person', name)}
                feed={{ kind: 'person', name }}
              />
            )}
            <span className={styles.onPhones}>{creatorLink}</span>
            {celebrity && !products.hasFilters && (
              <Button
                className={styles.summaryButton}
                aria-expanded={isSummaryOpen}
                onClick={() => setSummaryOpen(!isSummaryOpen)}
              >
                {FOLLOWING_TEXT.summary}
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}

export default CelebrityPage
