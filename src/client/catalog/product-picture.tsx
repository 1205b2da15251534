import { KeptMarkup } from '#client/lib/kept-markup.tsx'
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
}: ProductPictureProps) => {
  const { product_image, celebrity_image, box } = product
  return (
    <KeptMarkup of={['product picture', shape, isPriority, product_image, celebrity_image, box]}>
      <Picture
        url={product_image ?? celebrity_image}
        frameRatio={FRAME_RATIO}
        shape={shape}
        isPriority={isPriority}
        {...(product_image === null && box ? { focus: focusOnBox(box) } : {})}
      />
    </KeptMarkup>
  )
}
