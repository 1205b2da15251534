import { expect, it } from 'vitest'
import { type CloseUps, type Proposal, secondLook } from './second-look.ts'

const settings = {
  inputSize: 4,
  candidates: 3,
  sameBox: 0.7,
  windowOfBox: 1,
  windowOfPhoto: 0,
  halveFrom: 2,
  detectorShare: 0.5,
}

/** White on the left, black on the right. */
const picture = {
  pixels: Uint8Array.from({ length: 40 * 20 * 3 }, (_, byte) =>
    Math.floor(byte / 3) % 40 < 20 ? 255 : 0,
  ),
  size: { width: 40, height: 20 },
}

const proposal = (x0: number, kind: number, score: number, size = 4): Proposal => ({
  box: { x0, y0: 4, x1: x0 + size, y1: 4 + size },
  kind,
  score,
})

/** Scores kind 0 by how white a close-up is, kind 1 by how black. */
const byBrightness = (seen: CloseUps[]) => async (closeUps: CloseUps) => {
  seen.push(closeUps)
  const floats = closeUps.crops.length / closeUps.count
  return Float32Array.from(
    Array.from({ length: closeUps.count }, (_, crop) => {
      const part = closeUps.crops.subarray(crop * floats, (crop + 1) * floats)
      const white = part.reduce((sum, value) => sum + value, 0) / floats / 255
      return [white, 1 - white]
    }).flat(),
  )
}

it('combines the detector score of each proposal with the judge score of its own close-up', async () => {
  const judged = await secondLook(
    picture,
    [proposal(4, 0, 0.81), proposal(30, 0, 0.64), proposal(30, 1, 0.49)],
    byBrightness([]),
    settings,
  )
  expect(judged.map(({ score }) => score)).toEqual([
    expect.closeTo(0.9),
    expect.closeTo(0),
    expect.closeTo(0.7),
  ])
})

it('judges a box proposed as two kinds once, and at most the configured number of boxes', async () => {
  const seen: CloseUps[] = []
  const judged = await secondLook(
    picture,
    [proposal(4, 0, 0.9), proposal(4, 1, 0.8), proposal(30, 1, 0.7), proposal(20, 1, 0.6)],
    byBrightness(seen),
    settings,
  )
  expect(seen[0]?.count).toBe(2)
  expect(judged).toHaveLength(3)
})

it('cuts a large box from the half-size picture, where fine patterns blend', async () => {
  const { size } = picture
  const chequered = Uint8Array.from({ length: size.width * size.height * 3 }, (_, byte) => {
    const pixel = Math.floor(byte / 3)
    return (pixel + Math.floor(pixel / size.width)) % 2 ? 255 : 0
  })
  const seen: CloseUps[] = []
  await secondLook(
    { pixels: chequered, size },
    [proposal(4, 0, 0.9, 12)],
    byBrightness(seen),
    settings,
  )
  expect([...(seen[0]?.crops ?? [])]).toEqual(Array<number>(48).fill(128))
  expect([...(seen[0]?.shares ?? [])]).toEqual([1, 1])
})

it('does not run the judge without proposals', async () => {
  const nobody = () => Promise.reject(new Error('asked'))
  expect(await secondLook(picture, [], nobody, settings)).toEqual([])
})
