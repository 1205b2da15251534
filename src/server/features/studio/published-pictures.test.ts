import pino from 'pino'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildPortraitKey } from '#server/features/catalog/index.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import type { DraftRow } from './drafts.store.ts'
import { createWithPublicFiles, type PublicFiles } from './published-pictures.ts'

const files = new Map<string, { body: Buffer; contentType: string }>()
let undeletableKey = ''
beforeEach(() => {
  files.clear()
  undeletableKey = ''
})

const withPublicFiles = createWithPublicFiles({
  log: pino({ level: 'silent' }),
  checkUpload: async () => undefined,
  uploads: {
    readOwn: async (uid, upload) => (uid === 'ada' && upload === 'photo' ? Buffer.from('x') : null),
  },
  storage: {
    put: async (key: string, body: Buffer, contentType: string) => {
      files.set(key, { body, contentType })
      if (body.toString() === 'full') throw new Error('Disk full')
    },
    get: async (key: string) => files.get(key) ?? null,
    delete: async (key: string) => {
      if (key === undeletableKey) throw new Error('Read-only')
      files.delete(key)
    },
  } as Parameters<typeof createWithPublicFiles>[0]['storage'],
})

describe('a public copy', () => {
  test('is made of an own upload, under a name that says nothing', async () => {
    const copy = await withPublicFiles((publicFiles) =>
      publicFiles.copyProductPicture('ada', 'photo'),
    )
    const [[key = '', file] = []] = files
    expect(key).toMatch(/^products\/[\da-f-]{36}\.jpg$/)
    expect(file).toEqual({ body: Buffer.from('x'), contentType: 'image/jpeg' })
    expect(copy).toEqual({ url: `/media/${key}` })
  })

  test.each([
    ['bob', 'photo'],
    ['ada', 'other'],
  ])('is not made for %s of %s', async (uid, upload) => {
    expect(await withPublicFiles((made) => made.copyProductPicture(uid, upload))).toBeNull()
    expect(files.size).toBe(0)
  })

  test('is deleted if the catalogue has pictures of the product', async () => {
    await withPublicFiles(async (made) => {
      const kept = await made.copyProductPicture('ada', 'photo')
      const copy = await made.copyProductPicture('ada', 'photo')
      await made.deleteCopy(copy?.url ?? '')
      expect([...files.keys()].map((key) => `/media/${key}`)).toEqual([kept?.url])
    })
  })

  test('is deleted if publishing fails, and every other one too', async () => {
    files.set('looks/old.jpg', { body: Buffer.from('old'), contentType: 'image/jpeg' })
    const failure = new Error('Saved meanwhile')
    const publish = async (made: PublicFiles) => {
      await made.writeLook(made.newLookUrl(), Buffer.from('x'))
      for (let copies = 0; copies < 2; copies += 1) await made.copyProductPicture('ada', 'photo')
      undeletableKey = [...files.keys()][1] ?? ''
      throw failure
    }
    await expect(withPublicFiles(publish)).rejects.toBe(failure)
    // A file that cannot be deleted stops neither the others nor the reason.
    expect([...files.keys()]).toEqual(['looks/old.jpg', undeletableKey])
  })
})

describe('a portrait', () => {
  const photo = () =>
    sharp({ create: { width: 40, height: 60, channels: 3, background: 'white' } })
      .composite([
        {
          input: { create: { width: 20, height: 30, channels: 3, background: 'red' } },
          left: 0,
          top: 30,
        },
      ])
      .png()
      .toBuffer()
  const draft = (portrait: DraftRow['content']['portrait']) =>
    ({ width: 40, height: 60, content: { portrait } }) as DraftRow
  const write = async (row: DraftRow) =>
    withPublicFiles(async (made) => made.writePortrait('ada.jpg', row, await photo()))
  const centerOf = async (body: Buffer) => {
    const { data } = await sharp(body).raw().toBuffer({ resolveWithObject: true })
    const at = (Math.floor(DRAFT.portraitPx / 2) * DRAFT.portraitPx + DRAFT.portraitPx / 2) * 3
    return [...data.subarray(at, at + 3)].map((value) => (value > 128 ? 1 : 0))
  }

  test('is the chosen part of the photo, or else its upper middle', async () => {
    const isWritten = await write(draft({ x: 0, y: 0.5, width: 0.5, height: 0.5 }))
    const { body, contentType } = files.get(buildPortraitKey('ada.jpg')) ?? {}
    expect([isWritten, contentType]).toEqual([true, 'image/jpeg'])
    const { width, height, format } = await sharp(body).metadata()
    expect([width, height, format]).toEqual([DRAFT.portraitPx, DRAFT.portraitPx, 'jpeg'])
    expect(await centerOf(body ?? Buffer.alloc(0))).toEqual([1, 0, 0])
    files.clear()
    await write(draft(null))
    const standard = files.get(buildPortraitKey('ada.jpg'))?.body ?? Buffer.alloc(0)
    expect(await centerOf(standard)).toEqual([1, 1, 1])
  })

  test('is never replaced, and one of somebody else is never deleted', async () => {
    const existing = { body: Buffer.from('portrait'), contentType: 'image/jpeg' }
    files.set(buildPortraitKey('ada.jpg'), existing)
    const failure = new Error('Saved meanwhile')
    await expect(
      withPublicFiles(async (made) => {
        expect(await made.writePortrait('ada.jpg', draft(null), await photo())).toBe(false)
        throw failure
      }),
    ).rejects.toBe(failure)
    expect([...files.entries()]).toEqual([[buildPortraitKey('ada.jpg'), existing]])
  })
})
