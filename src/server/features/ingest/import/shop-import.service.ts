import type { ImportStore } from './import.store.ts'
import type { StagedItem } from './staging.store.ts'

type ShopItems = {
  shopId: number
  /** Passes on usable items in batches. */
  read: (stage: (items: StagedItem[]) => Promise<void>) => Promise<void>
  /** Throws if a feed with so many offers must not be taken over. */
  check: (offers: number) => void
  /** Told the lines of items that were removed after a notice. */
  onWithheld: (lines: readonly number[]) => void
}

export type ShopImport = (
  items: ShopItems,
) => Promise<{ added: number; changed: number; unavailable: number }>

/**
 * Takes over all of a shop's items in one transaction, or none. What the feed no longer has becomes
 * unavailable instead of being deleted, because hearts and looks refer to it.
 */
export const createShopImport =
  (store: ImportStore): ShopImport =>
  async ({ shopId, read, check, onWithheld }) => {
    const result = { added: 0, changed: 0, unavailable: 0 }
    const isChanged = () => result.added + result.changed + result.unavailable > 0
    await store.inTransaction(async (session) => {
      await read((items) => session.stage(items))
      await session.joinVariants()
      check(await session.countStaged())
      onWithheld(await session.withholdRemoved())
      Object.assign(result, await session.mergeItems())
      result.unavailable = await session.markMissing(shopId)
      if (!isChanged()) return 'discard'
      await session.recount()
      await session.rebuildWords()
      await session.describeStale()
      await session.announceChange()
      return 'keep'
    })
    if (isChanged()) await store.settle()
    return result
  }
