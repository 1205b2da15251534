import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SearchElsewhere } from '#client/catalog/shop-link.tsx'
import type { AnswerView } from '#client/features/photo-finder/scan/answer-view.ts'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { ANSWERS, CATALOG_SOURCE, REMOTE_MATCH_PREFIX } from '#shared/constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { productFromCatalog } from '#shared/domain/product-from-catalog.ts'
import { ANSWER_TEXT } from '#shared/finder-messages.ts'
import { AnswerTile } from './answer-tile.tsx'
import { answersQuery } from './answers-query.ts'
import styles from './object-answers.module.css'
import { RefineBar } from './refine-bar.tsx'

type ObjectAnswersProps = {
  detection: ScanDetection & { embedding: string }
  view: AnswerView
  onView: (view: AnswerView) => void
  /** Without them, as for visitors, results have no such buttons. */
  onUse: ((product: ScanProduct) => void) | undefined
  onNotThis: ((productId: string) => void) | undefined
}

const GROUPS = [
  ['same item', ANSWER_TEXT.sameItem],
  ['close', ANSWER_TEXT.close],
  ['similar', ANSWER_TEXT.similar],
  [null, ANSWER_TEXT.closest],
] as const

const NO_LIKENESS = { similarity: 0, certainty: null, isAddedByUser: false } as const

type Tile = { id: string; tile: ReactNode }

type GroupProps = { label: string; tiles: readonly Tile[] }

const Group = ({ label, tiles }: GroupProps) =>
  tiles.length > 0 && (
    <section className="stack gap-2" aria-label={label}>
      <h4 className="quiet-heading">{label}</h4>
      <ul className={styles.results} aria-label={label}>
        {tiles.map(({ id, tile }) => (
          <li key={id}>{tile}</li>
        ))}
      </ul>
    </section>
  )

const Waiting = () => (
  <div className={styles.results} aria-busy="true">
    {Array.from({ length: ANSWERS.least }, (_, place) => (
      <Skeleton key={place} ratio={1.25} />
    ))}
  </div>
)

/** Everything found for one object: by its embedding, grouped by likeness, by words, and elsewhere. */
export const ObjectAnswers = ({
  detection,
  view,
  onView,
  onUse,
  onNotThis,
}: ObjectAnswersProps) => {
  const { embedding, products: scanned } = detection
  const isMobile = useIsMobile()
  const { wish, count, dismissed } = view
  const query = useQuery({
    ...answersQuery(embedding, wish, count),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  if (query.isError) return <QueryError title={ANSWER_TEXT.failed} query={query} />
  if (!data) return <Waiting />

  const isKept = ({ id }: { id: string }) => !dismissed.includes(id)
  const tileOf = (product: ScanProduct, link: boolean): Tile => ({
    id: product.id,
    tile: (
      <AnswerTile
        product={product}
        isInCatalogue={link}
        onUse={onUse}
        onNotThis={
          onNotThis &&
          ((id) => {
            onView({ ...view, dismissed: [...dismissed, id] })
            onNotThis(id)
          })
        }
      />
    ),
  })
  const isRefined = data.applied.length > 0 || wish.q !== ''
  // Web shops cannot be refined.
  const fromWeb = isRefined
    ? []
    : scanned.filter((product) => product.source !== CATALOG_SOURCE && isKept(product))
  const isByLook = ({ id }: ScanProduct) => id.startsWith(REMOTE_MATCH_PREFIX)
  const listed = data.products.filter(isKept)
  const groups = GROUPS.map(([certainty, label]) => ({
    label,
    tiles: [
      ...listed
        .filter((product) => product.certainty === certainty)
        .map((product) => tileOf(productFromCatalog(product), !product.isAddedByUser)),
      ...fromWeb
        .filter((product) => isByLook(product) && product.sureness === certainty)
        .map((product) => tileOf(product, false)),
    ],
  }))
  const filled = groups.filter(({ tiles }) => tiles.length > 0)
  const isEmpty = filled.length === 0
  // On a phone the results come right below the crop.
  const [first, rest] = isMobile ? [filled[0], filled.slice(1)] : [undefined, filled]

  return (
    <div className={classNames('stack gap-4', styles.answers)} aria-busy={query.isFetching}>
      {first && <Group {...first} />}
      <RefineBar
        embedding={embedding}
        wish={wish}
        applied={data.applied}
        onChange={(changed) => onView({ ...view, wish: changed })}
      />
      {isEmpty && (
        <output className="quiet">
          {isRefined ? ANSWER_TEXT.noneLeft : ANSWER_TEXT.noneOfKind}
        </output>
      )}
      {rest.map(({ label, tiles }) => (
        <Group key={label} label={label} tiles={tiles} />
      ))}
      {data.hasMore && count < ANSWERS.maxProducts && (
        <Button className="start" onClick={() => onView({ ...view, count: ANSWERS.maxProducts })}>
          {ANSWER_TEXT.showMore}
        </Button>
      )}
      {data.hasMore && count === ANSWERS.maxProducts && (
        <p className="quiet small">{ANSWER_TEXT.allShown(listed.length)}</p>
      )}
      <Group
        label={ANSWER_TEXT.byWords}
        tiles={[
          ...data.byWords
            .filter(isKept)
            .map((product) => tileOf(productFromCatalog({ ...product, ...NO_LIKENESS }), true)),
          ...fromWeb
            .filter((product) => !isByLook(product))
            .map((product) => tileOf(product, false)),
        ]}
      />
      <SearchElsewhere links={data.elsewhere} heading="h4" />
    </div>
  )
}
