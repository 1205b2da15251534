import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { drawDemoPhoto, drawDemoPicture, readDemoCatalog } from '#demo'
import type { Database } from '#server/core/db/database.ts'

const FOLDER = join('test-results', 'photos')
const INDEXED_WITHIN_MS = 120_000

const storePhoto = async (name: string, data: Uint8Array): Promise<string> => {
  await mkdir(FOLDER, { recursive: true })
  const path = join(FOLDER, `${process.pid}-${name}`)
  await writeFile(path, data)
  return path
}

/** A generated street photo with several people and objects. */
export const streetPhoto = async (index = 2): Promise<string> =>
  storePhoto(`street-${index}.jpg`, await drawDemoPhoto(index))

/** The picture of a demo product and the name it must be found by. */
export const productPhoto = async (id: string): Promise<{ path: string; name: string }> => {
  const key = `demo/products/${id}.jpg`
  const { rows } = await readDemoCatalog()
  const product = rows.find(({ product_image }) => product_image === `/media/${key}`)
  const picture = await drawDemoPicture(key)
  if (!product || !picture) throw new Error(`The demo catalogue has no ${id}`)
  return { path: await storePhoto(`${id}.jpg`, picture.data), name: product.name }
}

/** Indexes these products now and waits, instead of leaving them to the background. */
export const waitUntilIndexed = async ({ pool }: Database, names: readonly string[]) => {
  const { rows } = await pool.query<{ key: string }>(
    'SELECT product_key::text AS key FROM catalog.products WHERE title = ANY($1)',
    [names],
  )
  const keys = rows.map(({ key }) => key)
  expect(keys.length).toBe(names.length)
  await pool.query("UPDATE jobs SET due_at = now() - interval '1 day' WHERE key = ANY($1)", [keys])
  await expect
    .poll(
      async () => {
        const vectorRows = await pool.query(
          'SELECT FROM model_vectors WHERE product_key = ANY($1)',
          [keys],
        )
        return vectorRows.rowCount
      },
      { timeout: INDEXED_WITHIN_MS, message: 'the products are looked at by the engine' },
    )
    .toBe(keys.length)
}
