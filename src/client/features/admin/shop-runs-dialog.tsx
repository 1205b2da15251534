import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/state.tsx'
import type { AdminShop, AdminShopRun } from '#shared/contract/admin-shops.ts'
import styles from './admin-page.module.css'
import { timeText } from './date-text.ts'
import { ProblemLines } from './problem-lines.tsx'
import { useAction } from './use-action.ts'

const OUTCOMES: Record<AdminShopRun['outcome'], string> = {
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  failed: 'Failed',
}

/** The last runs of a feed, each with the items that could not be used. */
export const ShopRunsDialog = ({
  shop: { name, isRunning },
  onClose,
}: {
  shop: AdminShop
  onClose: () => void
}) => {
  const list = useQuery({
    // Read again when a run ends.
    queryKey: ['admin', 'shop-runs', name, isRunning],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/shops/:name/runs', { params: { name }, signal })).data.runs,
  })
  const force = useAction(
    () => api('POST /api/admin/shops/:name/run', { params: { name }, body: { force: true } }),
    `The feed of ${name} is being read`,
  )
  return (
    <Dialog isOpen onClose={onClose} title={name} description="The last runs of its feed.">
      {list.isError && <QueryError title="The runs could not be loaded" query={list} />}
      {list.isPending && <Skeleton />}
      {isRunning && <p aria-live="polite">Its feed is being read.</p>}
      {list.data?.length === 0 && !isRunning && (
        <p className="quiet">The feed has not been read yet.</p>
      )}
      {list.data?.[0]?.outcome === 'refused' && (
        <Button
          className="start"
          isBusy={force.isPending}
          onClick={() => force.mutate(undefined, { onSuccess: onClose })}
        >
          Take over the refused feed
        </Button>
      )}
      <ul className={styles.list} aria-label="Runs">
        {list.data?.map((run) => (
          <RunRow key={run.startedAt} run={run} />
        ))}
      </ul>
    </Dialog>
  )
}

const RunRow = ({ run }: { run: AdminShopRun }) => (
  <li className={classNames('stack gap-1', styles.entry)}>
    <p>
      <strong>{OUTCOMES[run.outcome]}</strong>{' '}
      <span className="quiet small">{timeText(run.startedAt)}</span>
    </p>
    {run.reason && <p className="problem">{run.reason}</p>}
    <p className="small">
      {run.items} items: {run.added} added, {run.changed} changed, {run.unavailable} no longer sold,{' '}
      {run.skipped} skipped
    </p>
    <ProblemLines
      problems={run.problems.map(([line, message]) => ({ line, message }))}
      total={run.problems.length}
    />
  </li>
)
