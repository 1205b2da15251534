import pino from 'pino'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { Listener } from '#server/core/jobs/listener.ts'
import { fingerprintOf, type PictureFiles } from '#server/features/images/index.ts'
import { corneredPicture } from '#tests/support/pictures.ts'
import type { Notices } from './notices.service.ts'
import type { RemovableContent } from './find-content.ts'
import { createTakedownService } from './takedown.service.ts'
import type { TakedownsStore } from './takedowns.store.ts'

type Takedowns = {
  pending?: string[]
  /** Those whose files cannot be removed. */
  failing?: string[]
  portraits?: Record<string, Buffer>
  look?: Buffer
}

/** A server on which another one has carried out takedowns 3 and 7, but for those `pending`. */
const startFollower = async (takedowns: Takedowns = {}) => {
  const { pending = [], failing = [], portraits = {}, look } = takedowns
  const print = look ? await fingerprintOf(look) : null
  const noteFailure = vi.fn<TakedownsStore['noteFailure']>(async () => undefined)
  const store = {
    pending: async () => pending,
    forgetWithdrawn: async () => undefined,
    find: async () => ({ restoredAt: null }),
    lockFiles: async () => true,
    noteFailure,
    markFilesSettled: async () => undefined,
    inForceAfter: async (after: string) => ['3', '7'].filter((id) => Number(id) > Number(after)),
    pictures: async (id: string) => [
      { url: `/media/${id}.jpg`, grid: print?.grid ?? null, aspect: print?.aspect ?? null },
    ],
    findPossibleCopies: async (id: string) => ({
      product_ids: [id],
      portraits: Object.keys(portraits),
      certainPortraits: [],
    }),
  }
  const deleteLocalCopies = vi.fn<PictureFiles['deleteLocalCopies']>(async () => undefined)
  const removeStored = vi.fn<PictureFiles['removeStored']>(async (id) => {
    if (failing.includes(id)) throw new Error('Not a storage key')
  })
  const readPortrait = async (name: string) => portraits[name] ?? null
  const service = createTakedownService({
    store: store as unknown as TakedownsStore,
    content: {} as RemovableContent,
    notices: {} as Notices,
    removal: { remove: async () => 'done', restore: async () => 'done' },
    atomically: (work) => work({ query: () => Promise.reject(new Error('No database')) }),
    guard: { refresh: async () => undefined },
    files: { deleteLocalCopies, removeStored, readPortrait } as unknown as PictureFiles,
    readPicture: async () => null,
    note: async () => undefined,
    log: pino({ level: 'silent' }),
  })
  const heard: Parameters<Listener['listen']>[1][] = []
  await service.listenOn({
    listen: async (_channel, handlers) => void heard.push(handlers),
    close: async () => undefined,
  })
  const [handlers] = heard
  const forgotten = async () => {
    await service.close()
    return deleteLocalCopies.mock.calls.map(([{ urls, productIds }]) => ({ urls, productIds }))
  }
  return { handlers, forgotten, removeStored, noteFailure }
}

const of = (id: string) => ({ urls: [`/media/${id}.jpg`], productIds: [id] })

test('a server forgets what it keeps of a takedown that another one has carried out', async () => {
  const { handlers, forgotten } = await startFollower()
  handlers?.onMessage('7')
  expect(await forgotten()).toEqual([of('7')])
})

test('a server that was away forgets what it keeps of every takedown in force', async () => {
  const { handlers, forgotten } = await startFollower()
  handlers?.onConnected?.()
  expect(await forgotten()).toEqual([of('3'), of('7')])
})

test("a portrait made from a removed look goes, and an operator's own stays", async () => {
  const look = await corneredPicture('#aa2244')
  const squareOf = (picture: Buffer) =>
    sharp(picture).resize(90, 90, { fit: 'cover', position: 'top' }).png().toBuffer()
  const portraits = {
    'made.png': await squareOf(look),
    'own.png': await squareOf(await corneredPicture('#2266cc')),
  }
  const { handlers, forgotten, removeStored } = await startFollower({
    pending: ['7'],
    portraits,
    look,
  })
  handlers?.onMessage('7')
  await forgotten()
  expect(removeStored).toHaveBeenCalledExactlyOnceWith(
    '7',
    expect.objectContaining({ portraits: ['made.png'] }),
  )
})

test('a takedown that fails is noted, and does not block the next one', async () => {
  const { handlers, forgotten, removeStored, noteFailure } = await startFollower({
    pending: ['3', '7'],
    failing: ['3'],
  })
  handlers?.onMessage('7')
  await forgotten()
  expect(removeStored.mock.calls.map(([id]) => id)).toEqual(['3', '7'])
  expect(noteFailure).toHaveBeenCalledExactlyOnceWith('3', 'Not a storage key')
})
