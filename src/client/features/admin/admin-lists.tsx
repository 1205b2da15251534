import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { toast } from '#client/ui/toast.ts'
import styles from './admin-page.module.css'

/** Runs an action of an administrator, then shows everything as it is now. */
export const useAction = <T,>(run: (given: T) => Promise<unknown>, done?: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => done && toast.show(done, { kind: 'success' }),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
}

/** A list that is loaded page by page. `load` gets nothing for the first page. */
export const usePages = <Page extends { next: string | null }>(
  key: readonly unknown[],
  load: (after: { after?: string }, signal: AbortSignal) => Promise<{ data: Page }>,
) =>
  useInfiniteQuery({
    queryKey: ['admin', ...key],
    queryFn: async ({ pageParam, signal }) =>
      (await load(pageParam ? { after: pageParam } : {}, signal)).data,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

type PagedQuery = {
  error: Error | null
  isError: boolean
  isPending: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type ShowMoreProps = { query: PagedQuery; count: number; what: string }

/** The end of a paged list: nothing found, a failure, or another page. */
const ShowMore = ({ query, count, what }: ShowMoreProps) => {
  if (query.isError) return <QueryError title={`Couldn’t load ${what}`} query={query} />
  if (!query.isPending && count === 0) return <EmptyState title={`No ${what}`} />
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

type PagedListProps<Item> = Omit<ShowMoreProps, 'count'> & {
  label: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** A list of rows, page by page. Each row is a list item with a key. */
export const PagedList = <Item,>({ query, what, label, items, children }: PagedListProps<Item>) => (
  <>
    <ul className={styles.list} aria-label={label} aria-busy={query.isFetching}>
      {items.map(children)}
    </ul>
    <ShowMore query={query} count={items.length} what={what} />
  </>
)

const PROBLEMS_SHOWN = 100

type ProblemLinesProps = {
  problems: readonly { line: number; message: string }[]
  total: number
}

/** The lines of a file or feed that could not be used. */
export const ProblemLines = ({ problems, total }: ProblemLinesProps) => {
  if (problems.length === 0) return null
  const first = problems.slice(0, PROBLEMS_SHOWN)
  return (
    <details>
      <summary className="small">
        {total === 1 ? '1 problem' : `${total.toLocaleString('en')} problems`}
      </summary>
      <ol className={styles.problems}>
        {first.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="small">
            Line {line}: {message}
          </li>
        ))}
      </ol>
      {total > first.length && <p className="quiet small">and {total - first.length} more</p>}
    </details>
  )
}
