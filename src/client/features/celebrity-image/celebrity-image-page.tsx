import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useParams } from 'react-router'
import { BackArrow } from '#client/catalog/back-arrow.tsx'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { createImageQuery } from '#client/catalog/queries.ts'
import { ApiError, sendBeacon } from '#client/lib/api.ts'
import { useCurrentPage } from '#client/lib/page-beneath.ts'
import { isMobileWidth } from '#client/lib/use-media-query.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { computeRatio } from '#client/ui/picture.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { LAYOUT } from '#shared/constants.ts'
import { RESULTS_TEXT, HOME_TEXT } from '#shared/messages.ts'
import { buildCardId, decodeImageUrl } from '#shared/paths.ts'
import styles from './celebrity-image-page.module.css'
import { type Look, LookInfo } from './look-info.tsx'
import {
  Hotspots,
  listHotspots,
  LookPicture,
  type PictureHints,
  useLights,
} from './look-picture.tsx'
import { LOOK_PAGE_TEXT } from './look-messages.ts'

/** On mobile the page scrolls 300 px once info arrives, unless the user returns or has scrolled. */
const useScrollToInfo = (hasInfo: boolean) => {
  const { how } = useCurrentPage()
  const isDone = useRef(false)
  useEffect(() => {
    if (!hasInfo || isDone.current) return
    isDone.current = true
    const isReturning = how === 'POP' && window.history.state?.idx > 0
    if (isMobileWidth() && !isReturning && window.scrollY < LAYOUT.mobileScrollOffsetPx)
      window.scrollTo({ top: LAYOUT.mobileScrollOffsetPx, behavior: 'smooth' })
  }, [hasInfo, how])
}

type NoPictureProps = { title: string; children: ReactNode }

const NoPicture = ({ title, children }: NoPictureProps) => {
  usePageTitle(LOOK_PAGE_TEXT.notFoundTitle)
  return (
    <EmptyState isPage title={title} action={<FeedLink />}>
      {children}
    </EmptyState>
  )
}

const NO_FACTS: PictureHints = { width: null, height: null, color: null }

const showCard = (id: string, behavior: ScrollBehavior) => {
  const card = document.querySelector<HTMLElement>(`#${buildCardId(id)}`)
  card?.scrollIntoView({ block: 'center', behavior })
  card?.focus({ preventScroll: true })
}

/** The query of a public look, or of a draft. */
type LookQuery = Pick<
  ReturnType<typeof useQuery<Look>>,
  'data' | 'isError' | 'error' | 'isFetching' | 'refetch'
>

type LookViewProps = { url: string; query: LookQuery; isDraft?: boolean }

export const LookView = ({ url, query, isDraft = false }: LookViewProps) => {
  const { hash, state } = useLocation()
  const fromTile = state as (PictureHints & { thumbnail?: string }) | null
  const { data, isError, error } = query
  const lights = useLights()
  const productInHash = data?.products.find(({ id }) => hash === `#${buildCardId(id)}`)?.id
  // A preview begins with its own note and way back.
  useScrollToInfo(Boolean(data) && !productInHash && !isDraft)
  usePageTitle(
    data ? `${data.celebrity.name}: ${RESULTS_TEXT.productsFound(data.products.length)}` : null,
  )

  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded && !isDraft) sendBeacon('/api/views', { look: url })
  }, [isLoaded, isDraft, url])

  // A search suggestion leads to one product, whose card gets the focus.
  useLayoutEffect(() => {
    if (productInHash) showCard(productInHash, 'instant')
  }, [productInHash])

  if (error instanceof ApiError && error.status === 404)
    return (
      <NoPicture title={LOOK_PAGE_TEXT.notInCatalog}>{LOOK_PAGE_TEXT.notInCatalogHint}</NoPicture>
    )
  if (error instanceof ApiError && error.status === 410)
    return <NoPicture title={LOOK_PAGE_TEXT.removed}>{error.message}</NoPicture>
  const facts = data?.image ?? fromTile ?? NO_FACTS
  return (
    <div className={styles.view}>
      <div className={styles.picture}>
        {!isDraft && (
          <div className={styles.back}>
            <BackArrow variant="raised" />
          </div>
        )}
        <LookPicture
          url={url}
          alt={data ? HOME_TEXT.wholeLook(data.celebrity.name) : ''}
          facts={facts}
          thumbnail={fromTile?.thumbnail}
        >
          <Hotspots
            hotspots={listHotspots(data?.products ?? [], computeRatio(facts))}
            lights={lights}
            onPick={(id) => showCard(id, 'smooth')}
          />
        </LookPicture>
      </div>
      <div className={styles.info}>
        {isError ? (
          <QueryError title={LOOK_PAGE_TEXT.productsNotLoaded} query={query} />
        ) : (
          <LookInfo look={data} lights={lights} isDraft={isDraft} />
        )}
      </div>
    </div>
  )
}

const PublicLook = ({ url }: { url: string }) => (
  <LookView url={url} query={useQuery(createImageQuery(url))} />
)

/** The path contains the image URL as base64, which may be damaged. */
const CelebrityImagePage = () => {
  const { celebrityImage = '' } = useParams()
  const url = decodeImageUrl(celebrityImage)
  if (url) return <PublicLook key={url} url={url} />
  return <NoPicture title={LOOK_PAGE_TEXT.badLink}>{LOOK_PAGE_TEXT.badLinkHint}</NoPicture>
}

export default CelebrityImagePage
