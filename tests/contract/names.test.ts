import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openBackupSource, openBackupTarget } from '#server/backup/backup-target.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { parseEnv } from '#server/core/env.ts'
import { createFileStorage } from '#server/core/storage/file-storage.ts'
import { createCatalog } from '#server/features/browse/index.ts'
import { importCsv, importRows } from '#server/features/ingest/index.ts'
import { buildPersonCardPath } from '#shared/contract/catalog.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { formatCelebritySelection, paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import {
  publishDraft,
  startDraft as startDraftBy,
  withdrawDraft,
} from '#tests/support/studio-drafts.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

/** Names, each in another spelling that means the same person. */
const HARD_NAMES: readonly (readonly [name: string, otherSpelling: string])[] = [
  ['Øre Sørensen', 'ore sorensen'],
  ['Łucja Żółć', 'LUCJA ZOLC'],
  ['Groß Straße', 'GROSS STRASSE'],
  ['İpek Işık', 'ipek isik'],
  ['Владимир Ёлкин', 'ВЛАДИМИР ЕЛКИН'],
  ['Νίκος Γαλάνης', 'ΝΙΚΟΣ ΓΑΛΑΝΗΣ'],
  ['مُحَمَّد علي', 'محمد علي'],
  ['王菲', '王 菲'],
  ['द्रौपदी मुर्मू', 'द्रौपदी-मुर्मू'],
  ['さくらぎ', 'さくら・ぎ'],
  ['💃🏽', '💃🏽 '],
  ['Mia ❤️ Rose', 'Mia Rose'],
  ["Sinéad O'Hara", 'SINEAD O’HARA'],
  ['Anne-Marie Saint-Clair', 'Anne Marie Saint Clair'],
  ['Bo, Jr. & 50% </b>', 'bo jr 50 b'],
  [`${'Lange '.repeat(16)}Name`, `${'LANGE '.repeat(16)}NAME`],
  ['Zoë Ward', 'Ｚｏｅ　Ｗａｒｄ'],
]
const NAMES = HARD_NAMES.map(([name]) => name)

let server: TestApp
let editor: SignedIn
let admin: SignedIn
let follower: SignedIn
let dressId = ''

