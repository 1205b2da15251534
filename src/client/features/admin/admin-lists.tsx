import {
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDelete } from '#client/ui/dialog.tsx'
import { type PagedList, ShowMore } from '#client/ui/show-more.tsx'
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

type Action = Pick<UseMutationResult, 'isPending' | 'mutate'>
type ActionButtonProps = ComponentProps<typeof Button> & { action: Action }

export const ActionButton = ({ action, ...rest }: ActionButtonProps) => (
  <Button isBusy={action.isPending} onClick={() => action.mutate(undefined)} {...rest} />
)

type RemoveButtonProps = { label: string; title: string; description: string; action: Action }

/** Asks before it removes. */
export const RemoveButton = ({ label, title, description, action }: RemoveButtonProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button aria-label={label} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <ConfirmDelete
        isOpen={isAsking}
        title={title}
        description={description}
        isBusy={action.isPending}
        onConfirm={() => action.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}

/** The trimmed texts of a form, by the names of its fields. */
export const textsOf = (form: HTMLFormElement) => {
  const given = new FormData(form)
  return (name: string): string => {
    const value = given.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}

type Polling<T> = { pollMs?: number | ((data: T | undefined) => number | false) }

/** What is read again after every action. */
export const useAdminQuery = <T,>(
  key: string,
  load: (signal: AbortSignal) => Promise<{ data: T }>,
  { pollMs = 0 }: Polling<T> = {},
) =>
  useQuery({
    queryKey: ['admin', key],
    queryFn: async ({ signal }) => (await load(signal)).data,
    refetchInterval: ({ state }) =>
      typeof pollMs === 'number' ? pollMs || false : pollMs(state.data),
  })

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

type ListQuery = {
  error: Error | null
  isError: boolean
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
} & PagedList

type ListEndProps = { query: ListQuery; count: number; what: string; empty?: string }

/** The end of a paged list: nothing found, a failure, or another page. */
const ListEnd = ({ query, count, what, empty = `No ${what}` }: ListEndProps) => {
  if (query.isError) return <QueryError what={what} query={query} />
  if (!query.isPending && count === 0) return <EmptyState title={empty} />
  return <ShowMore query={query} className={styles.more} />
}

type AdminListProps<Item> = Omit<ListEndProps, 'count'> & {
  label: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** A list of rows. Each row is a list item with a key. */
export const AdminList = <Item,>({ label, items, children, ...state }: AdminListProps<Item>) => (
  <>
    <ul className={styles.list} aria-label={label} aria-busy={state.query.isFetching}>
      {items.map(children)}
    </ul>
    <ListEnd {...state} count={items.length} />
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
