import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCAN } from '#shared/finder-constants.ts'
import type { ScanCandidate } from '#shared/contract/scan.ts'
import { getThreshold } from '#shared/vision/detector.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { type TinyFind, writeTinyModels } from '#tests/support/tiny-models.ts'
import { createVisionEngine, detectObjects, MODEL_DIR, readModelCards } from './node-engine.ts'
import { openPicture } from './sharp-picture.ts'

/** Not sorted by score: the real detector lowers scores of duplicates after ranking. */
const finds: TinyFind[] = [
  { box: [1, 1, 32, 24], kind: 'outerwear', score: 0.5 },
  { box: [32, 24, 64, 48], kind: 'bag', score: 0.6 },
  { box: [0, 0, 32, 24], kind: 'outerwear', score: 0.9 },
  { box: [10, 10, 20, 20], kind: 'footwear', score: 0.4 },
]

const quarters = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#0000ff' } }).composite([
    {
      input: { create: { width: 200, height: 150, channels: 3, background: '#ff0000' } },
      left: 0,
      top: 0,
    },
  ])

describe('the engine, with tiny models', () => {
  let folder = ''
  let engine: VisionEngine
  beforeAll(async () => {
    folder = await writeTinyModels(finds)
    engine = await createVisionEngine({ modelDir: folder })
  })
  afterAll(async () => {
    await engine.close()
    await rm(folder, { recursive: true })
  })

  it('returns boxes in picture pixels, without duplicates or results below the threshold', async () => {
    const picture = await openPicture(await quarters().png().toBuffer())
    const seen = await engine.detect(picture)
    expect(seen.boxes).toEqual([
      {
        box: { x0: 0, y0: 0, x1: 200, y1: 150 },
        kind: 'outerwear',
        category: 'clothing',
        score: expect.closeTo(0.9),
      },
      {
        box: { x0: 200, y0: 150, x1: 400, y1: 300 },
        kind: 'bag',
        category: 'bags',
        score: expect.closeTo(0.6),
      },
    ])
    expect(seen.modelMs).toBeGreaterThan(0)
  })

  it('returns boxes of a photo rotated by EXIF in pixels of the upright photo', async () => {
    const sideways = await quarters().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const picture = await openPicture(sideways)
    const [first] = (await engine.detect(picture)).boxes
    expect(picture.size).toEqual({ width: 300, height: 400 })
    expect(first?.box).toEqual({ x0: 0, y0: 0, x1: 200, y1: 150 })
  })

  it('returns everything when asked for uncut results, duplicates with a lowered score', async () => {
    const picture = await openPicture(await quarters().png().toBuffer())
    const { boxes: seen } = await engine.detect(picture, { isUncut: true })
    expect(seen).toHaveLength(4)
    const double = seen.filter(({ kind }) => kind === 'outerwear')[1]
    expect(double?.score).toBeLessThan(0.1)
  })

  it('names what it is sure of in words, in the label and the search terms too', async () => {
    const picture = await openPicture(await quarters().png().toBuffer())
    const { detections } = await detectObjects(engine, picture)
    expect(detections).toMatchObject([
      { kind: 'outerwear', words: { colour: 'crimson' }, label: 'crimson jacket' },
      // Bags have no types in the tiny card: their colour is read from the pixels.
      { kind: 'bag', words: {}, label: 'purple bag' },
    ])
    expect(detections[0]?.searchTerms.join(' ')).toContain('crimson jacket')
  })

  it('shows no word that its box is too unsure for', async () => {
    const needing = async (boxThreshold: number) => {
      const cards = structuredClone(engine.cards)
      for (const attribute of cards.words.attributes) attribute.boxThreshold = boxThreshold
      const picture = await openPicture(await quarters().png().toBuffer())
      const { detections } = await detectObjects({ ...engine, cards }, picture)
      return detections[0]
    }
    // The word has a chance of 0.79, its box a score of 0.9.
    expect(await needing(0.7)).toMatchObject({ words: { colour: 'crimson' } })
    // The label may still name a colour: it is that of whatever the box shows.
    expect(await needing(0.75)).toMatchObject({ words: {}, label: 'crimson jacket' })
  })

  it('gives the boxes away before the words are known', async () => {
    const picture = await openPicture(await quarters().png().toBuffer())
    const steps: string[] = []
    const observed: VisionEngine = {
      ...engine,
      describe: (...asked) => {
        steps.push('words')
        return engine.describe(...asked)
      },
    }
    const { detections } = await detectObjects(observed, picture, {
      onBoxes: (boxes) => {
        steps.push(...boxes.map(({ label }) => label))
        expect(boxes[0]?.searchTerms.join(' ')).toContain('jacket')
      },
    })
    expect(steps).toEqual(['jacket', 'bag', 'words'])
    expect(detections[0]?.label).toBe('crimson jacket')
  })

  it('gives at most 40 weaker boxes beside them, in the 400-unit frame', async () => {
    const picture = await openPicture(await quarters().png().toBuffer())
    const { width, height } = picture.size
    const box = { x0: width / 2, y0: height / 4, x1: width, y1: height / 2 }
    const hat = { box, kind: 'hat', category: 'accessories' as const, score: 0.1 }
    const doubting: VisionEngine = {
      ...engine,
      detect: async (...asked) => ({
        ...(await engine.detect(...asked)),
        weakerBoxes: [hat, ...Array.from({ length: 50 }, () => ({ ...hat }))],
        offers: [hat],
      }),
    }
    const candidates: ScanCandidate[] = []
    await detectObjects(doubting, picture, {
      onBoxes: (_, weaker) => void candidates.push(...weaker),
    })
    expect(candidates).toHaveLength(SCAN.maxCandidates)
    expect(candidates[0]).toEqual({
      box: { x: 200, y: 100, width: 200, height: 100 },
      kind: 'hat',
      confidence: 0.1,
      isOffered: true,
    })
    expect(candidates.filter(({ isOffered }) => isOffered)).toHaveLength(1)
  })

  it('returns one unit vector per crop, in order, across batches', async () => {
    const picture = await openPicture(await quarters().png().toBuffer())
    const red = { x0: 20, y0: 20, x1: 120, y1: 120 }
    const blue = { x0: 220, y0: 170, x1: 320, y1: 270 }
    const boxes = Array.from({ length: 11 }, (_, place) => (place % 2 ? blue : red))
    const { vectors } = await engine.embed(await engine.cut(picture, boxes))
    expect(vectors).toHaveLength(11)
    vectors.forEach((vector, place) => {
      expect([...vector]).toEqual(place % 2 ? [0, 0, 1] : [1, 0, 0])
    })
  })
})

