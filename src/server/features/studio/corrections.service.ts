import type { AuditStore } from '#server/core/audit.store.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { DraftProduct } from '#shared/contract/studio.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import {
  type CatalogWriterDependencies,
  createCatalogWriter,
} from '#server/features/catalog/index.ts'
import { createDraftsStore } from './drafts.store.ts'
import { correctedContent } from './publishable-items.ts'
import { createWithPublicFiles, type PublicFilesDependencies } from './published-pictures.ts'

type CorrectionsDependencies = CatalogWriterDependencies &
  PublicFilesDependencies & { note: AuditStore['note'] }

/** Replaces a worn item by another product, or removes it, for an editor. */
export const createCorrection = (dependencies: CorrectionsDependencies) => {
  const { note } = dependencies
  const writeCatalog = createCatalogWriter(dependencies)
  const withPublicFiles = createWithPublicFiles(dependencies)

  return async (wornId: string, uid: string, product: DraftProduct | null) => {
    await withPublicFiles(async ({ copyProductPicture, deleteCopy }) => {
      const picture =
        product?.id === null && product.picture
          ? await copyProductPicture(uid, product.picture)
          : null
      const { listed } = await writeCatalog(async (publishing, client) => {
        const worn = await publishing.wornItem(wornId)
        if (!worn) throw new AppError(404, STUDIO_ERRORS.notWorn)
        const productId = product?.id
          ? (await publishing.productsOf([product.id])).get(product.id)
          : null
        if (product?.id && !productId)
          throw new AppError(409, STUDIO_ERRORS.productGone(product.title))
        const item = product && {
          line: 1,
          title: product.title,
          price: product.price,
          url: product.link,
          brand: product.brand,
          category: product.category,
          pictures: picture ? [picture.url] : [],
        }
        const result = await publishing.replaceWorn(
          worn,
          productId ? { productId } : item && { item },
        )
        if (!result) throw new AppError(409, STUDIO_ERRORS.productRemoved(product?.title ?? ''))
        const store = createDraftsStore(client)
        const replacement = product && {
          ...product,
          id: result.productId,
          picture: result.listed ? result.listed.picture : product.picture,
        }
        for (const draft of await store.ofLook(worn.url))
          await store.saveCorrection(
            draft,
            {
              content: correctedContent(draft.content, worn.product_id, replacement),
              published:
                draft.published && correctedContent(draft.published, worn.product_id, replacement),
            },
            uid,
          )
        return result
      })
      if (picture && !listed?.isNew) await deleteCopy(picture.url)
    })
    await note(uid, 'look-corrected', wornId)
  }
}
export type CorrectWornItem = ReturnType<typeof createCorrection>
