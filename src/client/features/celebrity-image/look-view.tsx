import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { BackArrow } from '#client/catalog/back-arrow.tsx'
import { cardId } from '#client/catalog/card-id.ts'
import { imageQuery } from '#client/catalog/queries.ts'
import { ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { QueryError } from '#client/ui/state.tsx'
import { hotspotsOf } from './dot-places.ts'
import { Hotspots } from './hotspots.tsx'
import { LookInfo } from './look-info.tsx'
import { LookPicture, type PictureFacts, ratioOf } from './look-picture.tsx'
import styles from './look-view.module.css'
import { NoPicture } from './no-picture.tsx'
import { useLights } from './use-lights.ts'
import { useScrollToInfo } from './use-scroll-to-info.ts'

const UNKNOWN: PictureFacts = { width: null, height: null, color: null }

const showCard = (id: string, behavior: ScrollBehavior) => {
  const card = document.querySelector<HTMLElement>(`#${cardId(id)}`)
  card?.scrollIntoView({ block: 'center', behavior })
  card?.focus({ preventScroll: true })
}

export const LookView = ({ url }: { url: string }) => {
  const { hash, state } = useLocation()
  const fromTile = state as (PictureFacts & { thumbnail?: string }) | null
  const query = useQuery(imageQuery(url))
  const { data, isError, error } = query
  const lights = useLights()
  const wanted = data?.products.find(({ id }) => hash === `#${cardId(id)}`)?.id
  useScrollToInfo(Boolean(data) && !wanted)
  usePageTitle(data ? `${data.celebrity.name}: ${data.products.length} products` : null)

  // A search suggestion leads to one product: its card is in view, and the focus highlights it.
  useLayoutEffect(() => {
    if (wanted) showCard(wanted, 'instant')
  }, [wanted])

  if (error instanceof ApiError && error.status === 404)
    return (
      <NoPicture title="This picture is not in the catalogue.">It may have been removed.</NoPicture>
    )
  const facts = data?.image ?? fromTile ?? UNKNOWN
  return (
    <div className={styles.view}>
      <div className={styles.picture}>
        <div className={styles.back}>
          <BackArrow variant="raised" />
        </div>
        <LookPicture
          url={url}
          alt={data ? `${data.celebrity.name}, the whole look` : ''}
          facts={facts}
          thumbnail={fromTile?.thumbnail}
        >
          <Hotspots
            hotspots={hotspotsOf(data?.products ?? [], ratioOf(facts))}
            lights={lights}
            onPick={(id) => showCard(id, 'smooth')}
          />
        </LookPicture>
      </div>
      <div className={styles.info}>
        {isError ? (
          <QueryError title="Could not load products." query={query} />
        ) : (
          <LookInfo look={data} lights={lights} />
        )}
      </div>
    </div>
  )
}
