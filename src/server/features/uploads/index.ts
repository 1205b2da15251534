import type { Atomically, Connection } from '#server/db/transaction.ts'
import type { Media } from '#server/features/images/index.ts'
import type { RemoteImages } from '#server/providers/images/remote-images.ts'
import type { Storage } from '#server/providers/storage/storage.ts'
import { createUploadsService } from './uploads.service.ts'
import { createUploadsStore } from './uploads.store.ts'

export { uploadHandlers } from './uploads.routes.ts'
export type { UploadsService } from './uploads.service.ts'

export const createUploads = (settings: {
  pool: Connection
  atomically: Atomically
  storage: Storage
  media: Media
  remoteImages: Pick<RemoteImages, 'fetch'>
}) => {
  const { pool, atomically, storage, media, remoteImages: remote } = settings
  const store = createUploadsStore(pool, atomically)
  return createUploadsService({ store, storage, media, remote })
}
