import { cropPixels } from './crop-photo.ts'
import type { Photo } from './finder-state.ts'

/** Browsers keep some five megabytes for a tab. */
const MAX_SIDE_PX = 1_280

const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Not readable')))
    reader.readAsDataURL(blob)
  })

export const dataUrlOf = async (photo: Photo): Promise<string> => {
  const { width, height } = photo
  return asDataUrl(await cropPixels(photo, { x: 0, y: 0, width, height }, MAX_SIDE_PX))
}

/** Not by fetch, which the content security policy forbids for data: links. */
export const blobOf = (dataUrl: string): Blob => {
  const [, base64 = ''] = dataUrl.split(',')
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new Blob([bytes], { type: 'image/jpeg' })
}
