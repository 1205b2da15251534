import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { useOverThisPage, useCurrentPage } from '#client/lib/page-beneath.ts'
import { prefetchPicture } from '#client/ui/use-prefetched-pictures.ts'
import { paths } from '#shared/paths.ts'
import { productQuery } from './queries.ts'

/** A pointer that only crosses a card wants nothing. */
const DWELL_MS = 60

/** What a product shows first loads when a visitor is about to open it, so that it opens at once. */
const usePrefetch = (id: string, path: string) => {
  const queries = useQueryClient()
  const { preload } = useCurrentPage()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const load = async () => {
    preload(path)
    const product = await queries.ensureQueryData(productQuery(id))
    const picture = product.pictures[0] ?? product.card.product_image
    if (picture) prefetchPicture(picture, 'look')
  }
  // It is asked for again when the product opens, and a failure is shown then.
  const prefetch = () => void load().catch(() => undefined)
  return {
    onFocus: prefetch,
    onPointerDown: prefetch,
    onPointerEnter: () => {
      waiting.current = setTimeout(prefetch, DWELL_MS)
    },
    onPointerLeave: () => clearTimeout(waiting.current),
  }
}

/** For pages whose contents would be lost if another took their place. */
export const APART = { target: '_blank', rel: 'noopener' } as const

type ProductLinkProps = {
  id: string
  name: string
  /** Leaving would lose what the page shows: it opens over it on a phone, too. */
  isApart?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Opens a product over the list, or on a phone as a page. */
export const ProductLink = ({ id, name, isApart = false, ...link }: ProductLinkProps) => {
  const path = paths.product.href(id, name)
  const over = useOverThisPage(isApart)
  const prefetch = usePrefetch(id, path)
  return <Link to={path} {...over} {...prefetch} {...link} />
}
