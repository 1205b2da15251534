/** Why a picture is refused or not scanned. */

export const VISION_TEXT = {
  busy: 'Many photos are being scanned right now. Please try again in a moment.',
  notScanned: 'The photo could not be scanned. Please try again.',
  vectorsNotLoaded: 'Similar products cannot be searched right now. Please try again in a moment.',
  catalogTooLarge: 'This catalogue is too large for searching by pictures without pgvector.',
  tooManyFrames: (frames: number) =>
    `The picture has more than ${frames.toLocaleString('en')} frames.`,
  tooManyBlocks: (blocks: number) =>
    `The picture has more than ${blocks.toLocaleString('en')} blocks of metadata. Save it again without them.`,
  tooManySteps: (steps: number) =>
    `The picture is built up in more than ${steps} steps. Save it again as a plain JPEG.`,
  tooMuchExif: 'The picture has too much EXIF. Save it again without metadata.',
  damaged: 'The picture is damaged and could not be read.',
  tooManyPixels: (megapixels: number) => `The picture has more than ${megapixels} megapixels.`,
  tooSmall: 'The picture is too small to see anything in it.',
  empty: 'The picture is empty.',
  tooLarge: (megabytes: number) => `The picture is larger than ${megabytes} MB.`,
  unknownType: 'This is not a picture we can read. JPEG, PNG, WebP, GIF and AVIF work.',
} as const
