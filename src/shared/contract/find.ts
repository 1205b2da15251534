import { z } from 'zod'
import { FIND } from '#shared/constants.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { defineCalls, nothing } from './call.ts'
import { scanCalls } from './scan.ts'

/** Fields of a form arrive as text. */
const unit = z.coerce.number()
const id = z.uuid()

/** The photo finder for everyone. Whoever has the id of a scan is its visitor; photos are not kept. */
export const findCalls = defineCalls({
  'POST /api/find': {
    summary:
      'Scan a photo without keeping it: its place in the queue, boxes, then products card by card, one JSON object per line',
    permission: 'browse',
    files: ['image'],
    maxBytes: FIND.maxBytes,
    reply: 'application/x-ndjson',
    limit: 'find',
  },
  'GET /api/find/:id': {
    summary: 'Resume a scan after a lost connection',
    permission: 'browse',
    params: z.object({ id }),
    query: scanCalls['GET /api/scan/:id'].query,
    reply: 'application/x-ndjson',
    limit: 'resumeScan',
  },
  'DELETE /api/find/:id': {
    summary: 'End a visit: stops its scan and forgets what was found',
    permission: 'browse',
    params: z.object({ id }),
    reply: nothing,
  },
  'POST /api/find-box': {
    summary: 'Products like the content of a box (in the 400-unit frame) of a piece of a photo',
    permission: 'browse',
    files: ['image'],
    maxBytes: FIND.maxBytes,
    body: z.object({
      x: unit,
      y: unit,
      width: unit.min(0),
      height: unit.min(0),
      category: z.enum(CATEGORIES).optional(),
    }),
    reply: scanCalls['POST /api/scan-box'].reply,
    limit: 'findBox',
  },
  'POST /api/find-address': {
    summary: 'Fetches a picture from the web, as a browser could, and passes it on as a JPEG',
    permission: 'browse',
    body: z.object({ address: z.string().trim().min(1).max(2000) }),
    reply: 'image/jpeg',
    limit: 'findAddress',
  },
})
