import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CardProduct, ProductCard } from '#client/catalog/product-card.tsx'
import { SearchElsewhere } from '#client/catalog/shop-link.tsx'
import { favoriteOf } from '#client/features/photo-finder/scan/detection-saves.ts'
import { viewOf } from '#client/features/photo-finder/scan/finder-state.ts'
import { hoverHandlers, useFinderView } from '#client/features/photo-finder/scan/use-finder.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { ANSWERS, CATALOG_SOURCE } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/detection-rules.ts'
import { ANSWER_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import {
  type Answer,
  answersQuery,
  isRefined,
  listAnswers,
  scannedAnswers,
  withOwnProduct,
} from './answers.ts'
import { ObjectHead, PhotoCrop, shortName } from './object-view.tsx'
import styles from './results.module.css'

/** The few words on the picture: that it is the same item, or where it comes from. */
const tagOf = ({ sureness, source, isEdited }: Answer): string | null => {
  if (isEdited) return FINDER_TEXT.editedByYou
  if (source !== CATALOG_SOURCE) return FINDER_TEXT.fromSource(source)
  if (sureness === 'added by you') return sureness
  if (sureness === 'same item') return ANSWER_TEXT.sameItem
  return sureness === 'close' ? ANSWER_TEXT.close : null
}

const cardOf = (answer: Answer): CardProduct => {
  const { id, title, price, productLink, seller, imageUrl, thumbnail, isInCatalog } = answer
  return {
    name: title,
    picture: { url: imageUrl ?? thumbnail ?? '' },
    price,
    website: productLink,
    seller,
    pageId: isInCatalog ? id : undefined,
    favorite: favoriteOf(answer, title, isInCatalog ? id : undefined),
    tag: tagOf(answer),
  }
}

const NO_ACTIONS: readonly MenuItem[] = []

type MatchCardProps = {
  answer: Answer
  actions?: readonly MenuItem[] | undefined
  /** In a row beside the crop, without heart and menu. */
  isSmall?: boolean
}

/** The card of a match. Its links open new tabs, because leaving the page would lose the scan. */
export const MatchCard = ({ answer, actions = NO_ACTIONS, isSmall = false }: MatchCardProps) => (
  <ProductCard product={cardOf(answer)} actions={actions} heading="h3" isApart isSmall={isSmall} />
)

const MATCHES_PER_ROW = 3

type ObjectRowProps = { detection: ScanDetection; matches: readonly Answer[]; isWaiting: boolean }

/** The card of an object: its crop, and beside it the best matches. */
const ObjectRow = ({ detection, matches, isWaiting }: ObjectRowProps) => {
  const { state, litId, onHover, onSelect } = useFinderView()
  const { id } = detection
  const isPending = state.pendingIds.includes(id)
  const bestMatches = matches.slice(0, MATCHES_PER_ROW)
  const isLoading = isPending || (isWaiting && bestMatches.length === 0)
  return (
    // Hovering only highlights the box on the photo; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classNames('stack gap-3', styles.object, id === litId && styles.objectLit)}
      aria-busy={isLoading || undefined}
      {...hoverHandlers(id, onHover)}
    >
      <ObjectHead detection={detection} />
      {detection.noneOfKind !== undefined && bestMatches.length > 0 && (
        <p className="quiet label">
          {ANSWER_TEXT.noneLikeThis(detection.noneOfKind)}. {ANSWER_TEXT.nearest}
        </p>
      )}
      <ul
        className={classNames(styles.matches, styles.glance)}
        aria-label={ANSWER_TEXT.matches(shortName(detection))}
      >
        <li>
          <button
            type="button"
            className={styles.cropButton}
            aria-label={ANSWER_TEXT.matches(shortName(detection))}
            onClick={() => onSelect(id)}
          >
            <PhotoCrop photo={state.photo} detection={detection} />
          </button>
        </li>
        {isLoading
          ? Array.from({ length: MATCHES_PER_ROW }, (_, index) => (
              <li key={index}>
                <Skeleton ratio={1.25} />
              </li>
            ))
          : bestMatches.map((answer) => (
              <li key={answer.id}>
                <MatchCard answer={answer} isSmall />
              </li>
            ))}
        {!isLoading && bestMatches.length === 0 && (
          <li className="quiet label">{detection.products.length > 0 && ANSWER_TEXT.noneLeft}</li>
        )}
      </ul>
    </li>
  )
}

type OverviewProps = { matches: ReadonlyMap<string, Answer[]>; isWaiting: boolean }

/** All objects with their best matches. Those without complete products are only in the strip above. */
export const Overview = ({ matches, isWaiting }: OverviewProps) => {
  const { state } = useFinderView()
  const { detections, pendingIds } = state
  const visibleDetections = detections.filter(
    (detection) => isCardListed(detection) || pendingIds.includes(detection.id),
  )
  return (
    visibleDetections.length > 0 && (
      <ul aria-label={PHOTO_TEXT.detectedObjects}>
        {visibleDetections.map((detection) => (
          <ObjectRow
            key={detection.id}
            detection={detection}
            matches={matches.get(detection.id) ?? []}
            isWaiting={isWaiting}
          />
        ))}
      </ul>
    )
  )
}

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
  const { finder, state, isPublic } = useFinderView()
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
        actionsFor={isPublic ? undefined : actionsFor}
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
