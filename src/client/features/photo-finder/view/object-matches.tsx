import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type CardProduct, ProductCard } from '#client/catalog/products/product-card.tsx'
import { SearchAlert } from '#client/catalog/alerts/alert-button.tsx'
import { SearchElsewhere } from '#client/catalog/products/shop-link.tsx'
import {
  type Answer,
  answersQuery,
  buildFavorite,
  isRefined,
  listAnswers,
  listScanAnswers,
  getAnswerView,
  withOwnProduct,
} from '#client/features/photo-finder/state/answers.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import { ANSWERS, CATALOG_SOURCE } from '#shared/finder-constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/detection-rules.ts'
import { describeObject } from '#shared/domain/object-label.ts'
import { ANSWER_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { describeKind } from '#shared/vision/words.ts'
import styles from './finder.module.css'
import { ObjectHead, ObjectHeart, PhotoCrop, shortName } from './object-view.tsx'
import { hoverHandlers, useFinderView } from './use-finder.ts'

/** The few words on the picture: that it is the same item, or where it comes from. */
const tagOf = ({ sureness, source, isEdited }: Answer): string | null => {
  if (isEdited) return FINDER_TEXT.editedByYou
  if (source !== CATALOG_SOURCE) return FINDER_TEXT.fromSource(source)
  if (sureness === 'added by you') return ANSWER_TEXT.sureness[sureness]
  if (sureness === 'same item') return ANSWER_TEXT.sameItem
  return sureness === 'close' ? ANSWER_TEXT.close : null
}

const buildAnswerCard = (answer: Answer): CardProduct => {
  const { id, title, price, productLink, seller, imageUrl, thumbnail, isInCatalog } = answer
  return {
    name: title,
    picture: { url: imageUrl ?? thumbnail ?? '' },
    price,
    website: productLink,
    seller,
    pageId: isInCatalog ? id : undefined,
    favorite: buildFavorite(answer, title, isInCatalog ? id : undefined),
    tag: tagOf(answer),
  }
}

const NO_ACTIONS: readonly MenuItem[] = []

type MatchCardProps = {
  answer: Answer
  /** Its object, if it is in the results of one. */
  detection?: ScanDetection
  actions?: readonly MenuItem[] | undefined
  /** In a row beside the crop, without menu; only the product of the object has a heart. */
  isSmall?: boolean
}

/** The card of a match. Its links open new tabs, because leaving the page would lose the scan. */
export const MatchCard = ({
  answer,
  detection,
  actions = NO_ACTIONS,
  isSmall = false,
}: MatchCardProps) => (
  <ProductCard
    product={buildAnswerCard(answer)}
    actions={actions}
    heading="h3"
    isApart
    isSmall={isSmall}
    heart={
      detection?.title === answer.title ? <ObjectHeart detection={detection} isRaised /> : null
    }
  />
)

const waitingItems = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    <li key={index}>
      <Skeleton ratio={1.25} />
    </li>
  ))

type MatchItemsProps = {
  detection: ScanDetection
  /** Null while they are loading. */
  products: readonly Answer[] | null
  actionsFor?: ((answer: Answer) => MenuItem[] | undefined) | undefined
}

const MatchItems = ({ detection, products, actionsFor }: MatchItemsProps) =>
  products
    ? products.map((answer) => (
        <li key={answer.id}>
          <MatchCard answer={answer} detection={detection} actions={actionsFor?.(answer)} />
        </li>
      ))
    : waitingItems(ANSWERS.minProducts)

type MatchGridProps = MatchItemsProps & { isBusy: boolean }

/** The matches as large cards, after the crop of the object. */
const MatchGrid = ({ detection, products, isBusy, actionsFor }: MatchGridProps) => {
  const { state } = useFinderView()
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
      <MatchItems detection={detection} products={products} actionsFor={actionsFor} />
    </ul>
  )
}

type MatchesProps = { detection: ScanDetection; embedding: string }

