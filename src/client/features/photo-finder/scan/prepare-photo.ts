import { PHOTO_PREPARATION, UPLOAD } from '#shared/constants.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'

export type PreparedPhoto = { blob: Blob; width: number; height: number }

/** Why a file cannot be scanned, worded for the user. */
export class PhotoProblem extends Error {}

const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Judged by its bytes, because systems disagree on the type of HEIC files. */
export const isHeic = (head: Uint8Array): boolean => {
  const text = String.fromCharCode(...head.subarray(4, 12))
  return text.startsWith('ftyp') && HEIC_BRANDS.has(text.slice(4))
}

/** The size to upload: the server would shrink a larger photo anyway. */
export const sizeToSend = (width: number, height: number) => {
  const scale = Math.min(1, UPLOAD.maxSidePx / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

const decode = async (file: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
    if (isHeic(head)) throw new PhotoProblem(FINDER_TEXT.heicNotReadable, { cause })
    const isImage = file.type.startsWith('image/')
    throw new PhotoProblem(isImage ? FINDER_TEXT.damagedPicture : FINDER_TEXT.notAPicture, {
      cause,
    })
  }
}

export const jpegOf = async (canvas: HTMLCanvasElement): Promise<Blob> => {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', PHOTO_PREPARATION.jpegQuality)
  })
  if (!blob) throw new PhotoProblem(FINDER_TEXT.damagedPicture)
  return blob
}

/** The photo as it is uploaded: an upright JPEG of limited size, without metadata. */
export const preparePhoto = async (file: Blob): Promise<PreparedPhoto> => {
  const bitmap = await decode(file)
  try {
    const { width, height } = sizeToSend(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new PhotoProblem(FINDER_TEXT.damagedPicture)
    // A JPEG has no transparency: a cut-out garment would get a black background.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    return { blob: await jpegOf(canvas), width, height }
  } finally {
    bitmap.close()
  }
}

export const measurePhoto = (url: string): Promise<{ width: number; height: number }> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () =>
      resolve({ width: image.naturalWidth, height: image.naturalHeight }),
    )
    image.addEventListener('error', () => reject(new PhotoProblem(FINDER_TEXT.damagedPicture)))
    image.src = url
  })
