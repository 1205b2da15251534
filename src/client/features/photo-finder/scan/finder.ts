import { type ActionParts, createDetectionActions } from './detection-actions.ts'
import { createDetectionSaves } from './detection-saves.ts'
import { createFinderStore } from './finder-store.ts'
import { createPhotoScan, type ScanParts } from './photo-scan.ts'

/** The photo finder without a screen: one photo, its scan, and the user's work on the results. */
export const createFinder = (parts: ScanParts & ActionParts) => {
  const store = createFinderStore()
  const saves = createDetectionSaves({ ...parts, store })
  const { stopSearches, finishScan, ...actions } = createDetectionActions(store, saves, parts)
  const scan = createPhotoScan(store, parts, {
    onStart: stopSearches,
    onDone: finishScan,
    onReopened: saves.noteStored,
  })
  return { store, ...scan, ...actions }
}
