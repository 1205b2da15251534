import { useQuery } from '@tanstack/react-query'
import { AllCelebrities } from '#client/catalog/all-celebrities.tsx'
import { CelebrityLink } from '#client/catalog/celebrity-card.tsx'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { LookLink } from '#client/catalog/look-link.tsx'
import { ProductCard } from '#client/catalog/product-card.tsx'
import { searchQuery } from '#client/catalog/queries.ts'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './results-page.module.css'

export const WordsResult = ({ words }: { words: string }) => {
  usePageTitle(words)
  const query = useQuery(searchQuery(words))
  const { data, isPending, isError } = query
  const isEmpty = data && data.celebrities.length === 0 && data.products.length === 0
  return (
    <div className="page">
      <PageHead kicker="Search results for" title={`“${words}”`} />
      {isError && <QueryError title="Search failed." query={query} />}
      {isEmpty && (
        <EmptyState title={RESULTS_TEXT.empty} action={<AllCelebrities />}>
          Try fewer or different words, such as a name, a brand or a type of clothing.
        </EmptyState>
      )}
      {data && data.celebrities.length > 0 && (
        <div className={styles.section}>
          <CardGrid
            kind="celebrities"
            items={data.celebrities}
            label="Celebrities found"
            renderCard={(celebrity) => (
              <CelebrityLink
                celebrity={celebrity}
                shape="celebrity"
                to={paths.celebritySearchResult.href([celebrity.name])}
              />
            )}
          />
        </div>
      )}
      {(isPending || (data && data.products.length > 0)) && (
        <>
          <CommissionNote className={styles.note} />
          <CardGrid
            kind="products"
            items={data?.products ?? []}
            label="Products found"
            isLoading={isPending}
            renderCard={(product) => (
              <ProductCard product={product}>
                <LookLink product={product} />
              </ProductCard>
            )}
          />
        </>
      )}
    </div>
  )
}
