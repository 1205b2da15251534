import type { ScanDetection } from '#shared/contract/scan.ts'
import type { FoundObject } from '#shared/contract/vision.ts'

export const detectionFromFound = (found: FoundObject, id: string): ScanDetection => ({
  id,
  label: found.label,
  confidence: found.confidence,
  bbox: found.bbox,
  bestSeen: found.bestSeen,
  category: found.category,
  source: 'google_lens',
  lensObjectName: found.kind,
  searchTerms: found.searchTerms,
  primaryQuery: found.primaryQuery,
  products: [],
  isManual: false,
  isEditable: true,
  isResizable: false,
})
