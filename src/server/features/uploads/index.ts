import type { Database } from '#server/db/database.ts'
import type { Media } from '#server/features/images/index.ts'
import type { RemoteImages } from '#server/providers/images/remote-images.ts'
import type { Storage } from '#server/providers/storage/storage.ts'
import { createUploadsService } from './uploads.service.ts'
import { createUploadsStore } from './uploads.store.ts'

export { uploadHandlers } from './uploads.routes.ts'
export type { UploadsService } from './uploads.service.ts'

export const createUploads = (settings: {
  pool: Database['pool']
  storage: Storage
  media: Media
  remoteImages: Pick<RemoteImages, 'fetch'>
}) => {
  const { pool, storage, media, remoteImages: remote } = settings
  return createUploadsService({ store: createUploadsStore(pool), storage, media, remote })
}
