import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { SignInLink } from '#client/account/pending-action.tsx'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { BOARDS } from '#shared/studio-constants.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import styles from './board-dialog.module.css'
import { boardsQuery, closeBoardDialog, type NewBoardItem, useAddToBoard } from './boards.ts'

const ChooseBoard = ({ item }: { item: NewBoardItem }) => {
  const list = useQuery(boardsQuery)
  const { mutate, isPending, variables } = useAction(
    async (board: { id: string } | { title: string }) => {
      const id = 'id' in board ? board.id : (await api('POST /api/boards', { body: board })).data.id
      return (await api('POST /api/boards/:id/items', { params: { id }, body: item })).data
    },
    {
      done: ({ title }) => BOARD_TEXT.addedTo(title),
      refresh: [boardsQuery.queryKey],
      onSuccess: closeBoardDialog,
    },
  )
  if (list.isError) return <QueryError title={BOARD_TEXT.listNotLoaded} query={list} />
  return (
    <div className="stack gap-5">
      {list.data && list.data.boards.length > 0 && (
        <ul className={styles.boards} aria-label={BOARD_TEXT.title}>
          {list.data.boards.map(({ id, title, items }) => (
            <li key={id}>
              <button
                type="button"
                className={classNames('row between gap-4', styles.board)}
                disabled={isPending}
                aria-busy={
                  (isPending && variables && 'id' in variables && variables.id === id) || undefined
                }
                onClick={() => mutate({ id })}
              >
                <span className={styles.title}>
                  <Verbatim>{title}</Verbatim>
                </span>
                <span className="quiet small">{BOARD_TEXT.items(items)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Form
        className="stack gap-3"
        onSubmit={(text) => text('title') && mutate({ title: text('title') })}
      >
        <TextField
          label={BOARD_TEXT.name}
          name="title"
          required
          maxLength={BOARDS.titleChars}
          autoComplete="off"
        />
        <Button type="submit" variant="primary" className="start" isBusy={isPending}>
          {BOARD_TEXT.create}
        </Button>
      </Form>
      <p className="small">
        <Link replace to={paths.boards.href()} onClick={closeBoardDialog}>
          {BOARD_TEXT.seeAll}
        </Link>
      </p>
    </div>
  )
}

/** Asks which board to add a look or product to. */
const BoardDialog = () => {
  const item = useAddToBoard((state) => state.item)
  const { user } = useSession()
  return (
    <Dialog isOpen={item !== null} onClose={closeBoardDialog} title={BOARD_TEXT.add}>
      {item &&
        (user ? (
          <ChooseBoard item={item} />
        ) : (
          <SignInLink isPrimary action={{ kind: 'add-to-board', item }} onLeave={closeBoardDialog}>
            {BOARD_TEXT.signIn}
          </SignInLink>
        ))}
    </Dialog>
  )
}

export default BoardDialog
