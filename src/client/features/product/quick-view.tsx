import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, matchPath, useNavigate } from 'react-router'
import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { createProductQuery } from '#client/catalog/queries.ts'
import { getSiteName } from '#client/lib/initial-data.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import DialogPopup, { DialogTitle } from '#client/ui/dialog-popup.tsx'
import { QueryError, Skeleton } from '#client/ui/state.tsx'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { paths } from '#shared/paths.ts'
import { PRODUCT_PAGE_TEXT } from '#shared/product-page-messages.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { Gallery, Nearest, ProductHead, Sellers, WornIn } from './product-parts.tsx'
import styles from './product.module.css'
import { CheaperInstead } from './similar.tsx'

const MAX_LOOKS = 4

/** Gives the tab the product's name while it is open. */
const useTitleWhileOpen = (name: string | undefined) => {
  useEffect(() => {
    if (name === undefined) return undefined
    const before = document.title
    document.title = `${name} · ${getSiteName()}`
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
      <WornIn tiles={product.wornIn.slice(0, MAX_LOOKS)} />
      <Sellers product={product} />
      <p className="row wrap gap-4 label">
        {PARTS.map(([part, words]) => (
          <Link key={part} replace to={paths.product.href(product.id, product.card.name, part)}>
            {words}
          </Link>
        ))}
      </p>
      {/* Opens the same address as a page, which replaces this history entry: Back leads to the list. */}
      <ButtonLink
        className="start"
        variant="secondary"
        replace
        to={paths.product.href(product.id, product.card.name)}
      >
        {PRODUCT_PAGE_TEXT.fullDetails}
      </ButtonLink>
    </div>
  </div>
)

/** A short version of the product page, over the list. `address` is null while it is closed. */
const QuickView = ({ address }: { address: string | null }) => {
  const navigate = useNavigate()
  // The last product stays visible until the dialog has faded out.
  const [lastAddress, setLastAddress] = useState(address)
  if (address !== null && address !== lastAddress) setLastAddress(address)
  const id = matchPath(paths.product.pattern, lastAddress ?? '')?.params.id ?? ''
  const query = useQuery({ ...createProductQuery(id), enabled: id !== '' })
  const { data, isError } = query
  // A heart that is pressed while signed out opens the login, and there is one dialog at a time.
  const isLoginOpen = useLoginOverlay(({ isOpen }) => isOpen)
  useTitleWhileOpen(address === null ? undefined : data?.card.name)
  return (
    <DialogPopup
      isOpen={address !== null && !isLoginOpen}
      onClose={() => void navigate(-1)}
      title={data ? null : PRODUCT_PAGE_TEXT.quickView}
      isTitleHidden
      variant="wide"
    >
      {isError && <QueryError title={PRODUCT_PAGE_TEXT.notLoaded} query={query} />}
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
