import { Picture } from '#client/ui/picture.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { focusOnBox } from './focus-on-box.ts'

type ProductPictureProps = {
  product: CatalogProduct
  shape?: 'product' | 'avatar'
  isPriority?: boolean
}

const FRAME_RATIO = 5 / 4

/** Falls back to the look in which the product is worn. */
export const ProductPicture = ({
  product,
  shape = 'product',
  isPriority = false,
}: ProductPictureProps) => (
  <Picture
    url={product.product_image ?? product.celebrity_image}
    frameRatio={FRAME_RATIO}
    shape={shape}
    isPriority={isPriority}
    {...(product.product_image === null && product.box ? { focus: focusOnBox(product.box) } : {})}
  />
)