/** The answers of an object as the visitor wants them, and what can be done with each. */
const useAnswers = ({ detection, embedding }: MatchesProps, count: number) => {
  const { state, send, isPublic } = useFinderView()
  const { id, label } = detection
  const view = getAnswerView(state.views, embedding)
  const change = (changes: Partial<typeof view>) =>
    send({ type: 'change-view', key: embedding, view: { ...view, ...changes } })
  const context = { views: state.views, currency: useVisitorCurrency(), count }
  const query = useQuery({
    ...answersQuery(embedding, view, context),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const termProducts = state.termProducts.get(id) ?? []
  const sources = { scanned: detection.products, termProducts, view }
  const all = data ? listAnswers({ label: label || data.name, answers: data, ...sources }) : []
  const actionsFor = (answer: Answer): MenuItem[] | undefined =>
    answer.id === id || isPublic
      ? undefined
      : [
          {
            label: FINDER_TEXT.takeThis,
            onSelect: () => send({ type: 'use-product', id, product: answer }),
          },
          {
            label: FINDER_TEXT.notThis,
            onSelect: () => {
              change({ dismissed: [...view.dismissed, answer.id] })
              send({ type: 'reject-product', id, productId: answer.id })
            },
          },
        ]
  return { query, view, change, answers: all, actionsFor }
}

/** Kinds that take one tap; the others are in a menu. */
const LIKELY_KINDS = 2

/** Says what the object is instead, which asks again. */
const KindChoice = ({ id, kinds }: { id: string; kinds: readonly string[] }) => {
  const { state, send } = useFinderView()
  const name = (kind: string) => send({ type: 'name-kind', id, kind })
  const likely = kinds.slice(0, LIKELY_KINDS)
  const others = kinds.slice(LIKELY_KINDS).map((kind) => ({
    label: describeKind(kind, 'thisIs'),
    onSelect: () => name(kind),
  }))
  if (kinds.length === 0 || state.pendingIds.includes(id)) return null
  return (
    <div className="quiet row wrap gap-3 small">
      {likely.map((kind) => (
        <button key={kind} type="button" className={styles.kind} onClick={() => name(kind)}>
          {describeKind(kind, 'thisIs')}
        </button>
      ))}
      {others.length > 0 && (
        <Menu label={FINDER_TEXT.somethingElse} className={styles.kind} items={others}>
          {FINDER_TEXT.somethingElse}
        </Menu>
      )}
    </div>
  )
}

type MoreMatchesProps = MatchesProps & { shown: readonly Answer[] }

/** What comes after the first matches, as a list of its own. */
const MoreMatches = ({ shown, ...object }: MoreMatchesProps) => {
  const { query, answers, actionsFor } = useAnswers(object, ANSWERS.maxProducts)
  const headingId = useId()
  const shownIds = new Set(shown.map(({ id }) => id))
  const products = answers.filter(({ id }) => !shownIds.has(id))
  if (query.isError) return <QueryError title={ANSWER_TEXT.moreNotLoaded} query={query} />
  return (
    <section className="stack gap-4" aria-labelledby={headingId}>
      <h3 id={headingId}>{ANSWER_TEXT.moreMatches}</h3>
      <ul className={styles.matches} aria-labelledby={headingId} aria-busy={query.isFetching}>
        <MatchItems
          detection={object.detection}
          products={query.isPlaceholderData || !query.data ? null : products}
          actionsFor={actionsFor}
        />
      </ul>
      {query.data?.hasMore && (
        <p className="quiet small">{ANSWER_TEXT.allShown(shown.length + products.length)}</p>
      )}
    </section>
  )
}

const isOnlyClosest = ({ sureness }: Answer) => sureness === 'closest we have'
const isOwn = ({ sureness }: Answer) => sureness === 'added by you'

type ClosenessProps = { noneOfKind: string | null; isWeak: boolean; isClosestHidden: boolean }

/** Says so if the matches are only the closest, or of other kinds. */
const Closeness = ({ noneOfKind, isWeak, isClosestHidden }: ClosenessProps) => {
  if (noneOfKind === null)
    return isClosestHidden ? (
      <h3>{ANSWER_TEXT.nothingClose}</h3>
    ) : (
      isWeak && <h3 className="quiet-heading">{ANSWER_TEXT.closest}</h3>
    )
  return (
    <div className="stack gap-1">
      <h3>{isClosestHidden ? ANSWER_TEXT.nothingClose : ANSWER_TEXT.noneLikeThis(noneOfKind)}</h3>
      <p className="quiet label">
        {isClosestHidden ? `${ANSWER_TEXT.noneLikeThis(noneOfKind)}.` : ANSWER_TEXT.nearest}
      </p>
    </div>
  )
}

type MissedProps = { name: string; onShowClosest: (() => void) | null }

/** What can be done if no product is similar: new ones can be waited for, and the closest be seen. */
const Missed = ({ name, onShowClosest }: MissedProps) => (
  <div className="row wrap gap-3">
    {name !== '' && <SearchAlert subject={{ q: name }} label={ANSWER_TEXT.tellMe} />}
    {onShowClosest && <Button onClick={onShowClosest}>{ANSWER_TEXT.showClosest}</Button>}
  </div>
)

/** The matches of one object, at most ten with the product that the user has entered. */
const Matches = ({ detection, embedding }: MatchesProps) => {
  const { query, view, change, answers, actionsFor } = useAnswers(
    { detection, embedding },
    ANSWERS.products,
  )
  const { data } = query
  if (query.isError) return <QueryError title={ANSWER_TEXT.notLoaded} query={query} />

  const all = isRefined(view.refinement) ? answers : withOwnProduct(detection, answers)
  const products = all.slice(0, ANSWERS.products)
  const hasMore = data !== undefined && (data.hasMore || all.length > products.length)
  const noneOfKind = data?.noneOfKind ?? null
  const isFar = data?.isNothingClose === true && !all.some(isOwn)
  const isWeak = all.length > 0 && (isFar || all.every(isOnlyClosest))
  const isMissed =
    data !== undefined && !isRefined(view.refinement) && (isFar || all.every(isOnlyClosest))
  const isClosestHidden =
    isMissed && (isFar || noneOfKind !== null) && all.length > 0 && !view.isExpanded
  return (
    <>
      {answers.length > 0 && <Closeness {...{ noneOfKind, isWeak, isClosestHidden }} />}
      <MatchGrid
        detection={detection}
        products={data ? (isClosestHidden ? [] : products) : null}
        isBusy={query.isFetching}
        actionsFor={actionsFor}
      />
      {isMissed && (
        <Missed
          name={describeObject(detection.label) || data.name}
          onShowClosest={isClosestHidden ? () => change({ isExpanded: true }) : null}
        />
      )}
      <KindChoice id={detection.id} kinds={data?.otherKinds ?? []} />
      {data && products.length === 0 && (
        <output className="quiet">
          {isRefined(view.refinement) ? ANSWER_TEXT.noneLeft : ANSWER_TEXT.noneOfKind}
        </output>
      )}
      {hasMore &&
        !isClosestHidden &&
        (view.isExpanded ? (
          <MoreMatches detection={detection} embedding={embedding} shown={products} />
        ) : (
          <Button className="start" onClick={() => change({ isExpanded: true })}>
            {ANSWER_TEXT.showMore}
          </Button>
        ))}
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
          products={isPending ? null : listScanAnswers(detection)}
          isBusy={isPending}
        />
      ) : (
        <Matches key={embedding} detection={detection} embedding={embedding} />
      )}
    </section>
  )
}

