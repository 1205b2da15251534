import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { boardsQuery } from '#client/catalog/boards/boards.ts'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import cardStyles from '#client/catalog/products/product-card.module.css'
import { api } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { BOARDS } from '#shared/studio-constants.ts'
import type { BoardSummary } from '#shared/contract/boards.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import styles from './boards.module.css'

const COVER = [0, 1, 2, 3]

const BoardCard = ({ board }: { board: BoardSummary }) => (
  <article className={classNames('stack', cardStyles.look)}>
    <div className={styles.cover} aria-hidden="true">
      {COVER.map((index) => {
        const url = board.pictures[index]
        return (
          <div key={index} className={styles.coverPart}>
            {url && <Picture url={url} frameRatio={5 / 4} shape="product" focus="50% 20%" />}
          </div>
        )
      })}
    </div>
    <h2 className={styles.boardName}>
      <Link className={cardStyles.open} to={paths.board.href(board.id)}>
        <Verbatim>{board.title}</Verbatim>
      </Link>
    </h2>
    <p className="quiet small">
      {board.isShared ? BOARD_TEXT.sharedItems(board.items) : BOARD_TEXT.items(board.items)}
    </p>
  </article>
)

const NewBoard = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (title: string) => (await api('POST /api/boards', { body: { title } })).data,
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: boardsQuery.queryKey })
      await navigate(paths.board.href(id))
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={BOARD_TEXT.create}>
      <Form onSubmit={(text) => text('title') && mutate(text('title'))}>
        <TextField
          label={BOARD_TEXT.name}
          name="title"
          required
          maxLength={BOARDS.titleChars}
          autoComplete="off"
          problem={error?.message}
        />
        <Button type="submit" variant="primary" className="start" isBusy={isPending}>
          {BOARD_TEXT.create}
        </Button>
      </Form>
    </Dialog>
  )
}

const BoardsPage = () => {
  usePageTitle(BOARD_TEXT.title)
  const [isAdding, setIsAdding] = useState(false)
  const list = useQuery(boardsQuery)
  const boards = list.data?.boards
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
      {BOARD_TEXT.create}
    </Button>
  )
  return (
    <div className="page">
      <PageHead title={BOARD_TEXT.title} actions={boards?.length ? create : null} />
      {list.isError && <QueryError title={BOARD_TEXT.listNotLoaded} query={list} />}
      {boards?.length === 0 && (
        <EmptyState title={BOARD_TEXT.none} action={create}>
          {BOARD_TEXT.noneHint}
        </EmptyState>
      )}
      <div className={classNames(boards?.length === 0 && styles.hidden)}>
        <CardGrid
          kind="looks"
          label={BOARD_TEXT.title}
          isLoading={list.isPending}
          items={(boards ?? []).map((board) => ({ id: board.id, name: board.title, board }))}
          renderCard={({ board }) => <BoardCard board={board} />}
        />
      </div>
      {isAdding && <NewBoard onClose={() => setIsAdding(false)} />}
    </div>
  )
}

export default BoardsPage
