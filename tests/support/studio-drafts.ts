import type { Draft, DraftContent } from '#shared/contract/studio.ts'
import type { SignedIn } from './callers.ts'
import { corneredPicture } from './pictures.ts'
import type { TestApp } from './test-app.ts'

let photos = 0
/** A photo of its own for each call. */
export const nextPhoto = () => {
  photos += 1
  return corneredPicture(`#${(photos * 0x2f_1b_35).toString(16).padStart(6, '0').slice(-6)}`)
}

/** The object that shows a product of the catalogue, confirmed. */
export const itemOf = (
  productId: string,
  title = 'Velvet Dress',
): DraftContent['items'][number] => {
  const facts = { brand: null, price: '$120.50', shop: null, category: null, picture: null }
  const product = { id: productId, title, link: 'https://shop.example.com/1', ...facts }
  return {
    id: 'dress',
    label: 'dress',
    category: null,
    box: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 },
    choice: { kind: 'product', product, isExact: true, claimedBy: 'publisher' },
  }
}

export const readDraft = async (by: SignedIn, id: string): Promise<Draft> =>
  (await by.api('GET /api/studio/drafts/:id', { params: { id } })).data

/** Returns the version that was saved. */
export const changeDraft = async (by: SignedIn, id: string, changes: Partial<DraftContent>) => {
  const { version, content } = await readDraft(by, id)
  const body = { version, content: { ...content, ...changes } }
  return (await by.api('PUT /api/studio/drafts/:id', { params: { id }, body })).data.version
}

/** A draft of a new photo in which this person wears this product, not scanned. */
export const startDraft = async (by: SignedIn, person: string, productId: string) => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await nextPhoto())], { type: 'image/jpeg' }))
  const { id } = (await by.api('POST /api/studio/drafts', { body: {}, form })).data
  await changeDraft(by, id, { person, items: [itemOf(productId)] })
  return id
}

export const publishDraft = async (by: SignedIn, id: string) => {
  const { version } = await readDraft(by, id)
  const call = { params: { id }, body: { version } }
  return (await by.api('POST /api/studio/drafts/:id/publish', call)).data
}

export const withdrawDraft = (by: SignedIn, id: string) =>
  by.api('POST /api/studio/drafts/:id/withdraw', { params: { id } })

/** Makes publishing wait, as an import does. Returns the function that ends it. */
export const lockCatalog = async ({ database }: Pick<TestApp, 'database'>) => {
  const client = await database.maintenance.connect()
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock(7341010)')
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}
