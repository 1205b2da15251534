/**
 * What a decoder would read of the EXIF in a picture: libexif follows each pointer to another directory,
 * so a few bytes that point back to themselves keep it busy for half a minute.
 */
export type ExifCost = { entries: number; bytes: number }

/** Directories that entries point to: those of the camera, the position and the interchange format. */
const POINTERS = new Set([0x87_69, 0x88_25, 0xa0_05])
const ENTRY_BYTES = 12
const BYTES_OF_TYPE = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

const HEADERS = [
  { mark: Buffer.from('II*\0', 'latin1'), isLittle: true },
  { mark: Buffer.from('MM\0*', 'latin1'), isLittle: false },
] as const

type Directories = { view: DataView; isLittle: boolean; cost: ExifCost; limits: ExifCost }

const isWithin = (cost: ExifCost, limits: ExifCost) =>
  cost.entries <= limits.entries && cost.bytes <= limits.bytes

/** Returns where the next directory of the chain begins, or 0. */
const addDirectory = ({ view, isLittle, cost, limits }: Directories, at: number): number[] => {
  // A directory costs as much as an entry, so that empty ones in a circle end too.
  cost.entries += 1
  if (at < 8 || at + 2 > view.byteLength) return []
  const count = view.getUint16(at, isLittle)
  const targets: number[] = []
  for (let index = 0; index < count && isWithin(cost, limits); index += 1) {
    const entry = at + 2 + index * ENTRY_BYTES
    if (entry + ENTRY_BYTES > view.byteLength) return targets
    const components = view.getUint32(entry + 4, isLittle)
    cost.entries += 1
    cost.bytes += Math.min(
      components * (BYTES_OF_TYPE[view.getUint16(entry + 2, isLittle)] ?? 0),
      view.byteLength,
    )
    if (POINTERS.has(view.getUint16(entry, isLittle)))
      targets.push(view.getUint32(entry + 8, isLittle))
  }
  const next = at + 2 + count * ENTRY_BYTES
  if (next + 4 <= view.byteLength) targets.push(view.getUint32(next, isLittle))
  return targets
}

const addHeader = (directories: Directories) => {
  const { view, isLittle, cost, limits } = directories
  const waiting = view.byteLength < 8 ? [] : [view.getUint32(4, isLittle)]
  while (isWithin(cost, limits)) {
    const at = waiting.pop()
    if (at === undefined) return
    waiting.push(...addDirectory(directories, at))
  }
}

/**
 * Wherever the four bytes stand with which EXIF begins, whatever the format: only by chance elsewhere, and
 * then hardly anything follows. Stops counting beyond the limits.
 */
export const measureExif = (bytes: Uint8Array, limits: ExifCost): ExifCost => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const cost = { entries: 0, bytes: 0 }
  for (const { mark, isLittle } of HEADERS)
    for (
      let at = buffer.indexOf(mark);
      at !== -1 && isWithin(cost, limits);
      at = buffer.indexOf(mark, at + mark.length)
    ) {
      const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at)
      addHeader({ view, isLittle, cost, limits })
    }
  return cost
}
