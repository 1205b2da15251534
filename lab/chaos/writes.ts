import { setTimeout as delay } from 'node:timers/promises'
import { jpegPicture } from '#tests/support/pictures.ts'
import type { Person } from '#tests/support/people.ts'

/** A write without an answer within this time is not acknowledged. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 5
/** Below the hourly limit of uploads per person. */
const MOST_UPLOADS = 12

export type Kind = 'favorite' | 'product' | 'upload'

/** What one person has sent, and what the server has acknowledged, by title or address. */
export type Ledger = { person: Person; sent: Set<string>; kept: Record<Kind, Set<string>> }

export const openLedger = (person: Person): Ledger => ({
  person,
  sent: new Set(),
  kept: { favorite: new Set(), product: new Set(), upload: new Set() },
})

const picture = await jpegPicture({ width: 64, height: 64 })

const createForm = (field: string, values: Record<string, string>, photo: Buffer = picture) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  form.set(field, new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
  return form
}

const sendWrite = (baseUrl: string, { cookie }: Person, path: string, body: FormData | object) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      cookie,
      origin: baseUrl,
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })

const requests: Record<Kind, (title: string) => { path: string; body: FormData | object }> = {
  favorite: (name) => ({ path: '/api/favorites', body: { product: { name, id: name } } }),
  product: (title) => ({
    path: '/api/manual-products',
    body: createForm('photo', { title, price: '10', website: 'https://shop.example/coat' }),
  }),
  upload: () => ({ path: '/image-local.php', body: createForm('image', {}) }),
}

/** The address of an upload that must succeed. */
export const uploadPhoto = async (baseUrl: string, { person }: Ledger, photo: Buffer) => {
  const reply = await sendWrite(baseUrl, person, '/image-local.php', createForm('image', {}, photo))
  const { url } = (await reply.json()) as { url?: string }
  if (!reply.ok || !url) throw new Error(`The upload got ${reply.status}`)
  return url
}

/** Sends one write. Returns the status, or 0 if there was no answer. */
export const writeRecord = async (baseUrl: string, ledger: Ledger, kind: Kind): Promise<number> => {
  const title = `${kind} ${ledger.sent.size}`
  ledger.sent.add(title)
  const { path, body } = requests[kind](title)
  try {
    const reply = await sendWrite(baseUrl, ledger.person, path, body)
    const { url } = (await reply.json()) as { url?: string }
    if (reply.status === 200) ledger.kept[kind].add(kind === 'upload' ? (url ?? '') : title)
    return reply.status
  } catch {
    // Cut off: the write may have happened, but it was not acknowledged.
    return 0
  }
}

/** Writes of all kinds at once until `signal` is aborted. */
export const writeUntilAborted = async (baseUrl: string, ledger: Ledger, signal: AbortSignal) => {
  const loop = async (kind: Kind, maxWrites: number) => {
    for (let count = 0; count < maxWrites && !signal.aborted; count += 1) {
      await writeRecord(baseUrl, ledger, kind)
      await delay(PAUSE_MS)
    }
  }
  await Promise.all([
    loop('favorite', 200),
    loop('product', MOST_UPLOADS),
    loop('upload', MOST_UPLOADS),
  ])
}

export const countAcknowledged = ({ kept }: Ledger): number =>
  Object.values(kept).reduce((sum, { size }) => sum + size, 0)

type ProductList = { data: { title: string; image_url: string | null }[] }

/** Compares what the server shows with what it has acknowledged. */
export const auditLedger = async (baseUrl: string, ledger: Ledger) => {
  const { person, sent, kept } = ledger
  const read = async (path: string) => {
    const reply = await sendWrite(baseUrl, person, path, { uid: person.uid })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    return ((await reply.json()) as ProductList).data
  }
  const loads = async (url: string) => {
    const reply = await fetch(new URL(url, baseUrl), { headers: { cookie: person.cookie } })
    return reply.ok && (await reply.arrayBuffer()).byteLength > 0
  }
  const favorites = await read('/saved-products.php')
  const products = await read('/my-products.php')
  const titles = (list: ProductList['data']) => new Set(list.map(({ title }) => title))
  const missing = (expectedNames: Set<string>, storedNames: Set<string>) =>
    [...expectedNames].filter((title) => !storedNames.has(title))
  const lost = [
    ...missing(kept.favorite, titles(favorites)),
    ...missing(kept.product, titles(products)),
  ]
  for (const url of kept.upload) if (!(await loads(url))) lost.push(url)

  const broken = [...favorites, ...products].flatMap(({ title }) =>
    sent.has(title) ? [] : [title],
  )
  for (const { title, image_url: image } of products)
    if (image === null || !(await loads(image))) broken.push(`${title} without its photo`)
  return { acknowledged: countAcknowledged(ledger), lost, broken }
}
