import { describe, expect, it } from 'vitest'
import {
  type CloseUps,
  halveSize,
  type BoxProposal,
  rescoreBoxes,
  createWindowAround,
  writeCloseUp,
} from './rescore-boxes.ts'

/** Red grows to the right, green downwards, blue is constant. */
const gradient = (width: number, height: number) => {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels.set([x * 10, y * 10, 7], (y * width + x) * 3)
  return { pixels, size: { width, height } }
}

const closeUp = (
  picture: ReturnType<typeof gradient>,
  window: { x: number; y: number; side: number },
  count: number,
) => {
  const target = new Float32Array(3 * count * count)
  writeCloseUp(picture, window, count, target)
  return {
    red: [...target.subarray(0, count * count)],
    green: [...target.subarray(count * count, 2 * count * count)],
    blue: [...target.subarray(2 * count * count)],
  }
}

describe('the window of a close-up', () => {
  it('is a square centred on the box, sized by its longer side', () => {
    const box = { x0: 100, y0: 100, x1: 140, y1: 300 }
    const shape = { windowOfBox: 1.5, windowOfPhoto: 0 }
    expect(createWindowAround(box, { width: 600, height: 400 }, shape)).toEqual({
      x: -30,
      y: 50,
      side: 300,
    })
  })

  it('adds surroundings to a tiny box, relative to the longer side of the photo', () => {
    const box = { x0: 10, y0: 10, x1: 12, y1: 12 }
    const shape = { windowOfBox: 1, windowOfPhoto: 0.1 }
    expect(createWindowAround(box, { width: 300, height: 400 }, shape).side).toBe(42)
  })
})

describe('a close-up', () => {
  it('of the same size equals the picture, in planes', () => {
    const { red, green, blue } = closeUp(gradient(2, 2), { x: 0, y: 0, side: 2 }, 2)
    expect({ red, green, blue }).toEqual({
      red: [0, 10, 0, 10],
      green: [0, 0, 10, 10],
      blue: [7, 7, 7, 7],
    })
  })

  it('interpolates between pixels when enlarging', () => {
    const { red } = closeUp(gradient(4, 4), { x: 1, y: 1, side: 2 }, 4)
    expect(red.slice(0, 4)).toEqual([7.5, 12.5, 17.5, 22.5])
  })

  it('is grey outside the picture', () => {
    const { red, green } = closeUp(gradient(2, 2), { x: -2, y: 0, side: 4 }, 4)
    expect(red.slice(0, 4)).toEqual([114, 114, 0, 10])
    expect(green.slice(8)).toEqual(Array<number>(8).fill(114))
  })

  it('stays inside a picture of one pixel', () => {
    expect(closeUp(gradient(1, 1), { x: 0, y: 0, side: 1 }, 2).blue).toEqual([7, 7, 7, 7])
  })
})

describe('half the size', () => {
  it('averages four pixels and drops an odd last row', () => {
    const { pixels, size } = halveSize(gradient(4, 3))
    expect(size).toEqual({ width: 2, height: 1 })
    expect([...pixels]).toEqual([5, 5, 7, 25, 5, 7])
  })

  it('of one pixel is that pixel', () => {
    expect([...halveSize(gradient(1, 1)).pixels]).toEqual([0, 0, 7])
  })
})

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

const proposal = (x0: number, kind: number, score: number, size = 4): BoxProposal => ({
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
  const judged = await rescoreBoxes(
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
  const judged = await rescoreBoxes(
    picture,
    [proposal(4, 0, 0.9), proposal(4, 1, 0.8), proposal(30, 1, 0.7), proposal(20, 1, 0.6)],
    byBrightness(seen),
    settings,
  )
  expect(seen[0]?.count).toBe(2)
  expect(judged.map(({ score }) => score)).toEqual([
    expect.closeTo(0.95, 1),
    expect.closeTo(0, 1),
    expect.closeTo(0.84, 1),
    // Far below every threshold: the judge did not look at it.
    expect.closeTo(0.08, 2),
  ])
})

it('cuts a large box from the half-size picture, where fine patterns blend', async () => {
  const { size } = picture
  const chequered = Uint8Array.from({ length: size.width * size.height * 3 }, (_, byte) => {
    const pixel = Math.floor(byte / 3)
    return (pixel + Math.floor(pixel / size.width)) % 2 ? 255 : 0
  })
  const seen: CloseUps[] = []
  await rescoreBoxes(
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
  expect(await rescoreBoxes(picture, [], nobody, settings)).toEqual([])
})
