import { DRAFT_SERVICE_TEXT } from './studio-service-messages.ts'

import type { Core } from '#server/core/core.ts'
import { randomUUID } from 'node:crypto'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { createJobRunner, RetryLater, runJobsSeparately } from '#server/core/jobs/runner.ts'
import { type Finder, openPhoto } from '#server/features/finder/index.ts'
import type { UploadsService } from '#server/features/images/index.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import type { DraftBox, DraftItem } from '#shared/contract/studio.ts'
import { buildLensDetectionId } from '#shared/domain/detection.ts'
import { toDraftProduct } from '#shared/domain/scan-product.ts'
import { listOfferedObjects } from '#shared/domain/tapped-object.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { computeDotProduct } from '#shared/vision/likeness.ts'
import { SCAN_QUEUES } from './drafts.service.ts'
import { createDraftsStore, type ScannedItem } from './drafts.store.ts'

type DraftScansDependencies = Pick<Core, 'pool' | 'atomically' | 'log'> & {
  uploads: Pick<UploadsService, 'readOwn'>
  finder: Pick<Finder, 'scans' | 'queue' | 'canScan' | 'decodeFor' | 'readEmbedding'>
  productsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const LEASE_MS = 5 * MINUTE_MS
const MAX_TRIES = 3
const BUSY_RETRY_MS = 5_000
/** 95 of 100 pairs of garments above this cosine are the same garment (docs/measuring-vision.md). */
const SAME_GARMENT = 0.9
/** Garments with which those of a photo are compared: the newest ones. */
const MAX_COMPARED = 5_000
const COMPARED_AT_ONCE = 100

const fractionsOf = (box: DraftBox): DraftBox => {
  const share = (units: number) => Math.min(1, Math.max(0, units / DETECTION.frameUnits))
  return {
    x: share(box.x),
    y: share(box.y),
    width: Math.max(DRAFT.minSide, share(box.width)),
    height: Math.max(DRAFT.minSide, share(box.height)),
  }
}

const itemOf = ({ id, label, category, bbox }: ScanDetection): DraftItem => ({
  id,
  label: label.slice(0, DRAFT.labelChars),
  category,
  box: fractionsOf(bbox),
  choice: null,
})

/** Scans the photos of drafts in the background, whether or not the page is open. */
export const createDraftScans = ({
  pool,
  atomically,
  log,
  uploads,
  finder,
  productsOf,
}: DraftScansDependencies) => {
  const store = createDraftsStore(pool)

  /** Only catalogue products can be proposed; products of web shops are added by their link. */
  const proposalsFor = async ({ products }: ScanDetection) => {
    const numbered = products.filter(({ id }) => /^\d{1,18}$/.test(id))
    const ids = await productsOf(numbered.map(({ id }) => id))
    return numbered.flatMap((product) => {
      const id = ids.get(product.id)
      return id ? [{ ...toDraftProduct(product), id, sureness: product.sureness }] : []
    })
  }

  /**
   * The garment that looks like this one in other photos of the user, or a new one. Compares a few at a
   * time, because a creator may have thousands and others wait for the event loop.
   */
  const garmentsFor = async (uid: string, detections: readonly ScanDetection[]) => {
    const matches = detections.flatMap(({ id, embedding }) => {
      const fields = embedding === undefined ? null : finder.readEmbedding(embedding)
      return fields && embedding !== undefined
        ? [{ id, embedding, fields, garment: null as string | null, similarity: SAME_GARMENT }]
        : []
    })
    const known = matches.length > 0 ? await store.firstObjects(uid, MAX_COMPARED) : []
    for (let from = 0; from < known.length; from += COMPARED_AT_ONCE)
      for (const { garment, embedding } of await store.garmentsOf(
        known.slice(from, from + COMPARED_AT_ONCE),
      )) {
        const fields = finder.readEmbedding(embedding)
        for (const match of matches) {
          if (fields?.kind !== match.fields.kind || fields.version !== match.fields.version)
            continue
          const similarity = computeDotProduct(fields.vector, match.fields.vector)
          if (similarity >= match.similarity) Object.assign(match, { garment, similarity })
        }
      }
    return matches.map(({ id, embedding, garment }): ScannedItem => ({
      id,
      embedding,
      garment: garment ?? randomUUID(),
    }))
  }

  /** Waits in the same queue as the scans of visitors. */
  const inTurn = async <T>(
    uid: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await finder.queue.reserve(uid).run({ signal, onPosition: () => undefined }, work)
    } catch (error) {
      if (error instanceof AppError && error.code === 'scans-busy')
        throw new RetryLater(BUSY_RETRY_MS, error)
      throw error
    }
  }

  const scan = async (id: string, outer: AbortSignal) => {
    // A derived signal, so that abort listeners are freed with this scan; the runner's signal lives until
    // the server stops.
    const signal = AbortSignal.any([outer])
    const draft = await store.read(id)
    // The draft was deleted meanwhile.
    if (!draft) return
    const photo = await uploads.readOwn(draft.user_id, draft.upload)
    if (!photo) throw new Error(DRAFT_SERVICE_TEXT.photoGone)
    // Without `crop` no part leaves this server: products of web shops could not be proposed anyway.
    const { picture } = await openPhoto(photo, finder.decodeFor(draft.user_id))
    const request = { uid: draft.user_id, photo: { picture }, idPrefix: buildLensDetectionId(id) }
    const { detections, candidates } = await inTurn(draft.user_id, signal, () =>
      finder.scans.scanWhole(request, signal),
    )
    const scanned = detections.slice(0, DRAFT.items)
    const proposals: Record<string, unknown> = {}
    for (const detection of scanned)
      proposals[detection.id] = (await proposalsFor(detection)).slice(0, DRAFT.proposals)
    const offers = listOfferedObjects(candidates, detections).map(({ box, kind }) => ({
      kind,
      box: fractionsOf(box),
    }))
    const objects = await garmentsFor(draft.user_id, scanned)
    await atomically(async (client) => {
      const inside = createDraftsStore(client)
      // Keeps what the user has entered meanwhile, and waits for a save that is under way.
      await inside.lock(id)
      const { content } = (await inside.read(id)) ?? draft
      const existingIds = new Set(content.items.map((item) => item.id))
      const items = [
        ...content.items,
        ...scanned.map(itemOf).filter((item) => !existingIds.has(item.id)),
      ]
      await inside.saveScan(
        id,
        { ...content, items: items.slice(0, DRAFT.items) },
        { proposals, objects, offers },
      )
    })
  }

  const runnerOf = (queue: string, restRatio: number) =>
    createJobRunner(pool, log, {
      queue,
      batch: 1,
      leaseMs: LEASE_MS,
      tries: MAX_TRIES,
      restRatio,
      // Another server may have models; a scan that was taken here would fail for lack of them.
      canWork: finder.canScan,
      work: runJobsSeparately((id, signal) =>
        scan(id, signal).catch(async (error: unknown) => {
          if (!signal.aborted && !(error instanceof RetryLater)) await store.scanFailed(id)
          throw error
        }),
      ),
    })

  /** An archive leaves half of the time to visitors' photos. */
  const runners = [runnerOf(SCAN_QUEUES.photo, 0), runnerOf(SCAN_QUEUES.archive, 1)]
  return {
    start: async (listener: Listener) => {
      for (const runner of runners) await runner.start(listener)
    },
    /** Runs until no job is due. */
    drain: async () => {
      for (const runner of runners) await runner.drain()
    },
    close: async () => {
      for (const runner of runners) await runner.close()
    },
  }
}
