import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RecentSignInButton } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { handleFiles } from '#client/ui/fields.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import type { AdminShop, AdminShopRun } from '#shared/contract/admin-catalog.ts'
import styles from './admin-page.module.css'
import {
  AdminList,
  ProblemLines,
  formatTime,
  useAdminAction,
  useAdminQuery,
} from './admin-parts.tsx'
import { nameCategory } from './name-category.ts'
import { NewShopForm } from './new-shop.tsx'
import { uploadFile } from './upload-file.tsx'
import { SHOPS_TEXT } from './shops-messages.ts'
import { ADMIN_TEXT } from './admin-messages.ts'

const POLL_MS = 2_000

export const ShopsTab = () => {
  const [openName, setOpenName] = useState<string | null>(null)
  const list = useAdminQuery('shops', (signal) => api('GET /api/admin/shops', { signal }), {
    pollMs: (data) => (data?.shops.some(({ isRunning }) => isRunning) ? POLL_MS : false),
  })
  const open = list.data?.shops.find(({ name }) => name === openName)
  return (
    <>
      <NewShopForm />
      <AdminList
        query={list}
        label={SHOPS_TEXT.list}
        notLoaded={SHOPS_TEXT.notLoaded}
        empty={SHOPS_TEXT.empty}
        items={list.data?.shops ?? []}
      >
        {(shop) => <ShopRow key={shop.name} shop={shop} onOpen={() => setOpenName(shop.name)} />}
      </AdminList>
      {open && <ShopRunsDialog key={open.name} shop={open} onClose={() => setOpenName(null)} />}
    </>
  )
}

const ShopRow = ({ shop, onOpen }: { shop: AdminShop; onOpen: () => void }) => {
  const { name, lastRun } = shop
  const hasFailed = lastRun?.outcome === 'failed' || lastRun?.outcome === 'refused'
  const problem =
    hasFailed &&
    SHOPS_TEXT.runProblem[lastRun.outcome === 'failed' ? 'failed' : 'refused'](
      formatTime(lastRun.endedAt),
      lastRun.reason ?? '',
    )
  const [isRemoving, setIsRemoving] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const run = useAdminAction(async (file: File | null) => {
    const body = file ? { source: `upload:${await uploadFile(file, { feed: true })}` } : {}
    await api('POST /api/admin/shops/:name/run', { params: { name }, body })
  }, SHOPS_TEXT.readingOf(name))
  const remove = useAdminAction(
    () => api('DELETE /api/admin/shops/:name', { params: { name } }),
    SHOPS_TEXT.removed(name),
  )
  return (
    <li className={styles.row}>
      <button type="button" className={styles.name} onClick={onOpen}>
        <Name>{name}</Name>
      </button>
      <span className="small">
        <span className="quiet">{shop.source}</span>
        {problem && <span className={classNames('problem', styles.reason)}>{problem}</span>}
      </span>
      <span className="small">
        {shop.isRunning ? SHOPS_TEXT.isReading : SHOPS_TEXT.offers(shop.offers)}
        <span className={classNames('quiet small', styles.when)}>
          {' '}
          {shop.isUpload ? SHOPS_TEXT.fromFile : (shop.every ?? SHOPS_TEXT.manual)}
        </span>
      </span>
      <span className="row wrap gap-2">
        <Button
          aria-label={shop.isUpload ? SHOPS_TEXT.uploadFileOf(name) : SHOPS_TEXT.readFeedOf(name)}
          isBusy={run.isPending || shop.isRunning}
          onClick={() => (shop.isUpload ? chooser.current?.click() : run.mutate(null))}
        >
          {shop.isUpload ? SHOPS_TEXT.newFile : SHOPS_TEXT.readNow}
        </Button>
        {shop.isUpload && (
          <input
            ref={chooser}
            hidden
            type="file"
            aria-label={SHOPS_TEXT.newFileOf(name)}
            onChange={handleFiles(([file]) => run.mutate(file))}
          />
        )}
        <RecentSignInButton
          action={`remove-shop-${name}`}
          run={() => setIsRemoving(true)}
          aria-label={SHOPS_TEXT.removeOf(name)}
        >
          {ADMIN_TEXT.remove}
        </RecentSignInButton>
      </span>
      <ConfirmDialog
        isOpen={isRemoving}
        title={SHOPS_TEXT.removeQuestion(name)}
        description={SHOPS_TEXT.removeExplanation}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsRemoving(false) })}
        onClose={() => setIsRemoving(false)}
      />
    </li>
  )
}

/** The last runs of a feed, each with the items that could not be used. */
const ShopRunsDialog = ({
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
  const force = useAdminAction(
    () => api('POST /api/admin/shops/:name/run', { params: { name }, body: { force: true } }),
    SHOPS_TEXT.readingOf(name),
  )
  return (
    <Dialog isOpen onClose={onClose} title={name} description={SHOPS_TEXT.runsLead}>
      {list.isError && <QueryError title={SHOPS_TEXT.runsNotLoaded} query={list} />}
      {list.isPending && <Skeleton />}
      {isRunning && <p aria-live="polite">{SHOPS_TEXT.isReadingFeed}</p>}
      {list.data?.length === 0 && !isRunning && <p className="quiet">{SHOPS_TEXT.neverRead}</p>}
      {list.data?.[0]?.outcome === 'refused' && (
        <Button
          className="start"
          isBusy={force.isPending}
          onClick={() => force.mutate(undefined, { onSuccess: onClose })}
        >
          {SHOPS_TEXT.importAnyway}
        </Button>
      )}
      <ul className={styles.list} aria-label={SHOPS_TEXT.runs}>
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
      <strong>{SHOPS_TEXT.outcomes[run.outcome]}</strong>{' '}
      <span className="quiet small">{formatTime(run.startedAt)}</span>
    </p>
    {run.reason && <p className="problem">{run.reason}</p>}
    <p className="small">
      {SHOPS_TEXT.runCounts(run.items, run.added, run.changed, run.unavailable, run.skipped)}
    </p>
    {run.leftOut > 0 && (
      <p className="small">
        {SHOPS_TEXT.leftOut(
          run.leftOut,
          Object.entries(run.leftOutBy)
            .toSorted(([, a], [, b]) => b - a)
            .map(([category, items]) => `${nameCategory(category)} ${items}`),
        )}
      </p>
    )}
    <ProblemLines
      problems={run.problems.map(([line, message]) => ({ line, message }))}
      total={run.problems.length}
    />
  </li>
)
