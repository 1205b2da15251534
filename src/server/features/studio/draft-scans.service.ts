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

type Parts = Pick<Core, 'pool' | 'atomically' | 'log'> & {
  uploads: Pick<UploadsService, 'readOwn'>
  finder: Pick<Finder, 'scans' | 'queue' | 'canScan' | 'decodeFor' | 'readEmbedding'>
  productsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const LEASE_MS = 5 * MINUTE_MS
const MAX_TRIES = 3
const BUSY_RETRY_MS = 5_000
/** 95 of 100 pairs of garments above this cosine are the same garment (docs/measuring-vision.md). */
const SAME_GARMENT = 0.9

const fractionsOf = (box: DraftBox): DraftBox => {
  const share = (units: number) => Math.min(1, Math.max(0, units / DETECTION.frameUnits))
  return {
    x: share(box.x),
    y: share(box.y),
    width: share(box.width),
    height: share(box.height),
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
export const createDraftScans = ({ pool, atomically, log, uploads, finder, productsOf }: Parts) => {
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

  /** The garment that looks like this one in other photos of the user, or a new one. */
  const garmentsFor = async (uid: string, detections: readonly ScanDetection[]) => {
    const garments = (await store.garmentsOf(uid)).flatMap(({ garment, embedding }) => {
      const embeddingFields = finder.readEmbedding(embedding)
      return embeddingFields ? [{ garment, ...embeddingFields }] : []
    })
    return detections.flatMap(({ id, embedding }): ScannedItem[] => {
      const embeddingFields = embedding === undefined ? null : finder.readEmbedding(embedding)
      if (!embeddingFields || embedding === undefined) return []
      const [best] = garments
        .filter(
          ({ kind, version }) =>
            kind === embeddingFields.kind && version === embeddingFields.version,
        )
        .map(({ garment, vector }) => ({
          garment,
          similarity: computeDotProduct(vector, embeddingFields.vector),
        }))
        .toSorted((a, b) => b.similarity - a.similarity)
      const garment = best && best.similarity >= SAME_GARMENT ? best.garment : randomUUID()
      return [{ id, garment, embedding }]
    })
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
    if (!photo) throw new Error('The photo of this draft is gone')
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