beforeAll(async () => {
  server = await startTestApp(
    {},
    { clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null } },
  )
  await importRows(server.database.maintenance, [
    catalogRow({ name: 'Velvet Dress', product_image: 'https://pictures.example.com/dress.jpg' }),
  ])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  dressId = rows[0]?.id ?? ''
  editor = await signedIn(server, { role: 'editor' })
  admin = await signedIn(server, { admin: true })
  follower = await signedIn(server)
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const startDraft = (person: string) => startDraftBy(editor, person, dressId)
const publish = async (id: string) => (await publishDraft(editor, id)).look
const withdraw = (id: string) => withdrawDraft(editor, id)

const peopleNamed = async (...names: string[]) =>
  (
    await server.pool.query<{ name: string }>(
      'SELECT name FROM catalog.people WHERE name = ANY ($1)',
      [names],
    )
  ).rows.map(({ name }) => name)

/** Addresses that exist exactly as long as the person has a look. */
const addressesOf = (name: string) => [
  paths.celebrity.href(name),
  `/api/people/${encodeURIComponent(name)}`,
  buildFeedPath('atom', { kind: 'person', name }),
  buildFeedPath('json', { kind: 'person', name }),
  buildEmbedPath('person', name),
  buildPersonCardPath(name),
]
/** Addresses that exist exactly as long as the look does. */
const addressesOfLook = (url: string) => [
  url,
  buildPictureUrl(url, 320),
  paths.celebrityImage.href(url),
  buildEmbedPath('look', btoa(url)),
]
const statusesOf = async (addresses: readonly string[]) => {
  const statuses = new Set<number>()
  for (const path of addresses) statuses.add((await server.request(path)).status)
  return [...statuses].toSorted((a, b) => a - b)
}
const GONE = [404, 410]

const visitor = () => callerWith(server, null)
const listedNames = async () =>
  (await visitor().api('GET /api/celebrities', { query: {} })).data.celebrities.map(
    ({ name }) => name,
  )
const sitemap = async () => (await server.request('/sitemap-people-1.xml')).text()
const sitemapEntry = (name: string) => paths.celebrity.href(name).replaceAll("'", '&#39;')

test.each(HARD_NAMES)(
  '%s is published, found, boarded and withdrawn',
  async (name, otherSpelling) => {
    const draft = await startDraft(name)
    const url = await publish(draft)
    const portrait = await portraitOf(server, name)
    expect(portrait).toMatch(/^\/media\/celebrities\/person_\d+\.jpg$/)
    const ofPerson = [...addressesOf(name), ...addressesOf(otherSpelling), portrait]
    expect(await statusesOf([...ofPerson, ...addressesOfLook(url)])).toEqual([200])

    const json = await (
      await server.request(buildFeedPath('json', { kind: 'person', name }))
    ).json()
    expect(json).toMatchObject({ title: name })
    const query = { celebrities: formatCelebritySelection([name, otherSpelling]), seed: 1 }
    const looks = (await visitor().api('GET /api/images', { query })).data
    expect(looks).toMatchObject({ celebrities: [{ name }], unknown: [], images: [{ image: url }] })
    const search = (await visitor().api('GET /api/search', { query: { q: name } })).data
    expect(search.celebrities.map((person) => person.name)).toContain(name)
    expect(await listedNames()).toContain(name)
    expect(await sitemap()).toContain(sitemapEntry(name))

    const board = (await editor.api('POST /api/boards', { body: { title: name.slice(0, 80) } }))
      .data
    const params = { id: board.id }
    await editor.api('POST /api/boards/:id/items', { params, body: { look: url } })
    const share = { params, body: { until: null, isPublic: true } }
    const { token = '' } = (await editor.api('PUT /api/boards/:id/share', share)).data.share ?? {}
    expect(
      await statusesOf([paths.sharedBoard.href(token), buildEmbedPath('board', token)]),
    ).toEqual([200])
    await follower.api('PUT /api/following/:name', { params: { name: otherSpelling } })
    expect((await follower.api('GET /api/following')).data.people).toMatchObject([{ name }])

    // The same person in another spelling.
    const otherDraft = await startDraft(otherSpelling)
    const otherUrl = await publish(otherDraft)
    expect(await peopleNamed(name, otherSpelling)).toEqual([name])
    await withdraw(otherDraft)
    expect(await statusesOf(addressesOfLook(otherUrl))).not.toContain(200)
    expect(await statusesOf([...ofPerson, ...addressesOfLook(url)])).toEqual([200])

    await withdraw(draft)
    for (const status of await statusesOf([...ofPerson, ...addressesOfLook(url)]))
      expect(GONE).toContain(status)
    expect(await listedNames()).not.toContain(name)
    expect(await sitemap()).not.toContain(sitemapEntry(name))
    for (const address of [url, portrait])
      expect(await server.storage.get(address.slice('/media/'.length))).toBeNull()

    // The follower is still there when it is published again.
    const again = await publish(draft)
    expect((await follower.api('GET /api/following')).data.looks).toMatchObject([{ image: again }])
    await follower.api('DELETE /api/following/:name', { params: { name } })
    expect((await follower.api('GET /api/following')).data.people).toEqual([])
  },
)

test.each(NAMES)('a look of %s is taken down and restored', async (name) => {
  const url = await publish(await startDraft(name))
  const { data } = await admin.api('POST /api/admin/takedowns', {
    body: { address: url, reason: 'It was not licensed.' },
  })
  expect(data).toMatchObject({ title: name, doneAt: expect.any(String) })
  expect(await statusesOf(addressesOfLook(url))).not.toContain(200)
  await admin.api('POST /api/admin/takedowns/:id/restore', {
    params: { id: data.id },
    body: { reason: 'The counter-notice holds.' },
  })
  expect(await statusesOf(addressesOfLook(url))).toEqual([200])
  expect((await admin.api('GET /api/admin/overview')).data.tasks).not.toContainEqual(
    expect.objectContaining({ kind: 'takedowns' }),
  )
})

test.each(HARD_NAMES)('somebody is renamed to %s, and merged into them', async (name, spelling) => {
  const former = `Formerly ${NAMES.indexOf(name)}`
  await publish(await startDraft(former))
  const url = await publish(await startDraft(former))
  await publish(await startDraft(name))
  const idOf = async (of: string) => {
    const { people } = (await admin.api('GET /api/admin/people', { query: { q: of } })).data
    return people.find((person) => person.name === of)?.id ?? 0
  }
  const rename = (id: number, to: string) =>
    admin.api('PUT /api/admin/people/:id/name', { params: { id: String(id) }, body: { name: to } })
  // Another spelling is the same person, whoever is called so.
  const [id, target] = [await idOf(former), await idOf(name)]
  await expect(rename(id, spelling)).rejects.toMatchObject({ status: 409 })
  await rename(target, `Also ${former}`)
  await rename(target, name)
  const merging = { params: { id: String(id) }, body: { into: target } }
  await admin.api('POST /api/admin/people/:id/merge', merging)

  expect(await peopleNamed(name, former)).toEqual([name])
  expect(await statusesOf(addressesOfLook(url))).toEqual([200])
  for (const known of [former, `Also ${former}`, spelling]) {
    const { data } = await visitor().api('GET /api/people/:name', { params: { name: known } })
    expect(data.looks).toContainEqual(expect.objectContaining({ celebrity_name: name }))
  }
  const search = (await visitor().api('GET /api/search', { query: { q: former } })).data
  expect(search.celebrities.map((person) => person.name)).toContain(name)
  await rename(target, former)
  await rename(target, name)
  expect(await peopleNamed(name, former)).toEqual([name])
})

test('an exported catalogue with all names is imported again without a change', async () => {
  expect((await peopleNamed(...NAMES)).toSorted()).toEqual(NAMES.toSorted())
  let csv = ''
  for await (const part of createCatalog(server.pool).files.csv()) csv += part
  const result = await importCsv(server.database.maintenance, Readable.from([csv]))
  expect(result).toMatchObject({ isImported: true, added: 0, changed: 0 })
  expect((await peopleNamed(...NAMES)).toSorted()).toEqual(NAMES.toSorted())
})

test('a backup brings all names and portraits back', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-names-'))
  const env = parseEnv({ DATA_DIR: folder })
  await makeBackup({
    pool: server.database.maintenance,
    pictures: server.storage,
    secrets: { AUTH_SECRET: TEST_SECRET },
    target: openBackupTarget(folder, env, undefined),
    passphrase: undefined,
    now: new Date(),
  })
  const database = await emptyDatabase()
  onTestFinished(() => database.close())
  const pictures = createFileStorage(join(folder, 'restored'))
  await restoreBackup({
    source: await openBackupSource(folder, env),
    pool: database.maintenance,
    pictures,
    passphrase: undefined,
    force: false,
  })
  for (const name of NAMES) {
    const key = (await portraitOf({ pool: database.maintenance }, name)).slice('/media/'.length)
    expect((await pictures.get(key))?.body, name).toEqual((await server.storage.get(key))?.body)
  }
})
