import { MEGABYTE } from '#shared/byte-sizes.ts'
import { readEntry, zipEntries, type ZipEntry } from './zip.ts'

const PHOTO = /\.(jpe?g|png|webp|avif|heic|heif)$/i
/** Messages and profile pictures are not looks, and the files that macOS adds are not photos. */
const EXCLUDED = /(^|\/)((__MACOSX|messages|inbox|message_requests|profile(_\w+)?)\/|\._)/i
const JSON_BYTES = 32 * MEGABYTE

export type ArchivedPhoto = { entry: ZipEntry; takenOn: string | null }

const dayOf = (seconds: number): string | null => {
  const date = new Date(seconds * 1_000)
  return seconds > 0 && !Number.isNaN(date.getTime()) ? date.toISOString().slice(0, 10) : null
}

/**
 * Exports of social networks name each photo by `uri`, with `creation_timestamp` in seconds; some say
 * the time only of the post that it belongs to.
 */
export const collectPhotoDays = (
  json: unknown,
  dates = new Map<string, string>(),
): Map<string, string> => {
  const walk = (value: unknown, postDay: string | null) => {
    if (Array.isArray(value)) for (const item of value) walk(item, postDay)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const { uri, creation_timestamp: created, timestamp } = value as Record<string, unknown>
    const seconds = typeof created === 'number' ? created : timestamp
    const day = (typeof seconds === 'number' ? dayOf(seconds) : null) ?? postDay
    if (typeof uri === 'string' && day !== null) dates.set(uri, day)
    for (const member of Object.values(value)) walk(member, day)
  }
  walk(json, null)
  return dates
}

/** The photos of an archive, with the days that the export of a social network names. */
export const photosOfArchive = async (file: Blob): Promise<ArchivedPhoto[]> => {
  const entries = (await zipEntries(file)).filter(({ name }) => !EXCLUDED.test(name))
  const dates = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.name.endsWith('.json') || entry.bytes > JSON_BYTES) continue
    try {
      collectPhotoDays(JSON.parse(new TextDecoder().decode(await readEntry(file, entry))), dates)
    } catch {
      // Without this list its photos have no dates, unless their EXIF data state them.
    }
  }
  // The whole export may be in a folder of the archive, so the paths of photos are longer than in the list.
  const dayOfName = (name: string) => {
    const folders = name.split('/')
    const ends = folders.map((_, index) => folders.slice(index).join('/'))
    return ends.map((end) => dates.get(end)).find((day) => day !== undefined) ?? null
  }
  return entries
    .filter(({ name }) => PHOTO.test(name))
    .map((entry) => ({ entry, takenOn: dayOfName(entry.name) }))
}
