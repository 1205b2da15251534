import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { createProductQuery } from '#client/catalog/queries.ts'
import { useCurrentPage, useOverThisPage } from '#client/lib/page-beneath.ts'
import { prefetchPicture } from '#client/ui/picture.tsx'
import { paths } from '#shared/paths.ts'

/** A pointer that rests for less only crosses the card. */
const DWELL_MS = 60

/** Loads the start of a product's page when a visitor is about to open it. */
const usePrefetch = (id: string, path: string) => {
  const queries = useQueryClient()
  const { preload } = useCurrentPage()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const load = async () => {
    preload(path)
    const product = await queries.ensureQueryData(createProductQuery(id))
    const picture = product.pictures[0] ?? product.card.product_image
    if (picture) prefetchPicture(picture, 'look')
  }
  // The product's page loads it again and shows the failure.
  const prefetch = () => void load().catch(() => undefined)
  return {
    onFocus: prefetch,
    onPointerDown: prefetch,
    onPointerEnter: () => {
      timer.current = setTimeout(prefetch, DWELL_MS)
    },
    onPointerLeave: () => clearTimeout(timer.current),
  }
}

type ProductLinkProps = {
  id: string
  name: string
  /** Opens over this page on a phone too, because leaving it would lose what it shows. */
  isApart?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Opens a product over the list or, on a phone, as a page. */
export const ProductLink = ({ id, name, isApart = false, ...link }: ProductLinkProps) => {
  const path = paths.product.href(id, name)
  const over = useOverThisPage(isApart)
  const prefetch = usePrefetch(id, path)
  return <Link to={path} {...over} {...prefetch} {...link} />
}
