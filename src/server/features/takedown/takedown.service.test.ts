import pino from 'pino'
import { expect, test, vi } from 'vitest'
import type { ForgetPictures } from '#server/features/images/index.ts'
import type { Listener } from '#server/jobs/listener.ts'
import type { NoticesService } from './notices.service.ts'
import { createTakedownService } from './takedown.service.ts'
import type { TakedownsStore } from './takedowns.store.ts'

/** A server on which another one has carried out takedowns 3 and 7 completely. */
const startFollower = async () => {
  const store = {
    pending: async () => [],
    inForceAfter: async (after: string) => ['3', '7'].filter((id) => Number(id) > Number(after)),
    pictures: async (id: string) => [{ url: `/media/${id}.jpg`, grid: null, aspect: null }],
    derived: async (id: string) => ({ product_ids: [id], portraits: [], absent: [] }),
  }
  const forgetHere = vi.fn<ForgetPictures['forgetHere']>(async () => undefined)
  const service = createTakedownService({
    store: store as unknown as TakedownsStore,
    notices: {} as NoticesService,
    removal: { remove: async () => 'done already', restore: async () => 'done already' },
    atomically: () => Promise.reject(new Error('Nothing is to be stored')),
    guard: { refresh: async () => undefined },
    files: { forgetHere } as unknown as ForgetPictures,
    readPicture: async () => null,
    readPortrait: async () => null,
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
    return forgetHere.mock.calls.map(([{ urls, productIds }]) => ({ urls, productIds }))
  }
  return { handlers, forgotten }
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
