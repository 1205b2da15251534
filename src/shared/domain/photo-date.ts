import { DAY_MS } from '#shared/durations.ts'

/** DateTimeOriginal and its like: '2024:03:09 17:20:11'. */
const EXIF_DATE = /(19|20)\d{2}:(0[1-9]|1[0-2]):(0[1-9]|[12]\d|3[01]) [\d:]{8}/g

/**
 * The day on which a photo was taken according to its EXIF data, or null. The earliest of several dates
 * counts, because editing a photo adds a later one.
 */
export const readExifDay = (exif: string): string | null => {
  const days = (exif.match(EXIF_DATE) ?? [])
    .map((text) => text.slice(0, 10).replaceAll(':', '-'))
    .filter((day) => !Number.isNaN(Date.parse(day)))
  return days.toSorted()[0] ?? null
}

/** Whether no place on earth has reached this day yet. */
export const isFutureDay = (day: string | null, now = new Date()): boolean =>
  day !== null && day > new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
