import { type api as clientApi, ApiError } from '#client/lib/api.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { Calls } from '#shared/contract/calls.ts'
import type { Box } from '#shared/domain/box.ts'
import type { Photo } from './finder-state.ts'
import type { ScanConnection } from './scan-stream.ts'
import { UploadError, type uploadPhoto } from './upload-photo.ts'

/** A photo that the server has, or gets with its scan. */
export type ServerPhoto = {
  /** Null if the server does not keep it. */
  imageUrl: string | null
  connection: ScanConnection
}

export type BoxAnswer = ReplyOf<Calls['POST /api/scan-box']>['data']

/** What the server does with photos: it keeps those of invited users, and forgets those of visits. */
export type PhotoServer = {
  send: (
    photo: Blob,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ) => Promise<ServerPhoto>
  /** A photo that the server keeps. */
  kept: (imageUrl: string) => ServerPhoto
  /** A picture on the web: where the server keeps it now, or as a file that still has to be sent. */
  fromAddress: (address: string, signal: AbortSignal) => Promise<string | Blob>
  searchBox: (
    photo: Photo,
    imageUrl: string | null,
    bbox: Box,
    signal: AbortSignal,
  ) => Promise<BoxAnswer>
  /** Outlives the page, so that leaving it stops the work on the server too. */
  leave: (scanId: string) => void
  /** Nothing is kept: a scan that is over should be left too. */
  forgets: boolean
}

/** Errors of fetching a picture read like those of uploading it. */
export const asUploadError = (error: unknown) =>
  error instanceof ApiError
    ? new UploadError(error.status, error.message, error.retryAfterSeconds)
    : error

type Parts = {
  api: typeof clientApi
  uploadPhoto: typeof uploadPhoto
  cancelScan: (scanId: string) => void
}

/** For invited users (§2): photos are kept like their products. */
export const createPhotoServer = ({ api, uploadPhoto, cancelScan }: Parts): PhotoServer => {
  const kept = (imageUrl: string): ServerPhoto => ({
    imageUrl,
    connection: {
      start: (signal) => api('POST /api/scan', { body: { imageUrl }, signal }),
      resume: (id, after, signal) =>
        api('GET /api/scan/:id', { params: { id }, query: { after }, signal }),
    },
  })
  return {
    kept,
    send: async (photo, onProgress, signal) => kept(await uploadPhoto(photo, onProgress, signal)),
    fromAddress: async (address, signal) => {
      try {
        return (await api('POST /api/image-from-address', { body: { address }, signal })).url
      } catch (error) {
        throw asUploadError(error)
      }
    },
    searchBox: async (_, imageUrl, bbox, signal) =>
      (await api('POST /api/scan-box', { body: { imageUrl: imageUrl ?? '', bbox }, signal })).data,
    leave: cancelScan,
    forgets: false,
  }
}
