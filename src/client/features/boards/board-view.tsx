import type { ReactNode } from 'react'
import { MoveButtons, useDragging } from '#client/catalog/boards/arrange.tsx'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { OfferPrice } from '#client/catalog/products/price.tsx'
import {
  toCardProduct,
  createLookAction,
  LookCard,
  ProductCard,
} from '#client/catalog/products/product-card.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { Board, BoardItem, SharedBoard } from '#shared/contract/boards.ts'
import { showPrice } from '#shared/domain/price.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import styles from './boards.module.css'

const FIRST_ROW = 4

export const getItemName = (item: BoardItem): string =>
  item.kind === 'look' ? `${item.look.celebrity_name}: ${item.look.name}` : item.product.name

/** The total in the board's currency, then in the visitor's. */
const Total = ({ total }: Pick<SharedBoard, 'total'>) => {
  const { amount, currency, priced, products } = total
  if (priced === 0) return null
  const price = showPrice(amount, currency)
  return (
    <p className={styles.total}>
      {BOARD_TEXT.total}{' '}
      <strong>
        <OfferPrice offer={{ price, amount, currency }} />
      </strong>
      {priced < products && (
        <span className="quiet small"> ({BOARD_TEXT.partlyPriced(priced, products)})</span>
      )}
    </p>
  )
}

const ItemCard = ({ item, isPriority }: { item: BoardItem; isPriority: boolean }) =>
  item.kind === 'look' ? (
    <LookCard look={item.look} isPriority={isPriority} />
  ) : (
    <ProductCard
      product={toCardProduct(item.product)}
      actions={createLookAction(item.product)}
      isPriority={isPriority}
    />
  )

type ItemTools = {
  onOrder: (ids: string[]) => void
  onNote: (item: BoardItem) => void
  onRemove: (item: BoardItem) => void
}

type BoardItemsProps = {
  title: string
  items: readonly BoardItem[]
  /** Only for the owner of the board. */
  tools?: ItemTools
}

/** The items in their order. The owner can move them with buttons or by dragging. */
export const BoardItems = ({ title, items, tools }: BoardItemsProps) => {
  const ids = items.map(({ id }) => id)
  const dragging = useDragging(ids, tools?.onOrder ?? null)
  return (
    <CardGrid
      kind="products"
      label={title}
      items={items.map((item) => ({ id: item.id, name: getItemName(item), item }))}
      renderCard={({ id, name, item }, index) => (
        <div {...dragging(id)} className="stack gap-2">
          <ItemCard item={item} isPriority={index < FIRST_ROW} />
          {item.note && (
            <p className={styles.note}>
              <Verbatim>{item.note}</Verbatim>
            </p>
          )}
          {tools && (
            <div className={classNames('row', styles.tools)}>
              <MoveButtons name={name} id={id} ids={ids} onOrder={tools.onOrder} />
              <IconButton
                icon="edit"
                label={BOARD_TEXT.editNote(name)}
                onClick={() => tools.onNote(item)}
              />
              <IconButton
                icon="trash"
                label={BOARD_TEXT.remove(name)}
                onClick={() => tools.onRemove(item)}
              />
            </div>
          )}
        </div>
      )}
    />
  )
}

type BoardHeadProps = {
  board: Pick<Board, 'title' | 'about' | 'items' | 'total'>
  actions: ReactNode
  /** Shown only to the owner. */
  children?: ReactNode
}

export const BoardHead = ({ board, actions, children }: BoardHeadProps) => (
  <PageHead
    title={<Verbatim>{board.title}</Verbatim>}
    kicker={BOARD_TEXT.items(board.items.length)}
    lead={
      <div className="stack gap-2">
        {board.about && (
          <p className={styles.about}>
            <Verbatim>{board.about}</Verbatim>
          </p>
        )}
        <Total total={board.total} />
        {children}
      </div>
    }
    actions={actions}
  />
)
