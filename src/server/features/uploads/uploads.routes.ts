import type { uploadCalls } from '#shared/contract/uploads.ts'
import { AppError } from '#server/http/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { UploadsService } from './uploads.service.ts'

export const uploadHandlers = (uploads: UploadsService): Handlers<typeof uploadCalls> => ({
  'POST /image-local.php': async ({ files, user }) => {
    const file = files['image']
    if (!file) throw new AppError(400, 'The picture is missing: send it as the field image.')
    const bytes = new Uint8Array(await file.arrayBuffer())
    return { success: true, url: await uploads.keep(user.uid, bytes) }
  },

  'POST /api/image-from-address': async ({ body, user }) => ({
    success: true,
    url: await uploads.keepFrom(user.uid, body.address),
  }),
})
