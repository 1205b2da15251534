import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, matchPath, useNavigate } from 'react-router'
import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { productQuery } from '#client/catalog/queries.ts'
import { siteName } from '#client/lib/initial-data.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import DialogPopup, { DialogTitle } from '#client/ui/dialog-popup.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { QueryError } from '#client/ui/state.tsx'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { paths } from '#shared/paths.ts'
import { Gallery, Nearest, ProductHead, Sellers, WornIn } from './product-parts.tsx'
import styles from './product.module.css'
import { CheaperInstead } from './similar.tsx'

const WORN_SHOWN = 4

/** The tab has the product's name while it is open, and then again that of the page beneath. */
const useTitleMeanwhile = (name: string | undefined) => {
  useEffect(() => {
    if (name === undefined) return undefined
    const before = document.title
    document.title = `${name} · ${siteName()}`
    return () => {
      document.title = before
    }
  }, [name])
}

const PARTS = [
  ['similar', PRODUCT_TEXT.similar],
  ['cheaper', PRODUCT_TEXT.cheaper],
] as const

const Contents = ({ product }: { product: ProductDetail }) => (
  <div className={styles.columns}>
    <Gallery key={product.id} product={product} />
    <div className={styles.facts}>
      <ProductHead product={product} Heading={DialogTitle} />
      <Nearest product={product} />
      <CheaperInstead product={product} />
      <WornIn tiles={product.wornIn.slice(0, WORN_SHOWN)} />
      <Sellers product={product} />
      <p className="row wrap gap-4 label">
        {PARTS.map(([part, words]) => (
          <Link key={part} replace to={paths.product.href(product.id, product.card.name, part)}>
            {words}
          </Link>
        ))}
      </p>
      {/* The same address as a page: it takes the place of this entry, so that Back leads to the list. */}
      <ButtonLink
        className="start"
        variant="secondary"
        replace
        to={paths.product.href(product.id, product.card.name)}
      >
        {PRODUCT_TEXT.fullDetails}
      </ButtonLink>
    </div>
  </div>
)

/** The essentials of a product over the list it was opened from. `address`: null while it is closed. */
const QuickView = ({ address }: { address: string | null }) => {
  const navigate = useNavigate()
  // What is closing stays visible until it has faded.
  const [shown, setShown] = useState(address)
  if (address !== null && address !== shown) setShown(address)
  const id = matchPath(paths.product.pattern, shown ?? '')?.params.id ?? ''
  const query = useQuery({ ...productQuery(id), enabled: id !== '' })
  const { data, isError } = query
  // A heart pressed while signed out asks for the login: one dialog at a time.
  const isAsking = useLoginOverlay(({ isOpen }) => isOpen)
  useTitleMeanwhile(address === null ? undefined : data?.card.name)
  return (
    <DialogPopup
      isOpen={address !== null && !isAsking}
      onClose={() => void navigate(-1)}
      title={data ? null : PRODUCT_TEXT.quickView}
      isTitleHidden
      variant="wide"
    >
      {isError && <QueryError what="this product" query={query} />}
      {data && <Contents product={data} />}
      {!data && !isError && (
        <div className={styles.columns}>
          <Skeleton ratio={5 / 4} />
          <Skeleton width="60%" />
        </div>
      )}
    </DialogPopup>
  )
}

export default QuickView
