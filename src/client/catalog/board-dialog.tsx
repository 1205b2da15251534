import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { BOARDS } from '#shared/constants.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/product-messages.ts'
import styles from './board-dialog.module.css'
import { type BoardWish, boardsQuery, closeBoardDialog, useAddToBoard } from './boards.ts'

const SignInFirst = () => {
  const { pathname, search, hash } = useLocation()
  const redirect = pathname + search + hash
  return (
    <ButtonLink
      replace
      variant="primary"
      className="start"
      to={paths.login.href({ redirect })}
      onClick={closeBoardDialog}
    >
      {BOARD_TEXT.signIn}
    </ButtonLink>
  )
}

const ChooseBoard = ({ wanted }: { wanted: BoardWish }) => {
  const queries = useQueryClient()
  const formId = useId()
  const list = useQuery(boardsQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (chosen: { id: string } | { title: string }) => {
      const id =
        'id' in chosen ? chosen.id : (await api('POST /api/boards', { body: chosen })).data.id
      return (await api('POST /api/boards/:id/items', { params: { id }, body: wanted })).data
    },
    onSuccess: ({ title }) => {
      toast.show(BOARD_TEXT.addedTo(title), { kind: 'success' })
      closeBoardDialog()
    },
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => queries.invalidateQueries({ queryKey: boardsQuery.queryKey }),
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = new FormData(event.currentTarget).get('title')
    if (typeof title === 'string' && title.trim() !== '') mutate({ title })
  }
  if (list.isError) return <QueryError what="your boards" query={list} />
  return (
    <div className="stack gap-5">
      {list.data && list.data.length > 0 && (
        <ul className={styles.boards} aria-label={BOARD_TEXT.title}>
          {list.data.map(({ id, title, items }) => (
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
                <span className={styles.title}>{title}</span>
                <span className="quiet small">{BOARD_TEXT.items(items)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form id={formId} className="stack gap-3" onSubmit={handleSubmit}>
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
      </form>
      <p className="small">
        <Link replace to={paths.boards.href()} onClick={closeBoardDialog}>
          {BOARD_TEXT.seeAll}
        </Link>
      </p>
    </div>
  )
}

/** Asks on which board to put what was chosen. */
const BoardDialog = () => {
  const wanted = useAddToBoard((state) => state.wanted)
  const { user } = useSession()
  return (
    <Dialog isOpen={wanted !== null} onClose={closeBoardDialog} title={BOARD_TEXT.add}>
      {wanted && (user ? <ChooseBoard wanted={wanted} /> : <SignInFirst />)}
    </Dialog>
  )
}

export default BoardDialog
