import { z } from 'zod'
import { UPLOAD } from '#shared/constants.ts'
import { defineCalls } from './call.ts'

const reply = z.object({ success: z.boolean(), url: z.string(), error: z.string().optional() })

export const uploadCalls = defineCalls({
  'POST /image-local.php': {
    summary: 'Keeps an uploaded picture and gives its address',
    permission: 'add-products',
    files: ['image'],
    maxBytes: UPLOAD.maxBytes + 64 * 1024,
    limit: 'upload',
    reply,
  },
  'POST /api/image-from-address': {
    summary: 'Fetches a picture from the web, as a browser could, and keeps it like an upload',
    permission: 'add-products',
    body: z.object({ address: z.string().trim().min(1).max(2000) }),
    limit: 'upload',
    reply,
  },
})