describe('a pair of gloves', () => {
  it('is one box, with the look and colour of one glove and not of the coat between', async () => {
    const glove = (x: number): TinyFind => ({
      box: [x, 20, x + 10, 30],
      kind: 'gloves',
      score: 0.9,
    })
    // A belt as wide as the pair is a different object, though both are accessories.
    const belt: TinyFind = { box: [0, 20, 64, 30], kind: 'belt', score: 0.5 }
    const folder = await writeTinyModels([glove(0), glove(54), belt])
    const engine = await createVisionEngine({ modelDir: folder })
    const red = { create: { width: 100, height: 100, channels: 3, background: '#ff0000' } } as const
    const coat = sharp({ create: { width: 640, height: 480, channels: 3, background: '#0000ff' } })
    const picture = await openPicture(
      await coat
        .composite([
          { input: red, left: 0, top: 200 },
          { input: red, left: 540, top: 200 },
        ])
        .png()
        .toBuffer(),
    )
    const { detections, squares } = await detectObjects(engine, picture)
    const { vectors } = await engine.embed(squares)
    await engine.close()
    await rm(folder, { recursive: true })
    expect(detections).toMatchObject([
      { kind: 'gloves', pixelBox: { x: 0, y: 200, width: 640, height: 100 }, label: 'red gloves' },
      { kind: 'belt' },
    ])
    expect(detections[0]?.bestSeen?.width).toBeCloseTo(62.5)
    expect([...(vectors[0] ?? [])].map(Math.round)).toEqual([1, 0, 0])
  })
})

