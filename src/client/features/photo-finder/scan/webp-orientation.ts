/** Browsers do not turn every WebP as its EXIF data say, but the server does: here it is done by hand. */

const ORIENTATION_TAG = 0x0112
const ENTRY_BYTES = 12

const textAt = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

/** From the start of EXIF data: those of a TIFF file, sometimes after a name. */
const orientationIn = (exif: DataView): number => {
  const start = textAt(exif, 0, 4) === 'Exif' ? 6 : 0
  const isLittle = textAt(exif, start, 2) === 'II'
  const directory = start + exif.getUint32(start + 4, isLittle)
  const entries = exif.getUint16(directory, isLittle)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES
    if (exif.getUint16(at, isLittle) === ORIENTATION_TAG) return exif.getUint16(at + 8, isLittle)
  }
  return 1
}

/** 1 to 8; 1 for every other file, and for what cannot be read. */
export const webpOrientation = (file: ArrayBuffer): number => {
  const view = new DataView(file)
  try {
    if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return 1
    for (let at = 12; at + 8 <= view.byteLength;) {
      const length = view.getUint32(at + 4, true)
      if (textAt(view, at, 4) === 'EXIF') {
        const found = orientationIn(new DataView(file, at + 8, length))
        return found in TURNS ? found : 1
      }
      at += 8 + length + (length % 2)
    }
  } catch {
    // A damaged file has no orientation; decoding it says what is wrong.
  }
  return 1
}

type Turn = (width: number, height: number) => DOMMatrix2DInit

const matrix = (a: number, b: number, c: number, d: number, e: number, f: number) => {
  return { a, b, c, d, e, f }
}

const TURNS: Readonly<Record<number, Turn>> = {
  2: (width) => matrix(-1, 0, 0, 1, width, 0),
  3: (width, height) => matrix(-1, 0, 0, -1, width, height),
  4: (_, height) => matrix(1, 0, 0, -1, 0, height),
  5: () => matrix(0, 1, 1, 0, 0, 0),
  6: (_, height) => matrix(0, 1, -1, 0, height, 0),
  7: (width, height) => matrix(0, -1, -1, 0, height, width),
  8: (width) => matrix(0, -1, 1, 0, 0, width),
}

const FIRST_SIDEWAYS = 5

export const turned = async (bitmap: ImageBitmap, orientation: number): Promise<ImageBitmap> => {
  const turn = TURNS[orientation]
  if (!turn) return bitmap
  const { width, height } = bitmap
  const isSideways = orientation >= FIRST_SIDEWAYS
  const canvas = new OffscreenCanvas(isSideways ? height : width, isSideways ? width : height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return bitmap
  context.setTransform(turn(width, height))
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return createImageBitmap(canvas)
}
