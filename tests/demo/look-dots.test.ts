import { expect, test } from 'vitest'
import { placeItemDots } from '#client/features/celebrity-image/look-picture.tsx'
import { readDemoCatalog } from '#demo'

const PHONE_PX = 390
const GAP_PX = 24

const catalog = await readDemoCatalog()
const looks = new Map<string, typeof catalog.rows>()
for (const row of catalog.rows)
  looks.set(row.celebrity_image, [...(looks.get(row.celebrity_image) ?? []), row])

const placed = [...looks].map(([image, worn]) => {
  const [first] = worn
  const ratio = first ? first.image_height / first.image_width : 1
  return { image, ratio, worn, dots: placeItemDots(worn, ratio) }
})

type Box = { x: number; y: number; width: number; height: number }
/** On a phone, in px; a dot that would stick out of the picture moves in by its radius. */
const isWithin = (box: Box, { x, y }: { x: number; y: number }, ratio: number) => {
  const [edgeX, edgeY] = [GAP_PX / 2 / PHONE_PX, GAP_PX / 2 / (PHONE_PX * ratio)]
  const slack = 0.000_001
  const from = (low: number, edge: number) => Math.min(low, 1 - edge * 1.3) - slack
  const to = (high: number, edge: number) => Math.max(high, edge * 1.3) + slack
  return (
    x >= from(box.x, edgeX) &&
    x <= to(box.x + box.width, edgeX) &&
    y >= from(box.y, edgeY) &&
    y <= to(box.y + box.height, edgeY)
  )
}
const area = ({ width, height }: Box) => width * height

test('the demo has looks to place dots on', () => {
  expect(placed.length).toBeGreaterThan(480)
})

test('no two dots of a look are closer than 24 px on a phone', () => {
  for (const { image, ratio, dots } of placed)
    for (const [index, one] of dots.entries())
      for (const other of dots.slice(index + 1))
        expect(
          Math.hypot((one.x - other.x) * PHONE_PX, (one.y - other.y) * PHONE_PX * ratio),
          image,
        ).toBeGreaterThanOrEqual(GAP_PX)
})

test('every dot lies within the box of its product', () => {
  for (const { image, ratio, worn, dots } of placed)
    for (const [index, dot] of dots.entries()) {
      const row = worn[index]
      expect(row && isWithin(row.box, dot, ratio), `${image}, ${row?.name}`).toBe(true)
    }
})

test('a dot lies on the point where its product is seen best, unless another is too close', () => {
  const isMoved = placed.flatMap(({ worn, dots }) =>
    dots.map(({ x, y }, index) => {
      const point = worn[index]?.box.point
      return point ? Math.hypot(point.x - x, point.y - y) > 0.001 : true
    }),
  )
  expect(isMoved.filter(Boolean).length / isMoved.length).toBeLessThan(0.1)
})

test('with boxes alone, a dot avoids what is worn on top where its box leaves room', () => {
  const STEPS = 12
  for (const { image, ratio, worn } of placed) {
    const boxes = worn.map(({ box: { x, y, width, height }, category }) => ({
      box: { x, y, width, height },
      category,
    }))
    for (const [index, dot] of placeItemDots(boxes, ratio).entries()) {
      const own = boxes[index]?.box
      if (!own) continue
      const onTop = boxes.map(({ box }) => box).filter((box) => area(box) < area(own))
      const isCovered = ({ x, y }: { x: number; y: number }) =>
        onTop.some(
          (box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height,
        )
      const spots = Array.from({ length: STEPS * STEPS }, (_, cell) => ({
        x: own.x + (((cell % STEPS) + 0.5) / STEPS) * own.width,
        y: own.y + ((Math.floor(cell / STEPS) + 0.5) / STEPS) * own.height,
      }))
      // Half the box uncovered is room enough; with less, other dots may take what there is.
      const isRoomy = spots.filter((spot) => !isCovered(spot)).length > spots.length / 2
      if (isRoomy) expect(isCovered(dot), `${image}, ${worn[index]?.name}`).toBe(false)
    }
  }
})
