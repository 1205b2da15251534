import { type ActionParts, createDetectionActions } from './detection-actions.ts'
import type { DetectionSaves } from './detection-saves.ts'
import { createFinderStore, type FinderStore } from './finder-store.ts'
import { createPhotoScan, type ScanParts } from './photo-scan.ts'

/** The photo finder without a screen: one photo, its scan, and the user's work on the results. */
export const createFinder = (
  parts: ScanParts & ActionParts & { savesOf: (store: FinderStore) => DetectionSaves },
) => {
  const store = createFinderStore()
  const saves = parts.savesOf(store)
  const { stopSearches, finishScan, ...actions } = createDetectionActions(store, saves, parts)
  const scan = createPhotoScan(store, parts, {
    onStart: stopSearches,
    onDone: finishScan,
    onReopened: saves.noteStored,
  })
  return { store, ...scan, ...actions }
}
