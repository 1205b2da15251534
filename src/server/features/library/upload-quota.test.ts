import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

/** Room for a few of the pictures below. */
const QUOTA_MB = 0.1

let app: TestApp
let person: Person
let picture: Buffer
let bytesEach: number

beforeAll(async () => {
  app = await startTestApp({ env: { UPLOAD_QUOTA_MB: String(QUOTA_MB) } })
  person = await insertPerson(app.pool, TEST_SECRET, { invited: true })
  picture = await jpegPicture({ width: 2_048, height: 2_048 })
  const url = await app.uploads.keep(person.uid, picture)
  bytesEach = (await app.storage.get(url.slice('/media/'.length)))?.body.length ?? 0
  await app.uploads.release(person.uid, [url])
})
afterAll(() => app.close())

const upload = async (uploader = person) => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(picture)]), 'photo.jpg')
  const response = await fetch(`${app.origin}/image-local.php`, {
    method: 'POST',
    body: form,
    headers: { origin: app.origin, cookie: uploader.cookie },
  })
  const { url = '', error } = (await response.json()) as { url?: string; error?: string }
  return { status: response.status, url, error }
}
const usedBy = async ({ uid }: Person) => {
  const { rows } = await app.pool.query<{ bytes: string }>(
    'SELECT coalesce(sum(bytes), 0) AS bytes FROM uploads WHERE user_id = $1',
    [uid],
  )
  return Number(rows[0]?.bytes)
}

describe('the storage quota', () => {
  test('is never exceeded, even by uploads at once, and a deletion frees it', async () => {
    const fitting = Math.floor((QUOTA_MB * 1024 * 1024) / bytesEach)
    expect(fitting).toBeGreaterThan(0)
    const replies = await Promise.all(Array.from({ length: fitting + 3 }, () => upload()))
    const kept = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(kept).toHaveLength(fitting)
    for (const { status, error } of refused)
      expect({ status, error }).toEqual({
        status: 413,
        error:
          'Your pictures take up all of your 0.1 MB. Delete products or scans that you no longer need, then try again.',
      })
    expect(await usedBy(person)).toBe(fitting * bytesEach)
    await app.uploads.release(person.uid, [kept[0]?.url ?? ''])
    expect((await upload()).status).toBe(200)
    expect((await upload()).status).toBe(413)
  })

  test('is each user’s own', async () => {
    const other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    expect((await upload(other)).status).toBe(200)
  })

  test('counts uploads of earlier versions once they are measured', async () => {
    const other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    await upload(other)
    await app.pool.query('UPDATE uploads SET bytes = NULL WHERE user_id = $1', [other.uid])
    await app.uploads.sweep()
    expect(await usedBy(other)).toBe(bytesEach)
  })
})
