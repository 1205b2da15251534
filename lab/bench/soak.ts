import { detectObjects } from '#server/vision/node-engine.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { createSamplePhoto } from './sample-photo.ts'

export type SoakPoint = { scans: number; rssMb: number; heapMb: number }

const MB = 1024 * 1024

/** Several shapes, because a runtime may keep memory for each shape it has seen. */
const SHAPES = [
  { width: 1200, height: 1600 },
  { width: 1600, height: 1200 },
  { width: 900, height: 1600 },
  { width: 1000, height: 1000 },
  { width: 3000, height: 4000 },
] as const

/** Scans repeatedly; memory that grows after the first quarter is a leak. */
export const runSoakTest = async (
  engine: VisionEngine,
  scans: number,
  onPoint: (point: SoakPoint) => void,
): Promise<void> => {
  const photos = await Promise.all(SHAPES.map((shape) => createSamplePhoto(shape)))
  const measure = (scan: number) => {
    const { rss, heapUsed } = process.memoryUsage()
    onPoint({ scans: scan, rssMb: Math.round(rss / MB), heapMb: Math.round(heapUsed / MB) })
  }
  measure(0)
  for (let scan = 1; scan <= scans; scan += 1) {
    const bytes = photos[scan % photos.length]
    if (!bytes) throw new Error('There is no photo to scan')
    const picture = await openPicture(bytes)
    const { squares } = await detectObjects(engine, picture)
    await engine.embed(squares)
    if (scan % Math.max(1, Math.floor(scans / 8)) === 0) measure(scan)
  }
}
