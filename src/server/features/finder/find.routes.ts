import { randomUUID } from 'node:crypto'
import { FIND } from '#shared/constants.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { findCalls } from '#shared/contract/find.ts'
import { lensDetectionId } from '#shared/domain/detection.ts'
import type { UploadsService } from '#server/features/library/uploads/index.ts'
import { callerGroup } from '#server/core/http/rate-limits.store.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { type Decode, openPicture } from '#server/vision/picture.ts'
import { sentPicture } from './photo.ts'
import { startInTurn } from './queued-scan.ts'
import type { ScanQueue } from './scan-queue.ts'
import { lines } from './scan.routes.ts'
import type { ScanService } from './scan.service.ts'
import type { SharedScans } from './shared-scans.ts'

type Parts = {
  scans: ScanService
  queue: ScanQueue
  running: SharedScans
  uploads: Pick<UploadsService, 'copyFrom'>
  decode: Decode
}

/** The finder for everyone: photos are only in memory, and no part of them leaves this server. */
export const findHandlers = (parts: Parts): Handlers<typeof findCalls> => {
  const { scans, running, uploads, decode } = parts
  /** Only the small copy that the models use is kept, for as long as the scan waits and runs. */
  const photoIn = async (files: Record<string, File>) => ({
    picture: await openPicture(await sentPicture(files['image']), decode),
  })

  return {
    'POST /api/find': async ({ files, user, address }) => {
      const uid = user?.uid ?? null
      const photo = await photoIn(files)
      const scan = { uid, photo, idPrefix: lensDetectionId(randomUUID()) }
      const scanner = {
        owner: null,
        visitor: uid ?? callerGroup(address),
        perVisitor: FIND.perAddress,
        longestMs: FIND.longestMs,
      }
      return lines(
        await startInTurn(parts, scanner, (signal, say) => scans.scan(scan, signal, say)),
      )
    },

    'GET /api/find/:id': async ({ params, query }) =>
      lines(await running.read(null, params.id, query.after)),

    'DELETE /api/find/:id': async ({ params }) => {
      await running.leave(params.id)
      return succeeded(null)
    },

    'POST /api/find-box': async ({ files, body: { category, ...bbox }, user, request }) => {
      const wanted = { bbox, category }
      const photo = await photoIn(files)
      return succeeded(await scans.searchBox(user?.uid ?? null, photo, wanted, request.signal))
    },

    'POST /api/find-address': async ({ body, request }) =>
      new Response(await uploads.copyFrom(body.address, request.signal), {
        headers: { 'content-type': 'image/jpeg' },
      }),
  }
}
