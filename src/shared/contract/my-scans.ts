import { z } from 'zod'
import { SCAN_HISTORY } from '#shared/constants.ts'
import { optionalShopLinkSchema, pictureLinkSchema } from '#shared/domain/stored-link.ts'
import { defineCalls, envelope, nothing } from './call.ts'
import { type ScanDetection, scanDetectionSchema } from './scan.ts'

const hasSafeLinks = (detection: ScanDetection): boolean =>
  [detection, ...detection.products].every(
    (one) =>
      [one.productLink, one.offersLink].every(
        (shop) => optionalShopLinkSchema.safeParse(shop).success,
      ) &&
      [one.thumbnail, one.imageUrl, one.thumbnailVideo].every(
        (picture) => picture === undefined || pictureLinkSchema.safeParse(picture).success,
      ),
  )

/** A detection as the finder showed it, with everything found for it. */
export const scanResultSchema = scanDetectionSchema
  .refine(hasSafeLinks, 'a link that is neither http nor https')
  .refine(
    (detection) => JSON.stringify(detection).length <= SCAN_HISTORY.resultChars,
    'too much was found to be stored',
  )

const photoQuery = z.object({ photo: pictureLinkSchema.min(1) })

const scanSummarySchema = z.object({
  /** The address of the photo, which identifies the scan. */
  photo: z.string(),
  scanned_at: z.string(),
  objects: z.number().int(),
  /** Of the most certain objects. */
  names: z.array(z.string()),
})
export type ScanSummary = z.infer<typeof scanSummarySchema>

export const myScanCalls = defineCalls({
  'GET /api/my-scans': {
    summary: "The user's scans, newest first",
    permission: 'use-account',
    reply: envelope(z.array(scanSummarySchema)),
  },
  'GET /api/my-scan': {
    summary: "One of the user's scans, with its objects and what was found for them",
    permission: 'use-account',
    query: photoQuery,
    reply: envelope(
      z.object({
        photo: z.string(),
        detections: z.array(scanDetectionSchema),
        /** Ids of the detections that are in My Products. */
        kept: z.array(z.string()),
      }),
    ),
  },
  'DELETE /api/my-scan': {
    summary: "Delete one of the user's scans with its photo; what is in My Products stays there",
    permission: 'use-account',
    query: photoQuery,
    reply: nothing,
    limit: 'saveProduct',
  },
  'DELETE /api/my-scans': {
    summary: "Delete all of the user's scans with their photos; My Products stays as it is",
    permission: 'use-account',
    reply: nothing,
    limit: 'saveProduct',
  },
})