const MATCHES_PER_ROW = 3

type ObjectRowProps = { detection: ScanDetection; matches: readonly Answer[]; isWaiting: boolean }

/** The card of an object: its crop, and beside it the best matches. */
const ObjectRow = ({ detection, matches, isWaiting }: ObjectRowProps) => {
  const { state, send } = useFinderView()
  const { id } = detection
  const isPending = state.pendingIds.includes(id)
  const bestMatches = matches.slice(0, MATCHES_PER_ROW)
  const isLoading = isPending || (isWaiting && bestMatches.length === 0)
  return (
    // Hovering only highlights the box on the photo; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classNames('stack gap-3', styles.object, id === state.litId && styles.objectLit)}
      aria-busy={isLoading || undefined}
      {...hoverHandlers(id, send)}
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
            onClick={() => send({ type: 'toggle-object', id })}
          >
            <PhotoCrop photo={state.photo} detection={detection} />
          </button>
        </li>
        {isLoading
          ? waitingItems(MATCHES_PER_ROW)
          : bestMatches.map((answer) => (
              <li key={answer.id}>
                <MatchCard answer={answer} detection={detection} isSmall />
              </li>
            ))}
        {!isLoading && bestMatches.length === 0 && (
          <li className="quiet label">
            {isNothingClose(detection) ? ANSWER_TEXT.nothingClose : ANSWER_TEXT.noneLeft}
          </li>
        )}
      </ul>
    </li>
  )
}

type OverviewProps = { matches: ReadonlyMap<string, Answer[]>; isWaiting: boolean }

/** The scan has searched for it and listed nothing. */
const isNothingClose = ({ embedding, products }: ScanDetection) =>
  embedding !== undefined && products.length === 0

/** All objects with their best matches. Those without complete products are only in the strip above. */
export const Overview = ({ matches, isWaiting }: OverviewProps) => {
  const { state } = useFinderView()
  const { detections, pendingIds } = state
  const visibleDetections = detections.filter(
    (detection) =>
      isCardListed(detection) || pendingIds.includes(detection.id) || isNothingClose(detection),
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
