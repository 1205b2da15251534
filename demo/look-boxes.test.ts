import { expect, test } from 'vitest'
import { measureBoxes, readBoxes } from './look-boxes.ts'
import { MEASURED_BOXES } from './measured-boxes.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

test(
  'the stored boxes match the drawings (if not: npm run demo -- boxes)',
  { timeout: 60_000 },
  () => {
    const { looks } = wardrobe()
    expect(Object.keys(MEASURED_BOXES)).toEqual(looks.map(({ id }) => id))
    for (const look of looks)
      expect(readBoxes(MEASURED_BOXES[look.id] ?? ''), look.id).toEqual(measureBoxes(look))
  },
)
