import type { ImageTile } from '#shared/contract/catalog.ts'

/** Portrait and name, 'Items found', three lines of product name: the same under every picture. */
export const CAPTION_PX = 136

const FALLBACK_RATIO = 3 / 2

/** Two columns on a phone, then as many as stay wide enough for a whole figure. */
export const columnCount = (widthPx: number): number =>
  Math.max(2, Math.min(6, Math.floor(widthPx / 260)))

export const columnWidth = (widthPx: number, columns: number, gapPx: number): number =>
  (widthPx - gapPx * (columns - 1)) / columns

/** Known before the picture is, so that the grid never moves. */
export const tileHeight = (
  { width, height }: Pick<ImageTile, 'width' | 'height'>,
  columnPx: number,
) => Math.round(columnPx * (width && height ? height / width : FALLBACK_RATIO)) + CAPTION_PX
