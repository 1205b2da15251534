import type { Logger } from 'pino'
import { drawDemoPicture } from '#demo'
import type { Database } from './core/db/database.ts'
import { createAtomically } from './core/db/query.ts'
import type { Env } from './core/env.ts'
import { createImagesStore, createMedia, createRemoteImages } from './features/images/index.ts'
import { createPictureGuard } from './features/moderation/index.ts'
import { createUploadReader, createUploadsStore } from './features/library/index.ts'
import { openStorage } from './core/storage/open-storage.ts'
import { createPictureReader } from './vision/indexing/indexer.ts'

/** Where processes that only index read pictures; they serve nobody, so nothing is queued or cached. */
export const openPictureSources = async (env: Env, log: Logger, { pool }: Database) => {
  const remote = createRemoteImages()
  const storage = openStorage(env, process.env)
  const publicUrl = env.PUBLIC_URL ?? null
  const guard = createPictureGuard({ pool, publicUrl, decode: (work) => work() })
  await guard.refresh()
  const fetchRemote = async (url: string) => {
    const body = await remote.fetch(url, 'background')
    await guard.check(url, body)
    return body
  }
  const media = createMedia({
    storage,
    store: createImagesStore(pool),
    guard,
    publicUrl,
    draw: drawDemoPicture,
    originals: { read: fetchRemote },
    decode: (work) => work(),
    log,
  })
  const store = createUploadsStore(pool, createAtomically(pool))
  const readUpload = createUploadReader({ store, storage, media })
  return {
    guard,
    readPicture: createPictureReader({ media, readUpload, fetchRemote }),
    close: () => remote.close(),
  }
}
