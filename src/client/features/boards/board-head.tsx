import type { ReactNode } from 'react'
import { PageHead } from '#client/ui/page-head.tsx'
import type { Board } from '#shared/contract/boards.ts'
import { BOARD_TEXT } from '#shared/product-messages.ts'
import { Total } from './board-items.tsx'
import styles from './boards.module.css'

type BoardHeadProps = {
  board: Pick<Board, 'title' | 'about' | 'items' | 'total'>
  actions: ReactNode
  /** Shown only to the owner. */
  children?: ReactNode
}

export const BoardHead = ({ board, actions, children }: BoardHeadProps) => (
  <PageHead
    title={board.title}
    kicker={BOARD_TEXT.items(board.items.length)}
    lead={
      <div className="stack gap-2">
        {board.about && <p className={styles.about}>{board.about}</p>}
        <Total total={board.total} />
        {children}
      </div>
    }
    actions={actions}
  />
)
