import { expect, test } from 'vitest'
import { takeSample } from '#tests/support/length.ts'
import {
  deepestPoints,
  depths,
  MEASURED_BOXES,
  measureBoxes,
  paintedScene,
  readBoxes,
} from './look-boxes.ts'
import { sceneOf } from './scenes.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

const { drawnLooks: looks, outfits } = wardrobe()

/** For every look on a busy machine (`npm run test:long`). */
const LONG_RUN_MS = 300_000

test(
  'the stored boxes match the drawings (if not: npm run demo -- boxes)',
  { timeout: LONG_RUN_MS },
  () => {
    expect(Object.keys(MEASURED_BOXES)).toEqual([...looks.map(({ id }) => id), ...outfits.keys()])
    for (const look of takeSample(looks, 60))
      expect(readBoxes(MEASURED_BOXES[look.id] ?? ''), look.id).toMatchObject(measureBoxes(look))
  },
)

/** Both halves of a pair are almost equally deep, so a point need not be the deepest. */
const DEEP_ENOUGH = 0.9
/** Measuring depth takes a while; a sample shows whether the file is out of date. */
const MEASURED = 20

test(
  'the stored points are well inside the visible part of their products',
  { timeout: LONG_RUN_MS },
  () => {
    for (const look of takeSample(looks, MEASURED)) {
      const scene = sceneOf(look)
      const painted = paintedScene(scene)
      const depth = depths(painted)
      const cellAt = ({ x, y }: { x: number; y: number }) =>
        Math.floor(y) * painted.columns + Math.floor(x)
      const deepest = deepestPoints(painted)
      for (const { product, point } of readBoxes(MEASURED_BOXES[look.id] ?? '')) {
        const best = deepest.get(product)
        if (!best) continue
        const at = cellAt({ x: point.x * scene.width, y: point.y * scene.height })
        const words = `${look.id}, ${product}`
        expect(painted.grid[at], words).toBe(painted.owners.get(product)?.number)
        expect(depth[at], words).toBeGreaterThanOrEqual(
          (depth[cellAt(best)] ?? 0) * DEEP_ENOUGH - 3,
        )
      }
    }
  },
)
