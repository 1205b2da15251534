import type { ImageTile } from '#shared/contract/catalog.ts'

/** Portrait and name, 'Items found' and three lines of product name: equal for every tile. */
export const CAPTION_PX = 136

const FALLBACK_RATIO = 3 / 2

const WIDE_FROM_PX = 600
const COLUMN_LEAST_PX = 236
const COLUMNS_LEAST = 2
const COLUMNS_MOST = 6

export const columnGap = (widthPx: number): number => (widthPx > WIDE_FROM_PX ? 24 : 12)

/** Two columns on a phone, otherwise as many as fit a full figure. */
export const columnCount = (widthPx: number, gapPx: number): number => {
  const fitting = Math.floor((widthPx + gapPx) / (COLUMN_LEAST_PX + gapPx))
  return Math.max(COLUMNS_LEAST, Math.min(COLUMNS_MOST, fitting))
}

export const columnWidth = (widthPx: number, columns: number, gapPx: number): number =>
  (widthPx - gapPx * (columns - 1)) / columns

/** Known before the picture loads, so that the grid never shifts. */
export const tileHeight = (
  { width, height }: Pick<ImageTile, 'width' | 'height'>,
  columnPx: number,
) => Math.round(columnPx * (width && height ? height / width : FALLBACK_RATIO)) + CAPTION_PX
