import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { imageQuery } from '#client/catalog/queries.ts'
import { ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { inReadingOrder } from './hotspot-order.ts'
import { Hotspots } from './hotspots.tsx'
import { LookInfo } from './look-info.tsx'
import { LookPicture, type PictureFacts } from './look-picture.tsx'
import styles from './look-view.module.css'
import { cardId } from './card-id.ts'
import { NoPicture } from './no-picture.tsx'
import { useScrollToInfo } from './use-scroll-to-info.ts'

const UNKNOWN: PictureFacts = { width: null, height: null, color: null }

export const LookView = ({ url }: { url: string }) => {
  const fromTile = useLocation().state as PictureFacts | null
  const { data, isError, error, isFetching, refetch } = useQuery(imageQuery(url))
  const [litId, setLitId] = useState<string | null>(null)
  useScrollToInfo(Boolean(data))
  usePageTitle(data ? `${data.celebrity.name}: ${data.products.length} products` : null)

  if (error instanceof ApiError && error.status === 404)
    return (
      <NoPicture title="This picture is not in the catalogue.">It may have been removed.</NoPicture>
    )
  const handlePick = (id: string) => {
    const card = document.querySelector<HTMLElement>(`#${cardId(id)}`)
    card?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    card?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.view}>
      <div className={styles.picture}>
        <LookPicture
          url={url}
          alt={data ? `${data.celebrity.name}, the whole look` : ''}
          facts={data?.image ?? fromTile ?? UNKNOWN}
        >
          <Hotspots
            products={inReadingOrder(data?.products ?? [])}
            litId={litId}
            onLight={setLitId}
            onPick={handlePick}
          />
        </LookPicture>
      </div>
      <div className={styles.info}>
        {isError ? (
          <ErrorState
            title="Could not load products."
            message={error.message}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LookInfo look={data} litId={litId} onLight={setLitId} />
        )}
      </div>
    </div>
  )
}
