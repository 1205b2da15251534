import { randomUUID } from 'node:crypto'
import { DETECTION } from '#shared/constants.ts'
import { type Category, categoryFromText } from '#shared/domain/category.ts'
import type { ManualProduct } from '#shared/domain/manual-product.ts'
import { recordedSeller } from '#shared/domain/seller.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { SessionUser } from '#server/core/http/session.ts'
import type { UploadsService } from '#server/features/library/uploads/index.ts'
import type { ProductsService } from './products.service.ts'

type AddedByHand = ManualProduct & {
  currency?: string | undefined
  category?: Category | undefined
  photo_url?: string | undefined
}

/** §2: saves a product entered by hand, with its photo. */
export const createManualProducts = (
  products: Pick<ProductsService, 'save'>,
  uploads: Pick<UploadsService, 'keep' | 'readOwn' | 'release'>,
) => {
  const imageOf = async (uid: string, photo: Uint8Array | null, photoUrl: string | undefined) => {
    if (photo) return uploads.keep(uid, photo)
    if (photoUrl === undefined) return null
    if (!(await uploads.readOwn(uid, photoUrl))) throw new AppError(404, 'There is no such picture')
    return photoUrl
  }

  const add = async (user: SessionUser, product: AddedByHand, photo: Uint8Array | null) => {
    const image = await imageOf(user.uid, photo, product.photo_url)
    try {
      const record = {
        name: product.title,
        price: product.price,
        currency: product.currency ?? DETECTION.defaultCurrency,
        category: product.category ?? categoryFromText(product.title),
        type: 'my_product',
        confidence: 1,
        detection_id: `manual_${randomUUID()}`,
        product_link: product.website,
        seller: recordedSeller({ productLink: product.website }),
        source: 'manual_detection',
        image_url: image,
        thumbnail: image,
      } as const
      return await products.save(user, record, { isEdited: true })
    } catch (error) {
      // A photo without a product must not stay.
      await uploads.release(user.uid, [image])
      throw error
    }
  }

  return { add }
}
export type ManualProducts = ReturnType<typeof createManualProducts>