describe('the judge', () => {
  it('scores every box of a crowd, across batches', async () => {
    const crowd = Array.from({ length: 20 }, (_, place): TinyFind => {
      const [x, y] = [(place % 5) * 12, Math.floor(place / 5) * 12]
      // The tiny judge tells the close-ups apart by the heights of their boxes.
      const box = [x, y, x + 10, y + 0.5 * (place + 1)] as const
      return { box: [...box], kind: 'outerwear', score: 0.64 }
    })
    const folder = await writeTinyModels(crowd, {
      certainties: { outerwear: 1 },
      detectorShare: 0.5,
    })
    const engine = await createVisionEngine({ modelDir: folder })
    const picture = await openPicture(await quarters().resize(640, 640).png().toBuffer())
    const seen = await engine.detect(picture, { isUncut: true })
    await engine.close()
    await rm(folder, { recursive: true })
    expect(seen.boxes).toHaveLength(20)
    for (const { box, score } of seen.boxes) {
      const squareness = (1 + (box.y1 - box.y0) / (box.x1 - box.x0)) / 2
      expect(score).toBeCloseTo(Math.sqrt(0.64 * squareness))
    }
  })

  it('contributes to every score, so that objects it doubts are not shown', async () => {
    const folder = await writeTinyModels(finds, {
      certainties: { outerwear: 1, bag: 0.09, footwear: 1 },
      detectorShare: 0.5,
    })
    const engine = await createVisionEngine({ modelDir: folder })
    const picture = await openPicture(await quarters().png().toBuffer())
    const seen = await engine.detect(picture)
    await engine.close()
    await rm(folder, { recursive: true })
    expect(seen.boxes.map(({ kind, score }) => ({ kind, score }))).toEqual([
      { kind: 'outerwear', score: expect.closeTo(Math.sqrt(0.9 * 0.875)) },
      { kind: 'footwear', score: expect.closeTo(Math.sqrt(0.4)) },
    ])
  })
})

describe('without its models', () => {
  it('the engine names the missing file', async () => {
    await expect(createVisionEngine({ modelDir: '/nowhere' })).rejects.toThrow(/detector\.json/)
  })
})

it('the shipped models agree on their kinds, and every kind has a threshold', async () => {
  const { detector, judge } = await readModelCards(MODEL_DIR)
  expect(Object.keys(judge.thresholds).toSorted()).toEqual(detector.kinds.toSorted())
  expect(Object.keys(detector.categories).toSorted()).toEqual(detector.kinds.toSorted())
})

it('thresholds never accept everything, and a kind without one gets a strict default', async () => {
  const { judge } = await readModelCards(MODEL_DIR)
  const card = { ...judge, thresholds: { bag: 0.4, gloves: 0.01 } }
  expect(['bag', 'gloves', 'tie'].map((kind) => getThreshold(card, kind))).toEqual([0.4, 0.12, 0.5])
})

it('the words are read from the crops of the embedder, and their types fit the kinds', async () => {
  const { detector, embedder, words } = await readModelCards(MODEL_DIR)
  expect([words.inputSize, words.cropMargin]).toEqual([embedder.inputSize, embedder.cropMargin])
  const types = words.attributes.find(({ name }) => name === 'type')?.words ?? []
  expect(detector.kinds).toEqual(expect.arrayContaining(Object.keys(words.typesOfKind)))
  expect(types).toEqual(expect.arrayContaining(Object.values(words.typesOfKind).flat()))
})

it('the shipped types have a threshold for boxes that some reach', async () => {
  const { words } = await readModelCards(MODEL_DIR)
  const type = words.attributes.find(({ name }) => name === 'type')
  expect(type?.boxThreshold).toBeGreaterThan(0)
  expect(type?.boxThreshold).toBeLessThan(1)
})
