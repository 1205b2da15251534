import type { api as clientApi } from '#client/lib/api.ts'
import { UPLOAD } from '#shared/constants.ts'
import { type Box, clampBox, fromUnits, toUnits } from '#shared/domain/box.ts'
import type { cropPixels } from './crop-photo.ts'
import type { Photo } from './finder-state.ts'
import { asUploadError, type PhotoServer } from './photo-server.ts'
import type { sendPhoto } from './send-photo.ts'

/** How much is sent around a box, of its width and height: the models look at its surroundings. */
const MARGIN = 0.3
const SMALLEST_PX = 64

/** The piece of the photo to send for a box, in pixels, and the box in the frame of that piece. */
export const pieceAround = (bbox: Box, photo: { width: number; height: number }) => {
  const box = fromUnits(bbox, photo)
  const across = Math.max(box.width * (1 + 2 * MARGIN), SMALLEST_PX)
  const down = Math.max(box.height * (1 + 2 * MARGIN), SMALLEST_PX)
  const left = Math.max(0, Math.floor(box.x - (across - box.width) / 2))
  const top = Math.max(0, Math.floor(box.y - (down - box.height) / 2))
  const piece = {
    x: left,
    y: top,
    width: Math.max(1, Math.min(photo.width, Math.ceil(left + across)) - left),
    height: Math.max(1, Math.min(photo.height, Math.ceil(top + down)) - top),
  }
  const inside = { ...box, x: box.x - piece.x, y: box.y - piece.y }
  const whole = { x: 0, y: 0, width: piece.width, height: piece.height }
  return { piece, bbox: toUnits(clampBox(inside, whole, 1), piece) }
}

type Parts = {
  api: typeof clientApi
  sendPhoto: typeof sendPhoto
  cropPixels: typeof cropPixels
  cancelScan: (scanId: string) => void
}

/** For /find: the server gets a photo with its scan, and a piece of it with each box. */
export const createVisitServer = (parts: Parts): PhotoServer => {
  const { api, cancelScan } = parts
  return {
    send: async (photo, onProgress) => ({
      imageUrl: null,
      connection: {
        start: (signal) => parts.sendPhoto(photo, onProgress, signal),
        resume: (id, after, signal) =>
          api('GET /api/find/:id', { params: { id }, query: { after }, signal }),
      },
    }),
    kept: () => {
      throw new Error('Photos are not kept on /find')
    },
    fromAddress: async (address, signal) => {
      try {
        const reply = await api('POST /api/find-address', { body: { address }, signal })
        return await reply.blob()
      } catch (error) {
        throw asUploadError(error)
      }
    },
    searchBox: async (photo: Photo, _, bbox, signal) => {
      const { piece, bbox: inPiece } = pieceAround(bbox, photo)
      const form = new FormData()
      form.set('image', await parts.cropPixels(photo, piece, UPLOAD.maxSidePx), 'piece.jpg')
      for (const [name, value] of Object.entries(inPiece)) form.set(name, String(value))
      return (await api('POST /api/find-box', { body: inPiece, form, signal })).data
    },
    leave: cancelScan,
    forgets: true,
  }
}
