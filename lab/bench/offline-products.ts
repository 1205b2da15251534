import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { openPhoto } from '#server/features/finder/index.ts'
import type { createParts } from '#server/parts.ts'
import { MODEL_DIR, readModelCards } from '#server/vision/node-engine.ts'
import { decodeNow } from '#server/vision/sharp-picture.ts'
import type { OfflineProduct } from '#shared/contract/offline-products.ts'
import { matchOffline, unpackVector } from '#shared/vision/offline-match.ts'

type OfflineListServer = Pick<Awaited<ReturnType<typeof createParts>>, 'finder' | 'pool'>

const SHOWN = 3
const PRODUCTS = 10_000

/** Everything that the shops of the catalogue sell, as a browser would store it for offline use. */
const readOfflineList = async ({ finder, pool }: OfflineListServer) => {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM catalog.shops ORDER BY id')
  const all = new Map<string, OfflineProduct>()
  let bytes = 0
  for (const { id } of rows)
    for (let part = 0, parts = 1; part < parts; part += 1) {
      const read = await finder.offlineProducts.readPart({ shop: id, part }).catch(() => null)
      if (!read) break
      parts = read.parts
      bytes += gzipSync(JSON.stringify(read.products)).length
      for (const product of read.products) all.set(product.key, product)
    }
  return { products: [...all.values()], bytes }
}

/** How large an offline list is, and how many of the server's first answers it reproduces. */
export const measureOffline = async (
  server: OfflineListServer,
  folder: string,
  onPhoto: (done: number, total: number) => void,
) => {
  const cards = await readModelCards(MODEL_DIR)
  const { products, bytes } = await readOfflineList(server)
  const items = products.map((product) => ({ product, vector: unpackVector(product.vector) }))
  const names = (await readdir(folder)).toSorted()
  const counts = { objects: 0, 'same first': 0, 'same three': 0, wanted: 0, shared: 0 }
  const { signal } = new AbortController()
  for (const [index, name] of names.entries()) {
    const photo = await openPhoto(await readFile(path.join(folder, name)), decodeNow)
    const request = { uid: 'nobody', photo, idPrefix: name }
    const { detections } = await server.finder.scans.scanWhole(request, signal)
    for (const { embedding = '' } of detections) {
      const object = server.finder.readEmbedding(embedding)
      if (!object) continue
      const online = await server.finder.answers.findAnswers(
        embedding,
        {},
        { count: SHOWN },
        undefined,
      )
      const there = online.products.map(({ id }) => id)
      const here = matchOffline(items, object, cards)
        .slice(0, SHOWN)
        .map(({ id }) => id)
      const shared = there.filter((id) => here.includes(id)).length
      counts.objects += 1
      counts.wanted += there.length
      counts.shared += shared
      counts['same first'] += Number(there[0] === here[0])
      counts['same three'] += Number(shared === there.length)
    }
    onPhoto(index + 1, names.length)
  }
  return {
    ...counts,
    products: products.length,
    'bytes a product, compressed': Math.round(bytes / products.length),
    [`megabytes of ${PRODUCTS}, without pictures`]: (bytes / products.length) * (PRODUCTS / 1e6),
  }
}
