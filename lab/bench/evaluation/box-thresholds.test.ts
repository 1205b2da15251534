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
  it('is the lowest from which right boxes outweigh wrong ones most', () => {
    expect(findBoxThreshold(said(true, true, false, true, false, false))).toBe(0.6)
    expect(findBoxThreshold(said(true, false, false, true, true))).toBe(0.5)
  })

  it('is out of reach where no box outweighs the wrong ones above it', () => {
    expect(findBoxThreshold(said(false, true, true))).toBe(0.7)
    expect(findBoxThreshold(said(false, true))).toBe(1)
    expect(findBoxThreshold([])).toBe(1)
  })

  it('asks more of jewelry, and judges boxes of one score together', () => {
    expect(findBoxThreshold(said(true, true, false, true, true), 0.9)).toBe(0.8)
    const equal = { value: 0.5, isRight: true }
    expect(findBoxThreshold([equal, { ...equal, isRight: false }])).toBe(1)
    const boxes = ['bag', 'jewelry'].flatMap((kind) =>
      said(true, true, false, true).map(({ value, isRight }): FoundBox => ({
        value,
        isRight,
        photo: 'a',
        kind,
      })),
    )
    const items = [{ kind: 'bag' }, { kind: 'bag' }, { kind: 'tie' }]
    expect(findThresholdsByKind(boxes, ['bag', 'jewelry', 'tie'], items)).toMatchObject([
      { kind: 'bag', threshold: 0.6, items: 2, shown: { claims: 4, right: 3 } },
      { kind: 'jewelry', threshold: 0.8, items: 0, shown: { claims: 2, right: 2 } },
      { kind: 'tie', threshold: 1, items: 1, shown: { claims: 0, right: 0 } },
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
      return all.find(({ kind }) => kind === 'outerwear')
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
