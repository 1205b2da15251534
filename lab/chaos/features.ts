import { drawDemoPhoto } from '#demo'
import type { Person } from '#tests/support/people.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'
import { expectTrue } from './fault.ts'
import { waitUntilTrue } from './service.ts'
import { openLedger, uploadPhoto, writeRecord } from './writes.ts'

type Fleet = {
  firstUrl: string
  secondUrl: string
  person: Person
  countVectors: () => Promise<number>
}

/** Through the local stand-in for Google. */
const signIn = async ({ firstUrl: one }: Fleet) => {
  const browser = createTestBrowser(one)
  await browser.signIn('google', 'ada-marlow')
  const user = (await browser.api('GET /api/session')).data.user
  expectTrue('sign-in', user?.displayName === 'Ada Marlow')
}

/** A scan begun on one server and followed through another. */
const followScan = async ({ firstUrl: one, secondUrl: other, person }: Fleet) => {
  const imageUrl = await uploadPhoto(one, openLedger(person), await drawDemoPhoto(2))
  const headers = { cookie: person.cookie, 'content-type': 'application/json' }
  const scan = await fetch(`${one}/api/scan`, {
    method: 'POST',
    headers: { ...headers, origin: one },
    body: JSON.stringify({ imageUrl }),
  })
  const reader = (scan.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .getReader()
  const { value = '' } = await reader.read()
  const { scanId } = JSON.parse(value.split('\n')[0] ?? '{}') as { scanId?: string }
  await reader.cancel()
  const resumedScan = await fetch(`${other}/api/scan/${scanId}?after=1`, { headers })
  const events = (await resumedScan.text()).trim().split('\n')
  const last = JSON.parse(events.at(-1) ?? '{}') as { type?: string }
  expectTrue(`a scan through another server (${JSON.stringify(last)})`, last.type === 'done')
}

/** A change on one server reaches a live stream of another. */
const receiveChange = async ({ firstUrl: one, secondUrl: other, person }: Fleet) => {
  const ended = new AbortController()
  const stream = await fetch(`${other}/api/live`, {
    headers: { cookie: person.cookie },
    signal: ended.signal,
  })
  let received = ''
  const listening = (async () => {
    const text = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())
    for await (const part of text as unknown as AsyncIterable<string>) received += part
  })().catch(() => undefined)
  expectTrue('a favorite', (await writeRecord(one, openLedger(person), 'favorite')) === 200)
  await waitUntilTrue(
    'the change is heard',
    async () => received.includes('saved-products'),
    10_000,
  )
  ended.abort()
  await listening
}

/** A product that was added is indexed by a background job. */
const indexProduct = async ({ firstUrl: one, person, countVectors }: Fleet) => {
  const before = await countVectors()
  expectTrue('a product', (await writeRecord(one, openLedger(person), 'product')) === 200)
  await waitUntilTrue('the product is indexed', async () => (await countVectors()) > before)
}

const FEATURES = {
  'sign-in': signIn,
  'scan followed elsewhere': followScan,
  'live lists': receiveChange,
  'background jobs': indexProduct,
}

/** Throws at the first feature that does not work. */
export const tryFeatures = async (fleet: Fleet): Promise<string[]> => {
  for (const work of Object.values(FEATURES)) await work(fleet)
  return Object.keys(FEATURES)
}
