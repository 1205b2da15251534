import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createVisionEngine } from '#server/vision/node-engine.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import {
  deriveBoxThresholds,
  type FoundBox,
  findBoxThreshold,
  findThresholdsByKind,
} from './box-thresholds.ts'

const said = (...rights: boolean[]) =>
  rights.map((isRight, place) => ({ value: 0.9 - place / 10, isRight }))

describe('the threshold of a kind', () => {
  it('is the lowest below which fewer boxes than this share are right', () => {
    expect(findBoxThreshold(said(true, true, false, true, false, false), 0.5)).toBe(0.6)
    expect(findBoxThreshold(said(true, false, false, true, true), 0.5)).toBe(0.5)
    expect(findBoxThreshold(said(true, true, false, true, false, false), 0.7)).toBe(0.8)
  })

  it('is out of reach where no box outweighs the wrong ones above it', () => {
    expect(findBoxThreshold(said(false, true, true), 0.5)).toBe(0.7)
    expect(findBoxThreshold(said(false, true), 0.5)).toBe(1)
    expect(findBoxThreshold([], 0.5)).toBe(1)
  })

  it('judges boxes of one score together, and those of each kind by themselves', () => {
    expect(findBoxThreshold(said(true, true, false, true, true), 0.9)).toBe(0.8)
    const equal = { value: 0.5, isRight: true }
    expect(findBoxThreshold([equal, { ...equal, isRight: false }], 0.5)).toBe(1)
    const boxes = said(true, true, false, true).map(({ value, isRight }): FoundBox => ({
      value,
      isRight,
      photo: 'a',
      kind: 'bag',
    }))
    expect(findThresholdsByKind(boxes, ['bag', 'tie'], 0.5)).toMatchObject([
      { kind: 'bag', threshold: 0.6, shown: { claims: 4, right: 3 } },
      { kind: 'tie', threshold: 1, shown: { claims: 0, right: 0 } },
    ])
  })
})

it('is derived from the boxes that the models find in labelled photos', async () => {
  const models = await writeTinyModels([{ box: [0, 0, 64, 64], kind: 'outerwear', score: 0.64 }])
  const folder = await mkdtemp(path.join(tmpdir(), 'boxed-'))
  const engine = await createVisionEngine({ modelDir: models })
  try {
    for (const photo of ['coat.png', 'dog.png'])
      await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
        .png()
        .toFile(path.join(folder, photo))
    const label = async (photos: readonly object[]) =>
      writeFile(path.join(folder, 'boxes.json'), JSON.stringify({ photos }))
    const ofCoats = async () => {
      const all = await deriveBoxThresholds(engine, [folder], null, () => undefined)
      return all.shown.find(({ kind }) => kind === 'outerwear')
    }
    const items = [{ kind: 'outerwear', box: [0, 0, 64, 60] }]
    await label([{ photo: 'coat.png', items }])
    const sure = await ofCoats()
    expect(sure).toMatchObject({ items: 1, shown: { claims: 1, right: 1 } })
    expect(sure?.threshold).toBeLessThan(1)
    // The same box on a photo without a coat is as often wrong as right.
    await label([
      { photo: 'coat.png', items },
      { photo: 'dog.png', items: [] },
    ])
    expect(await ofCoats()).toMatchObject({ threshold: 1, shown: { claims: 0, right: 0 } })
  } finally {
    await engine.close()
    await rm(models, { recursive: true })
    await rm(folder, { recursive: true })
  }
})
