import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ProductCard } from '#client/catalog/product-card.tsx'
import { SearchElsewhere } from '#client/catalog/shop-link.tsx'
import { useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { favoriteOf } from '#client/features/photo-finder/scan/detection-saves.ts'
import { FIRST_VIEW } from '#client/features/photo-finder/scan/finder-state.ts'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/state.tsx'
import { ANSWERS } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { ANSWER_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import { type Answer, answersQuery, listAnswers } from './answers.ts'
import { RefineBar } from './refine-bar.tsx'
import styles from './results.module.css'

type AnswerTileProps = {
  answer: Answer
  /** Buttons by their texts; none on a visit. */
  choices: Record<string, () => void> | null
}

/** One result as a picture. */
const AnswerTile = ({ answer, choices }: AnswerTileProps) => {
  const { id, title, isInCatalogue } = answer
  const pageId = isInCatalogue ? id : undefined
  return (
    <ProductCard
      product={{
        name: title,
        picture: { url: answer.imageUrl ?? answer.thumbnail ?? '' },
        price: answer.price,
        website: answer.productLink,
        seller: answer.seller,
        pageId,
        favorite: favoriteOf(answer, title, pageId),
        tag: answer.sureness === 'added by you' ? answer.sureness : null,
      }}
      actions={Object.entries(choices ?? {}).map(([label, onSelect]) => ({ label, onSelect }))}
      heading="h5"
      isApart
    />
  )
}

type AnswersProps = { detection: ScanDetection; embedding: string }

const Answers = ({ detection, embedding }: AnswersProps) => {
  const { finder, state, isVisit } = useFinderView()
  const isMobile = useIsMobile()
  const { id, label } = detection
  const view = state.views.get(embedding) ?? FIRST_VIEW
  const change = (changes: Partial<typeof view>) => finder.view(embedding, { ...view, ...changes })
  const query = useQuery({ ...answersQuery(embedding, view), placeholderData: keepPreviousData })
  const { data } = query
  if (query.isError) return <QueryError title={ANSWER_TEXT.failed} query={query} />
  if (!data)
    return (
      <div className={styles.tiles} aria-busy="true">
        {Array.from({ length: ANSWERS.least }, (_, index) => (
          <Skeleton key={index} ratio={1.25} />
        ))}
      </div>
    )

  const { groups, count, isRefined, hasMore } = listAnswers({
    label: label || data.name,
    answers: data,
    scanned: detection.products,
    termProducts: state.termProducts.get(id) ?? [],
    view,
  })
  const choicesFor = (answer: Answer) => ({
    [FINDER_TEXT.takeThis]: () => finder.use(id, answer),
    [FINDER_TEXT.notThis]: () => {
      change({ dismissed: [...view.dismissed, answer.id] })
      finder.notThis(id, answer.id)
    },
  })
  const sections = groups.map(({ title, products }) => (
    <section key={title} className="stack gap-2" aria-label={title}>
      <h4 className="quiet-heading">{title}</h4>
      <ul className={styles.tiles} aria-label={title}>
        {products.map((answer) => (
          <li key={answer.id}>
            <AnswerTile answer={answer} choices={isVisit ? null : choicesFor(answer)} />
          </li>
        ))}
      </ul>
    </section>
  ))
  // On a phone the first results come right below the crop.
  const above = isMobile ? 1 : 0

  return (
    <div className={classNames('stack gap-4', styles.answers)} aria-busy={query.isFetching}>
      {sections.slice(0, above)}
      <RefineBar
        embedding={embedding}
        wish={view.wish}
        applied={data.applied}
        onChange={(wish) => change({ wish })}
      />
      {count === 0 && (
        <output className="quiet">
          {isRefined ? ANSWER_TEXT.noneLeft : ANSWER_TEXT.noneOfKind}
        </output>
      )}
      {sections.slice(above)}
      {hasMore ? (
        <Button className="start" onClick={() => change({ count: ANSWERS.maxProducts })}>
          {ANSWER_TEXT.showMore}
        </Button>
      ) : (
        data.hasMore && <p className="quiet small">{ANSWER_TEXT.allShown(count)}</p>
      )}
      <SearchElsewhere links={data.elsewhere} heading="h4" />
    </div>
  )
}

/** Everything found for one object: by appearance, grouped by likeness, by words, and elsewhere. */
export const ObjectAnswers = ({ detection }: { detection: ScanDetection }) =>
  detection.embedding !== undefined && (
    <Answers key={detection.embedding} detection={detection} embedding={detection.embedding} />
  )
