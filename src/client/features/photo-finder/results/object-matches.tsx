import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchElsewhere } from '#client/catalog/shop-link.tsx'
import { useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { viewOf } from '#client/features/photo-finder/scan/finder-state.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { ANSWERS } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { ANSWER_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import {
  type Answer,
  answersQuery,
  isRefined,
  listAnswers,
  scannedAnswers,
  withOwnProduct,
} from './answers.ts'
import { MatchCard } from './match-card.tsx'
import { ObjectHead } from './object-head.tsx'
import { PhotoCrop, shortName } from './object-view.tsx'
import styles from './results.module.css'

type MatchGridProps = {
  detection: ScanDetection
  /** Null while they are loading. */
  products: readonly Answer[] | null
  isBusy: boolean
  actionsFor?: ((answer: Answer) => MenuItem[]) | undefined
}

/** The matches as large cards, after the crop of the object. */
const MatchGrid = ({ detection, products, isBusy, actionsFor }: MatchGridProps) => {
  const { state } = useFinderView()
  const { id } = detection
  return (
    <ul
      className={styles.matches}
      aria-label={ANSWER_TEXT.matches(shortName(detection))}
      aria-busy={isBusy}
    >
      <li className="stack gap-2">
        <PhotoCrop photo={state.photo} detection={detection} />
        <ObjectHead detection={detection} isAlone />
      </li>
      {products
        ? products.map((answer) => (
            <li key={answer.id}>
              <MatchCard
                answer={answer}
                actions={answer.id === id ? undefined : actionsFor?.(answer)}
              />
            </li>
          ))
        : Array.from({ length: ANSWERS.minProducts }, (_, index) => (
            <li key={index}>
              <Skeleton ratio={1.25} />
            </li>
          ))}
    </ul>
  )
}

type MatchesProps = { detection: ScanDetection; embedding: string }

/** All matches of one object. */
const Matches = ({ detection, embedding }: MatchesProps) => {
  const { finder, state, isVisit } = useFinderView()
  const { id, label } = detection
  const view = viewOf(state.views, embedding)
  const change = (changes: Partial<typeof view>) => finder.view(embedding, { ...view, ...changes })
  const query = useQuery({
    ...answersQuery(embedding, view, { views: state.views, currency: useVisitorCurrency() }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  if (query.isError) return <QueryError what="the results" query={query} />

  const list = data
    ? listAnswers({
        label: label || data.name,
        answers: data,
        scanned: detection.products,
        termProducts: state.termProducts.get(id) ?? [],
        view,
      })
    : null
  const answers = list?.products ?? []
  const products = isRefined(view.refinement) ? answers : withOwnProduct(detection, answers)
  const isWeak =
    answers.length > 0 && answers.every(({ sureness }) => sureness === 'closest we have')
  const actionsFor = (answer: Answer) => [
    { label: FINDER_TEXT.takeThis, onSelect: () => finder.use(id, answer) },
    {
      label: FINDER_TEXT.notThis,
      onSelect: () => {
        change({ dismissed: [...view.dismissed, answer.id] })
        finder.notThis(id, answer.id)
      },
    },
  ]
  return (
    <>
      {data?.noneOfKind && answers.length > 0 ? (
        <div className="stack gap-1">
          <h3>{ANSWER_TEXT.noneLikeThis(data.noneOfKind)}</h3>
          <p className="quiet label">{ANSWER_TEXT.nearest}</p>
        </div>
      ) : (
        isWeak && <h3 className="quiet-heading">{ANSWER_TEXT.closest}</h3>
      )}
      <MatchGrid
        detection={detection}
        products={data ? products : null}
        isBusy={query.isFetching}
        actionsFor={isVisit ? undefined : actionsFor}
      />
      {data && products.length === 0 && (
        <output className="quiet">
          {isRefined(view.refinement) ? ANSWER_TEXT.noneLeft : ANSWER_TEXT.noneOfKind}
        </output>
      )}
      {list?.hasMore ? (
        <Button className="start" onClick={() => change({ count: ANSWERS.maxProducts })}>
          {ANSWER_TEXT.showMore}
        </Button>
      ) : (
        data?.hasMore && <p className="quiet small">{ANSWER_TEXT.allShown(answers.length)}</p>
      )}
      <SearchElsewhere links={data?.elsewhere ?? []} heading="h4" />
    </>
  )
}

/** The results of one object. */
export const ObjectMatches = ({ detection }: { detection: ScanDetection }) => {
  const { state } = useFinderView()
  const { id, embedding } = detection
  const isPending = state.pendingIds.includes(id)
  return (
    <section className="stack gap-4" aria-label={shortName(detection)}>
      {embedding === undefined ? (
        // Being searched, or stored by an earlier version.
        <MatchGrid
          detection={detection}
          products={isPending ? null : withOwnProduct(detection, scannedAnswers(detection))}
          isBusy={isPending}
        />
      ) : (
        <Matches key={embedding} detection={detection} embedding={embedding} />
      )}
    </section>
  )
}
