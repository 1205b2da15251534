import { randomUUID } from 'node:crypto'
import { DETECTION } from '#shared/constants.ts'
import { categoryFromText } from '#shared/domain/category.ts'
import type { ManualProduct } from '#shared/domain/manual-product.ts'
import { recordedSeller } from '#shared/domain/seller.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { UploadsService } from '#server/features/uploads/index.ts'
import type { ProductsService } from './products.service.ts'

/** §2: saves a product entered by hand, with its photo. */
export const createManualProducts = (
  products: Pick<ProductsService, 'save'>,
  uploads: Pick<UploadsService, 'keep' | 'release'>,
) => ({
  add: async (user: SessionUser, product: ManualProduct, photo: Uint8Array | null) => {
    const image = photo && (await uploads.keep(user.uid, photo))
    try {
      return await products.save(user, {
        name: product.title,
        price: product.price,
        currency: DETECTION.defaultCurrency,
        category: categoryFromText(product.title),
        type: 'my_product',
        confidence: 1,
        detection_id: `manual_${randomUUID()}`,
        product_link: product.website,
        seller: recordedSeller({ productLink: product.website }),
        source: 'manual_detection',
        image_url: image,
        thumbnail: image,
      })
    } catch (error) {
      // A photo without a product must not stay.
      await uploads.release(user.uid, [image])
      throw error
    }
  },
})
export type ManualProducts = ReturnType<typeof createManualProducts>
