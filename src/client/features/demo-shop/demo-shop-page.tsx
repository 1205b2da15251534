import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { OfferPrice } from '#client/catalog/products/price.tsx'
import { choosePicture } from '#client/catalog/products/product-card.tsx'
import { createProductQuery } from '#client/catalog/queries.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { Name } from '#client/ui/name.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { parseDemoShop } from '#shared/domain/links.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { paths } from '#shared/paths.ts'
import { DEMO_SHOP_TEXT } from '#shared/demo-shop-messages.ts'
import styles from './demo-shop-page.module.css'

/** The shop that sells what its photos show; the others sell drawings. */
const PHOTO_SHOP = 'second-look'

const ClickedProduct = ({ product, shop }: { product: ProductDetail; shop: string }) => {
  const { card, offers } = product
  const offer = offers.find(({ url }) => parseDemoShop(url) === shop)
  return (
    <span className={styles.product}>
      <Picture {...choosePicture(card)} alt="" frameRatio={5 / 4} shape="product" />
      <strong>
        <Verbatim>{card.name}</Verbatim>
      </strong>
      {offer && (
        <span>
          <OfferPrice offer={offer} />
        </span>
      )}
    </span>
  )
}

/** Where links to the demo's invented shops lead, instead of a domain that does not exist. */
const DemoShopPage = () => {
  const { shop = '' } = useParams()
  const [query] = useSearchParams()
  const id = query.get('product') ?? ''
  const { data: product } = useQuery({ ...createProductQuery(id), enabled: id !== '' })
  const name = formatDisplaySeller({ productLink: `https://${shop}.example.com` })
  usePageTitle(name)
  return (
    <EmptyState
      isPage
      title={<Name>{name}</Name>}
      action={
        product ? (
          <ButtonLink variant="primary" to={paths.product.href(product.id, product.card.name)}>
            {DEMO_SHOP_TEXT.back}
          </ButtonLink>
        ) : (
          <FeedLink />
        )
      }
    >
      {product && <ClickedProduct product={product} shop={shop} />}
      {DEMO_SHOP_TEXT.lead}
      {shop === PHOTO_SHOP && ` ${DEMO_SHOP_TEXT.photoCredit}`}
    </EmptyState>
  )
}

export default DemoShopPage
