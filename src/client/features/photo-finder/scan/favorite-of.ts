import type { Favorite } from '#client/account/favorite.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { detectionName } from '#shared/domain/detection-record.ts'

/** The product of a detection, for a heart that is saved without the scan. */
export const favoriteOf = (detection: ScanDetection): Favorite => {
  const name = detectionName(detection)
  const { price, productLink, seller, category, brand } = detection
  const image_url = detection.imageUrl ?? detection.thumbnail
  return {
    name,
    product: { name, price, image_url, product_link: productLink, seller, category, brand },
  }
}
