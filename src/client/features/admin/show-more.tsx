import { Button } from '#client/ui/button.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import styles from './admin-page.module.css'

type Listed = {
  error: Error | null
  isError: boolean
  isPending: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type ShowMoreProps = { query: Listed; count: number; what: string }

/** The end of a paged list: nothing found, a failure, or another page. */
export const ShowMore = ({ query, count, what }: ShowMoreProps) => {
  if (query.isError) return <QueryError title={`The ${what} could not be loaded`} query={query} />
  if (!query.isPending && count === 0) return <EmptyState title={`No ${what} found`} />
  if (!query.hasNextPage) return null
  return (
    <Button
      className={styles.more}
      isBusy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show more
    </Button>
  )
}
