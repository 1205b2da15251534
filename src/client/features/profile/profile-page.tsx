import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import {
  refreshOwnLists,
  useMyProducts,
  useMyScans,
  useSavedProducts,
} from '#client/account/own-products.ts'
import { ProfilePhoto } from '#client/account/profile-photo.tsx'
import { useSession } from '#client/account/session.ts'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { CommissionNote } from '#client/catalog/products/shop-link.tsx'
import { api } from '#client/lib/api.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { useGrowingCount } from '#client/lib/use-paged-list.ts'
import { Button, ButtonLink, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { MY_SCANS_TEXT, PROFILE_TEXT } from '#shared/account-messages.ts'
import { SCAN_HISTORY } from '#shared/finder-constants.ts'
import type { ScanSummary } from '#shared/contract/library.ts'
import type { Account } from '#shared/contract/session.ts'
import { describeObject } from '#shared/domain/object-label.ts'
import { capitalize } from '#shared/domain/text.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths, parseProfileTab } from '#shared/paths.ts'
import { ProductList } from './product-list.tsx'
import styles from './profile.module.css'

const FRAME_RATIO = 5 / 4

/** 'Navy coat, straw hat and 2 more' */
const formatCaption = ({ names, objects }: ScanSummary) =>
  capitalize(
    MY_SCANS_TEXT.caption(MY_SCANS_TEXT.objects(names.map(describeObject)), objects - names.length),
  )

type ScanCardProps = { scan: ScanSummary; onDelete: () => void }

/** A scan by its photo; one tap shows it again. */
const ScanCard = ({ scan, onDelete }: ScanCardProps) => (
  <article className={styles.scan}>
    <Link
      className={classNames('stack gap-2', styles.openScan)}
      to={paths.addProductPhoto.href(scan.photo)}
      aria-label={MY_SCANS_TEXT.openScan(formatCaption(scan))}
    >
      <Picture url={scan.photo} frameRatio={FRAME_RATIO} shape="product" />
      <span className="stack">
        <span className={classNames('label', styles.scanNames)}>{formatCaption(scan)}</span>
        <time className="quiet small" dateTime={scan.scanned_at}>
          {formatDay(scan.scanned_at)}
        </time>
      </span>
    </Link>
    <IconButton
      className={styles.deleteScan}
      icon="trash"
      label={MY_SCANS_TEXT.deleteScan(formatCaption(scan))}
      variant="raised"
      onClick={onDelete}
    />
  </article>
)

const MyScans = ({ uid }: { uid: string }) => {
  const { query, scans } = useMyScans(uid)
  const queries = useQueryClient()
  /** The scan that the dialog asks about, or all of them. */
  const [toDelete, setToDelete] = useState<{ photo: string } | 'all' | null>(null)
  const { count, sentinel } = useGrowingCount(scans.length)
  const { mutate, isPending } = useAction(
    (scan: { photo: string } | 'all') =>
      scan === 'all' ? api('DELETE /api/my-scans') : api('DELETE /api/my-scan', { query: scan }),
    {
      onSettled: () => {
        setToDelete(null)
        return refreshOwnLists(queries)
      },
    },
  )

  if (query.isError) return <QueryError title={PROFILE_TEXT.scansNotLoaded} query={query} />
  if (!query.isPending && scans.length === 0)
    return (
      <EmptyState
        title={MY_SCANS_TEXT.none}
        action={
          <ButtonLink variant="primary" to={paths.addProductPhoto.href()}>
            {NAVIGATION_TEXT.uploadProduct}
          </ButtonLink>
        }
      >
        {MY_SCANS_TEXT.noneHint}
      </EmptyState>
    )
  return (
    <div className={classNames('stack gap-5', styles.grid)}>
      <div className="row wrap between gap-3">
        <p className="quiet label">{MY_SCANS_TEXT.limit(SCAN_HISTORY.scans)}</p>
        <Button variant="quiet" icon="trash" onClick={() => setToDelete('all')}>
          {MY_SCANS_TEXT.deleteAll}
        </Button>
      </div>
      <CardGrid
        kind="products"
        label={MY_SCANS_TEXT.title}
        isLoading={query.isPending}
        items={scans
          .slice(0, count)
          .map((scan) => ({ id: scan.photo, name: formatCaption(scan), scan }))}
        renderCard={({ scan }) => (
          <ScanCard scan={scan} onDelete={() => setToDelete({ photo: scan.photo })} />
        )}
      />
      <div ref={sentinel} />
      <ConfirmDialog
        isOpen={toDelete !== null}
        title={
          toDelete === 'all'
            ? MY_SCANS_TEXT.deleteAllQuestion(scans.length)
            : MY_SCANS_TEXT.deleteOneQuestion
        }
        description={
          toDelete === 'all'
            ? MY_SCANS_TEXT.deleteAllExplanation
            : MY_SCANS_TEXT.deleteOneExplanation
        }
        isBusy={isPending}
        onConfirm={() => {
          if (toDelete) mutate(toDelete)
        }}
        onClose={() => setToDelete(null)}
      />
    </div>
  )
}

const ProfileHead = ({ user }: { user: Account }) => (
  <header className={classNames('row wrap', styles.head)}>
    <ProfilePhoto user={user} />
    <div className={classNames('stack gap-1', styles.words)}>
      <h1>{user.displayName}</h1>
      {user.email && <p className="quiet">{user.email}</p>}
    </div>
    <ButtonLink className={styles.settings} to={paths.accountSettings.href()}>
      {NAVIGATION_TEXT.accountSettings}
    </ButtonLink>
  </header>
)

const ProfilePage = () => {
  usePageTitle(NAVIGATION_TEXT.myProfile)
  const { user } = useSession()
  // The guard admits only signed-in users; there is none for a moment while signing out.
  return user ? <Profile user={user} /> : null
}

const Profile = ({ user }: { user: Account }) => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const tab = parseProfileTab(hash)
  const myProducts = useMyProducts(user.uid)
  const savedProducts = useSavedProducts(user.uid)
  const { query: scansQuery, scans } = useMyScans(user.uid)
  const list = {
    'saved-products': savedProducts,
    'my-products': myProducts,
    'my-scans': null,
  }[tab]
  return (
    <div className="page">
      <ProfileHead user={user} />
      <Tabs
        label={PROFILE_TEXT.yourProducts}
        tabs={[
          {
            value: 'my-products',
            label: myProducts.isLoading
              ? PROFILE_TEXT.myProductsLoading
              : PROFILE_TEXT.myProducts(myProducts.products.length),
          },
          {
            value: 'saved-products',
            label: savedProducts.isLoading
              ? PROFILE_TEXT.savedProductsLoading
              : PROFILE_TEXT.savedProducts(savedProducts.products.length),
          },
          {
            value: 'my-scans',
            label: scansQuery.isPending
              ? MY_SCANS_TEXT.tabLoading
              : MY_SCANS_TEXT.tab(scans.length),
          },
        ]}
        value={tab}
        onChange={(next) =>
          void navigate(paths.profile.href(next), { replace: true, preventScrollReset: true })
        }
      >
        {tab === 'my-scans' ? (
          <MyScans uid={user.uid} />
        ) : tab === 'saved-products' ? (
          <ProductList
            list={savedProducts}
            label={PROFILE_TEXT.savedList}
            emptyText={PROFILE_TEXT.noneSaved}
            emptyHint={PROFILE_TEXT.noneSavedHint}
            emptyAction={<FeedLink isPrimary />}
          />
        ) : (
          <ProductList
            list={myProducts}
            label={PROFILE_TEXT.ownList}
            emptyText={PROFILE_TEXT.noneAdded}
            emptyHint={PROFILE_TEXT.noneAddedHint}
            emptyAction={
              <ButtonLink variant="primary" to={paths.addProductPhoto.href()}>
                {NAVIGATION_TEXT.uploadProduct}
              </ButtonLink>
            }
            isOwn
          />
        )}
      </Tabs>
      {list && list.products.length > 0 && <CommissionNote className={styles.note} />}
    </div>
  )
}

export default ProfilePage
