import { useInfiniteQuery, type UseMutationResult, useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { createPagedQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState, type PagedList, QueryError, ShowMore } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import styles from './admin-page.module.css'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { ADMIN_TEXT } from './admin-messages.ts'
import { formatDecimal } from '#shared/domain/decimal.ts'
import { WithVerbatim } from '#client/ui/with-verbatim.tsx'

/** A moment as an administrator compares them: always of the same width. */
export const formatDate = (moment: string | null): string =>
  moment === null ? ADMIN_TEXT.never : new Date(moment).toLocaleDateString('sv-SE')

export const formatTime = (moment: string): string => new Date(moment).toLocaleString('sv-SE')

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Such as '12 MB'. */
export const formatBytes = (bytes: number): string => {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? formatDecimal(value) : Math.round(value)} ${UNITS[step]}`
}

/** An action of an administrator; everything on the page is fetched again after it. */
export const useAdminAction = <Data, Input = void>(
  run: (input: Input) => Promise<Data>,
  done?: string,
) => useAction(run, { done, refresh: [['admin']] })

type Action = Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutate'>
type ActionButtonProps = ComponentProps<typeof Button> & { action: Action }

export const ActionButton = ({ action, ...rest }: ActionButtonProps) => (
  <Button isBusy={action.isPending} onClick={() => action.mutate()} {...rest} />
)

type Polling<T> = { pollMs?: number | ((data: T | undefined) => number | false) }

/** A query that is fetched again after every action of an administrator. */
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

/** A list that is loaded page by page: `query` and `items` are for AdminList. */
export const useAdminPages = <Page extends { next: string | null }, Item>(
  key: readonly unknown[],
  load: (after: { after?: string }, signal: AbortSignal) => Promise<{ data: Page }>,
  itemsOf: (page: Page) => Item[],
) => {
  const query = useInfiniteQuery(createPagedQuery(['admin', ...key], load))
  return { query, items: query.data?.pages.flatMap(itemsOf) ?? [], first: query.data?.pages[0] }
}

type ListQuery = {
  error: Error | null
  isError: boolean
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
} & PagedList

type ListEndProps = {
  query: ListQuery
  count: number /** The sentence for a list that could not be loaded. */
  notLoaded: string
  empty: string
}

/** What follows the rows: that there are none, that loading failed, or the button for more. */
const ListEnd = ({ query, count, notLoaded, empty }: ListEndProps) => {
  if (query.isError) return <QueryError title={notLoaded} query={query} />
  if (!query.isPending && count === 0) return <EmptyState title={empty} />
  return <ShowMore query={query} className={styles.more} />
}

type AdminListProps<Item> = Omit<ListEndProps, 'count'> & {
  label: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** A list of rows; each child is a list item with a key. */
export const AdminList = <Item,>({ label, items, children, ...state }: AdminListProps<Item>) => (
  <>
    <ul className={styles.list} aria-label={label} aria-busy={state.query.isFetching}>
      {items.map(children)}
    </ul>
    <ListEnd {...state} count={items.length} />
  </>
)

const MAX_PROBLEMS = 100

type ProblemLinesProps = {
  problems: readonly { line: number; message: string }[]
  total: number
}

/** The lines of a file or feed that could not be used. */
export const ProblemLines = ({ problems, total }: ProblemLinesProps) => {
  if (problems.length === 0) return null
  const first = problems.slice(0, MAX_PROBLEMS)
  return (
    <details>
      <summary className="small">
        {ADMIN_TEXT.problems(total, total.toLocaleString(LOCALE_TEXT.locale))}
      </summary>
      <ol className={styles.problems}>
        {first.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="small">
            <WithVerbatim text={ADMIN_TEXT.problemOfLine(line, message)} parts={[message]} />
          </li>
        ))}
      </ol>
      {total > first.length && (
        <p className="quiet small">{ADMIN_TEXT.more(total - first.length)}</p>
      )}
    </details>
  )
}

type FactProps = { name: string; problem?: string | null; children: ReactNode }

/** A row of a list of facts (`styles.facts`), with what is wrong, if anything is. */
export const Fact = ({ name, problem, children }: FactProps) => (
  <div className={styles.fact}>
    <dt className="quiet">{name}</dt>
    <dd>
      {children}
      {problem && <bdi className={classNames('problem', styles.reason)}>{problem}</bdi>}
    </dd>
  </div>
)
