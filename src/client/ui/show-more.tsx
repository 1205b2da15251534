import { Button } from './button.tsx'

/** A list that is loaded page by page. */
export type PagedList = {
  isFetchingNextPage?: boolean
  hasNextPage?: boolean
  fetchNextPage?: () => unknown
}

type ShowMoreProps = { query: PagedList; className?: string | undefined }

/** The button at the end of a list that goes on. */
export const ShowMore = ({ query, className }: ShowMoreProps) =>
  query.hasNextPage ? (
    <Button
      className={className}
      isBusy={query.isFetchingNextPage ?? false}
      onClick={() => query.fetchNextPage?.()}
    >
      Show more
    </Button>
  ) : null
