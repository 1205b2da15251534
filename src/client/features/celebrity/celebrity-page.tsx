import { useState } from 'react'
import { useParams } from 'react-router'
import { Portrait } from '#client/catalog/celebrity-card.tsx'
import { HeadingNames, NoOneCalled } from '#client/catalog/celebrity-names.tsx'
import { FollowButton } from '#client/catalog/follow-button.tsx'
import { FilteredSelection, useSelectionProducts } from '#client/catalog/paged-products.tsx'
import { OfflineButton } from '#client/catalog/offline-products.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { CELEBRITY_TEXT, RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { FOLLOWING_TEXT } from '#shared/product-messages.ts'
import styles from './celebrity-page.module.css'
import { PersonSummary } from './person-summary.tsx'

const CelebrityPage = () => {
  const { celebrity: name = '' } = useParams()
  usePageTitle(CELEBRITY_TEXT.productsUsedBy(name))
  const products = useSelectionProducts([name])
  const { celebrities, unknown, total, isMore } = products
  const [celebrity] = celebrities
  const [isSummaryOpen, setSummaryOpen] = useState(false)
  if (unknown.length > 0) return <NoOneCalled isPage names={unknown} />
  return (
    <div className="page">
      <PageHead
        isOfList
        title={
          <span className="row gap-3">
            <span className={styles.portrait}>
              {celebrity && <Portrait image={celebrity.image} size="100%" />}
            </span>
            <span>
              <HeadingNames text={CELEBRITY_TEXT.productsUsedBy(name)} names={[name]} />
            </span>
          </span>
        }
        actions={celebrity && <FollowButton name={name} className={styles.follow} />}
      />
      {!products.hasFilters && <PersonSummary name={name} isOpenOnPhones={isSummaryOpen} />}
      <FilteredSelection
        products={products}
        label={CELEBRITY_TEXT.productsUsedBy(name)}
        end={celebrity && <OfflineButton subject={{ celebrity: name }} />}
        start={
          <>
            {total !== undefined && (
              <p className="quiet label">{RESULTS_TEXT.productsFound(total, isMore)}</p>
            )}
            {celebrity && (
              <ButtonLink to={paths.celebritySearchResult.href([name])}>See all looks</ButtonLink>
            )}
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
