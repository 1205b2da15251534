import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { favoriteFromRecord } from '#client/account/favorite.ts'
import { FavoriteButton } from '#client/account/favorite-button.tsx'
import { ProductTile } from '#client/catalog/product-tile.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { ProductRecord } from '#shared/contract/products.ts'
import { paths } from '#shared/paths.ts'

const FRAME_RATIO = 5 / 4

/** A saved product that is in the catalogue has a page of its own. */
const isOfCatalog = ({ type, id }: ProductRecord) => type === 'product' && /^\d+$/.test(id)

type RecordCardProps = {
  record: ProductRecord
  isPriority: boolean
  children?: ReactNode
}

export const RecordCard = ({ record, isPriority, children }: RecordCardProps) => (
  <ProductTile
    picture={
      <Picture
        url={record.thumbnail ?? record.image_url ?? record.original_image_url ?? ''}
        frameRatio={FRAME_RATIO}
        shape="product"
        isPriority={isPriority}
      />
    }
    controls={
      <>
        <FavoriteButton favorite={favoriteFromRecord(record)} />
        {children}
      </>
    }
    brand={record.brand}
    name={record.title}
    price={record.price}
    currency={record.currency}
    website={record.product_link}
    {...(isOfCatalog(record) ? { productId: record.id } : {})}
  >
    {record.celebrity_name && record.celebrity_image && (
      <p className="quiet small">
        Seen on{' '}
        <Link to={paths.celebrityImage.href(record.celebrity_image)}>{record.celebrity_name}</Link>
      </p>
    )}
  </ProductTile>
)
