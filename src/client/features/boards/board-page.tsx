import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { createBoardQuery, boardsQuery, useBoardChange } from '#client/catalog/boards/boards.ts'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { CommissionNote } from '#client/catalog/products/shop-link.tsx'
import { api, ApiError } from '#client/lib/api.ts'
import { CURRENCY_OPTIONS } from '#client/lib/preferences.ts'
import { formatDay } from '#client/lib/format-day.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { Checkbox, ChoiceField, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { copyLink } from '#client/ui/share-link.ts'
import { EmptyState, FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { BOARDS } from '#shared/studio-constants.ts'
import type { Board, BoardItem } from '#shared/contract/boards.ts'
import { DAY_MS } from '#shared/durations.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { BoardHead, BoardItems, getItemName } from './board-view.tsx'
import styles from './boards.module.css'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

/** Shows who can see the board. */
const ShareState = ({ share }: Pick<Board, 'share'>) => (
  <p className="quiet small">
    {share === null
      ? BOARD_TEXT.private
      : share.until === null
        ? BOARD_TEXT.shared
        : BOARD_TEXT.sharedUntil(formatDay(share.until, 'long'))}
  </p>
)

type Ending = keyof typeof BOARD_TEXT.endings

const computeLinkEnd = (ending: Ending): string | null =>
  ending === 'never' ? null : new Date(Date.now() + Number(ending) * DAY_MS).toISOString()

type ShareBoardProps = { board: Board; onClose: () => void }

/** Creates, shows and revokes the link of a board. */
const ShareBoard = ({ board, onClose }: ShareBoardProps) => {
  const params = { id: board.id }
  const { user } = useSession()
  const isPublisher = Boolean(user?.publisherRole ?? user?.isAdmin)
  const [isPublic, setIsPublic] = useState(board.share?.isPublic ?? false)
  const [ending, setEnding] = useState<Ending>('never')
  const share = useBoardChange(board.id, () =>
    api('PUT /api/boards/:id/share', { params, body: { until: computeLinkEnd(ending), isPublic } }),
  )
  const revoke = useBoardChange(board.id, () => api('DELETE /api/boards/:id/share', { params }))
  const link = board.share && location.origin + paths.sharedBoard.href(board.share.token)
  return (
    <Dialog isOpen onClose={onClose} title={BOARD_TEXT.share}>
      <div className="stack gap-4">
        <ShareState share={board.share} />
        {link && (
          <>
            <p className={styles.link}>
              <a href={link}>{link}</a>
            </p>
            <div className="row wrap gap-3">
              <Button variant="primary" icon="copy" onClick={() => void copyLink(link)}>
                {BOARD_TEXT.copyLink}
              </Button>
              <Button isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
                {BOARD_TEXT.revoke}
              </Button>
            </div>
          </>
        )}
        <ChoiceField
          label={BOARD_TEXT.ends}
          options={BOARD_TEXT.endings}
          value={ending}
          onChange={setEnding}
        />
        {isPublisher && (
          <Checkbox
            label={CREATOR_TEXT.public}
            checked={isPublic}
            onChange={({ target }) => setIsPublic(target.checked)}
          />
        )}
        <Button
          className="start"
          variant={link ? 'secondary' : 'primary'}
          isBusy={share.isPending}
          onClick={() => share.mutate()}
        >
          {link ? BOARD_TEXT.changeShare : BOARD_TEXT.makeLink}
        </Button>
      </div>
    </Dialog>
  )
}

type DialogProps = { board: Board; onClose: () => void }

const EditBoard = ({ board, onDelete, onClose }: DialogProps & { onDelete: () => void }) => {
  const params = { id: board.id }
  const [title, setTitle] = useState(board.title)
  const [about, setAbout] = useState(board.about)
  const [currency, setCurrency] = useState(board.total.currency)
  const { mutate, isPending } = useBoardChange(board.id, () =>
    api('PATCH /api/boards/:id', { params, body: { title, about, currency } }),
  )
  return (
    <Dialog isOpen onClose={onClose} title={BOARD_TEXT.edit}>
      <Form onSubmit={() => mutate(undefined, { onSuccess: onClose })}>
        <TextField
          label={BOARD_TEXT.name}
          value={title}
          required
          maxLength={BOARDS.titleChars}
          onChange={setTitle}
        />
        <TextField
          label={BOARD_TEXT.about}
          value={about}
          maxLength={BOARDS.aboutChars}
          onChange={setAbout}
        />
        <ChoiceField
          label={BOARD_TEXT.currency}
          options={CURRENCY_OPTIONS}
          value={currency}
          onChange={setCurrency}
        />
        <div className="row wrap between gap-3">
          <Button type="submit" variant="primary" isBusy={isPending}>
            {BOARD_TEXT.save}
          </Button>
          <Button icon="trash" onClick={onDelete}>
            {BOARD_TEXT.delete}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const EditNote = ({ board, item, onClose }: DialogProps & { item: BoardItem }) => {
  const [note, setNote] = useState(item.note)
  const { mutate, isPending } = useBoardChange(board.id, () =>
    api('PATCH /api/boards/:id/items/:item', {
      params: { id: board.id, item: item.id },
      body: { note },
    }),
  )
  return (
    <Dialog isOpen onClose={onClose} title={getItemName(item)}>
      <Form onSubmit={() => mutate(undefined, { onSuccess: onClose })}>
        <TextField
          label={BOARD_TEXT.note}
          value={note}
          maxLength={BOARDS.noteChars}
          onChange={setNote}
        />
        <Button type="submit" variant="primary" className="start" isBusy={isPending}>
          {BOARD_TEXT.save}
        </Button>
      </Form>
    </Dialog>
  )
}

const DeleteBoard = ({ board, onClose }: DialogProps) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useAction(
    () => api('DELETE /api/boards/:id', { params: { id: board.id } }),
    {
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: boardsQuery.queryKey, exact: true })
        await navigate(paths.boards.href(), { replace: true })
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      title={BOARD_TEXT.deleteQuestion(board.title)}
      description={BOARD_TEXT.deleteExplanation}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}

type OpenDialog = 'edit' | 'share' | 'delete' | { note: BoardItem } | null

const OwnBoard = ({ board }: { board: Board }) => {
  const queries = useQueryClient()
  const { id, title, items } = board
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => setOpen(null)
  const order = useBoardChange(id, (ids: string[]) =>
    api('PUT /api/boards/:id/order', { params: { id }, body: { items: ids } }),
  )
  const remove = useBoardChange(id, (item: BoardItem) =>
    api('DELETE /api/boards/:id/items/:item', { params: { id, item: item.id } }),
  )
  const handleOrder = (ids: string[]) => {
    // The new order is shown before the server confirms it.
    const byId = new Map(items.map((item) => [item.id, item]))
    const ordered = ids.flatMap((itemId) => byId.get(itemId) ?? [])
    queries.setQueryData(createBoardQuery(id).queryKey, { ...board, items: ordered })
    order.mutate(ids)
  }
  return (
    <div className="page">
      <BoardHead
        board={board}
        actions={
          <>
            <Button variant="primary" onClick={() => setOpen('share')}>
              {BOARD_TEXT.share}
            </Button>
            <Button icon="edit" onClick={() => setOpen('edit')}>
              {BOARD_TEXT.edit}
            </Button>
          </>
        }
      >
        <ShareState share={board.share} />
      </BoardHead>
      {items.length === 0 ? (
        <EmptyState title={BOARD_TEXT.empty} action={<FeedLink isPrimary />}>
          {BOARD_TEXT.emptyHint}
        </EmptyState>
      ) : (
        <>
          <BoardItems
            title={title}
            items={items}
            tools={{
              onOrder: handleOrder,
              onNote: (note) => setOpen({ note }),
              onRemove: (item) => remove.mutate(item),
            }}
          />
          <CommissionNote />
        </>
      )}
      {open === 'edit' && (
        <EditBoard board={board} onDelete={() => setOpen('delete')} onClose={close} />
      )}
      {open === 'share' && <ShareBoard board={board} onClose={close} />}
      {open === 'delete' && <DeleteBoard board={board} onClose={close} />}
      {open !== null && typeof open === 'object' && (
        <EditNote board={board} item={open.note} onClose={close} />
      )}
    </div>
  )
}

const BoardPage = () => {
  const { id = '' } = useParams()
  const query = useQuery(createBoardQuery(id))
  const { data, error } = query
  usePageTitle(data?.title ?? null)
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <EmptyState
        isPage
        title={BOARD_TEXT.notFound}
        action={<ButtonLink to={paths.boards.href()}>{BOARD_TEXT.seeAll}</ButtonLink>}
      />
    )
  if (error) return <QueryError title={BOARD_TEXT.notLoaded} query={query} />
  return data ? <OwnBoard board={data} /> : <FullPageSpinner message={UI_TEXT.loading} />
}

export default BoardPage
