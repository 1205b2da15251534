import type { PictureQueue } from '#server/core/concurrency/picture-queue.ts'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import type { Media } from '#server/features/images/index.ts'
import type { RemoteImages } from '#server/features/images/index.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { createUploadsService } from './uploads.service.ts'
import { createUploadsStore } from './uploads.store.ts'

export { mountUploads, uploadHandlers } from './uploads.routes.ts'
export { createUploadReader, type UploadsService } from './uploads.service.ts'
export { createUploadsStore } from './uploads.store.ts'

export const createUploads = (settings: {
  pool: Connection
  atomically: Atomically
  storage: Storage
  media: Media
  remoteImages: Pick<RemoteImages, 'fetch'>
  pictures: PictureQueue
  guard: { checkUpload: (body: Buffer) => Promise<void> }
  quotaMegabytes: number
}) => {
  const { pool, atomically, remoteImages: remote, ...parts } = settings
  return createUploadsService({ ...parts, remote, store: createUploadsStore(pool, atomically) })
}
