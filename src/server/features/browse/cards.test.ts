import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { PREVIEW_CARD } from '#shared/constants.ts'
import { buildLookCardPath, buildPersonCardPath } from '#shared/contract/catalog.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { paths } from '#shared/paths.ts'

const NAMES = ['Ada Lune', 'Łucja Żak', 'Анна Каренина', '山田 花子', 'ليلى حداد', 'אדה לון']
const urlOf = (index: number) => `/media/demo/looks/${index}.jpg`

let database: Database
let server: TestApp
beforeAll(async () => {
  database = await testDatabase()
  await importRows(
    database.pool,
    NAMES.map((celebrity_name, index) =>
      catalogRow({ celebrity_name, celebrity_image: urlOf(index), name: `Coat ${index}` }),
    ),
  )
  const data = await jpegPicture({ width: 40, height: 60 })
  const drawPicture = async () => ({ data, width: 40, height: 60, color: '#aabbcc' })
  server = await startTestApp({ database }, { drawPicture })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const cardAt = async (path: string) => {
  const reply = await server.request(path)
  if (reply.status !== 200) return { status: reply.status }
  const bytes = Buffer.from(await reply.arrayBuffer())
  const { width, height, format } = await sharp(bytes).metadata()
  // Something is written on it: paper alone has hardly any contrast.
  const { channels } = await sharp(bytes)
    .extract({ left: 600, top: 60, width: 560, height: 480 })
    .stats()
  return { status: 200, width, height, format, isWritten: (channels[0]?.stdev ?? 0) > 3 }
}
const CARD = { status: 200, ...PREVIEW_CARD, format: 'jpeg', isWritten: true }

test.each(NAMES.map((name, index) => [name, index] as const))(
  'looks and the page of %s have previews',
  async (name, index) => {
    expect(await cardAt(buildPersonCardPath(name))).toEqual(CARD)
    expect(await cardAt(buildLookCardPath(urlOf(index)))).toEqual(CARD)
  },
)

test('what is not there, or was removed, has none', async () => {
  expect(await cardAt(buildPersonCardPath('Nobody'))).toEqual({ status: 404 })
  expect(await cardAt(buildLookCardPath('/nowhere.jpg'))).toEqual({ status: 404 })
  const admin = await signedIn(server, { admin: true })
  await admin.api('POST /api/admin/takedowns', {
    body: { address: paths.celebrityImage.href(urlOf(0)), reason: 'Not licensed.' },
  })
  expect(await cardAt(buildLookCardPath(urlOf(0)))).toEqual({ status: 404 })
})
