import type { WornBox } from '#shared/contract/catalog.ts'

const percent = (fraction: number) => `${Math.round(Math.min(1, Math.max(0, fraction)) * 100)}%`

/** The `object-position` that keeps the middle of a box in view when the picture is cropped. */
export const focusOnBox = ({ x, y, width, height }: WornBox): string =>
  `${percent(x + width / 2)} ${percent(y + height / 2)}`
