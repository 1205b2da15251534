import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { buildFeedPath } from '#shared/syndication.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { changeDraft, publishDraft, startDraft } from '#tests/support/studio-drafts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let dressId = ''
let creator: SignedIn
let displayName = ''
let name = ''

beforeAll(async () => {
  server = await startTestApp(
    {},
    { clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null } },
  )
  await importRows(server.database.maintenance, [
    catalogRow({ name: 'Velvet Dress', celebrity_name: 'Zoe Kravi' }),
  ])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  dressId = rows[0]?.id ?? ''
})
afterAll(() => server.close())

let count = 0
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  count += 1
  displayName = `Creator Number${count}`
  name = `creator-number${count}`
  creator = await signedIn(server, { role: 'creator', name: displayName })
})

const visitor = () => callerWith(server, null)
const rename = (by: SignedIn, names: { displayName: string; name: string }) =>
  by.api('PUT /api/studio/page', { body: names })
const passAWeek = () =>
  server.pool.query("UPDATE creators SET named_at = named_at - interval '8 days'")
const ownPage = async (by: SignedIn) => (await by.api('GET /api/my-creator-page')).data
const publishLook = async (by: SignedIn) => {
  const { data } = await by.api('GET /api/studio')
  const id = await startDraft(by, data.creator?.displayName ?? '', dressId)
  return { id, ...(await publishDraft(by, id)) }
}
const open = (path: string) =>
  fetch(server.origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

describe('the page of a creator whose name is taken', () => {
  test('gets the name and the address that they choose', async () => {
    const zoe = await signedIn(server, { role: 'creator', name: 'Zoé Kravi' })
    await expect(zoe.api('GET /api/studio')).rejects.toMatchObject({
      status: 409,
      message: STUDIO_ERRORS.nameTaken('Zoé Kravi'),
    })
    await rename(zoe, { displayName: '조이 크라비', name: 'zoe-at-home' })
    expect((await zoe.api('GET /api/studio')).data.creator).toEqual({
      name: 'zoe-at-home',
      displayName: '조이 크라비',
    })
    expect((await publishLook(zoe)).person).toBe('조이 크라비')
  })

  test.each([
    ['that of somebody in the catalogue', 'ZOE KRAVI', STUDIO_ERRORS.nameTaken('ZOE KRAVI')],
    ['one that mixes alphabets', 'Zоe', NAME_PROBLEMS.mixedAlphabets],
  ])('does not get %s', async (_what, taken, message) => {
    await expect(rename(creator, { displayName: taken, name: 'free' })).rejects.toMatchObject({
      status: 409,
      message,
    })
    expect(await ownPage(creator)).toBeNull()
  })
})

describe('renaming a creator with looks', () => {
  test.each([
    ['Latin', 'Åsa Løve'],
    ['Hangul', '김하늘'],
    ['Arabic', 'ليلى الحسن'],
    ['Devanagari', 'आशा किरण'],
  ])('takes looks, followers, searches and addresses along: %s', async (script, newName) => {
    const { look } = await publishLook(creator)
    const fan = await signedIn(server)
    await fan.api('PUT /api/following/:name', { params: { name: displayName } })
    const newAddress = `new-${script.toLowerCase()}`
    const readFeed = async () =>
      (await server.request(buildFeedPath('atom', { kind: 'creator', name }))).text()
    const feedId = /<id>(.*?)<\/id>/.exec(await readFeed())?.[1]
    expect(feedId).toMatch(/^urn:uuid:/)
    await rename(creator, { displayName: newName, name: newAddress })

    const shown = (await visitor().api('GET /api/image', { query: { url: look } })).data.celebrity
    expect(shown).toMatchObject({ name: newName, creatorPage: newAddress })
    expect((await fan.api('GET /api/following')).data.people).toMatchObject([{ name: newName }])
    const found = await visitor().api('GET /api/search', { query: { q: newName } })
    expect(found.data.celebrities.map((person) => person.name)).toContain(newName)
    const pages = await visitor().api('GET /api/collections', { query: { q: newName } })
    expect(pages.data.creators).toMatchObject([{ name: newAddress, displayName: newName }])

    const moved = await open(paths.celebrity.href(displayName))
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      paths.celebrity.href(newName),
    ])
    const movedPage = await open(paths.creator.href(name))
    expect([movedPage.status, movedPage.headers.get('location')]).toEqual([
      301,
      paths.creator.href(newAddress),
    ])
    for (const subject of [
      { kind: 'person', name: displayName },
      { kind: 'creator', name },
    ] as const) {
      const feed = await server.request(buildFeedPath('json', subject))
      expect(await feed.json()).toMatchObject({ title: newName })
    }
    // Otherwise readers of the feed would take it for another one.
    expect(await readFeed()).toContain(`<id>${feedId}</id>`)
    expect(await readFeed()).toContain(paths.creator.href(newAddress))
    const { data } = await visitor().api('GET /api/creators/:name', { params: { name } })
    expect(data).toMatchObject({ name: newAddress, displayName: newName, person: newName })
    expect(data.looks.map(({ image }) => image)).toEqual([look])
  })

  test('is not undone by a file, a draft or a look that has the former name', async () => {
    const { id } = await publishLook(creator)
    await rename(creator, { displayName: `${displayName} Two`, name })
    await importRows(server.database.maintenance, [
      catalogRow({
        name: 'Silk Scarf',
        website: `https://shop.test/${count}`,
        celebrity_name: displayName,
        celebrity_image: `https://pictures.example.com/imported-${count}.jpg`,
      }),
    ])
    const editor = await signedIn(server, { role: 'editor' })
    await changeDraft(editor, id, { person: displayName })
    expect((await publishDraft(editor, id)).person).toBe(`${displayName} Two`)
    const { rows } = await server.pool.query<{ name: string; look_count: number }>(
      'SELECT name, look_count FROM catalog.people WHERE name LIKE $1',
      [`${displayName}%`],
    )
    expect(rows).toEqual([{ name: `${displayName} Two`, look_count: 2 }])
    const last = await startDraft(creator, displayName, dressId)
    expect((await publishDraft(creator, last)).person).toBe(`${displayName} Two`)
  })

  test('there and back leads everywhere to the page', async () => {
    await publishLook(creator)
    await rename(creator, { displayName: `${displayName} Two`, name: `${name}-two` })
    await passAWeek()
    await rename(creator, { displayName, name })
    expect((await open(paths.celebrity.href(displayName))).status).toBe(200)
    expect((await open(paths.creator.href(name))).status).toBe(200)
    expect((await open(paths.celebrity.href(`${displayName} Two`))).status).toBe(301)
    expect((await open(paths.creator.href(`${name}-two`))).status).toBe(301)
    // A second time with the same names changes nothing.
    await rename(creator, { displayName, name })
    expect(await ownPage(creator)).toMatchObject({ name, displayName })
  })

  test('does not give away a former name or address', async () => {
    await publishLook(creator)
    await rename(creator, { displayName: `${displayName} Two`, name: `${name}-two` })
    const other = await signedIn(server, { role: 'creator', name: 'Other Creator' })
    await expect(rename(other, { displayName, name: 'other' })).rejects.toMatchObject({
      message: STUDIO_ERRORS.nameTaken(displayName),
    })
    for (const taken of [name, `${name}-two`])
      await expect(
        rename(other, { displayName: `Other ${count}`, name: taken }),
      ).rejects.toMatchObject({ message: STUDIO_ERRORS.addressTaken(taken) })
    const rivals = await Promise.allSettled(
      [other, creator].map((by) => rename(by, { displayName: `Wanted ${count}`, name: 'wanted' })),
    )
    expect(rivals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await server.pool.query(
      "DELETE FROM former_creator_names; DELETE FROM creators WHERE name = 'wanted'",
    )
  })

  test('gives a name away that was tried for a moment, and counts only names that it got', async () => {
    await publishLook(creator)
    const star = `Star ${count}`
    const namesOf = (suffix: string) => ({
      displayName: `${star}${suffix}`,
      name: `star-${count}${suffix}`,
    })
    await rename(creator, namesOf(''))
    await rename(creator, { displayName, name })
    const editor = await signedIn(server, { role: 'editor' })
    const { look } = await publishDraft(editor, await startDraft(editor, star, dressId))
    const { data } = await visitor().api('GET /api/image', { query: { url: look } })
    expect(data.celebrity.name).toBe(star)
    expect((await open(paths.creator.href(`star-${count}`))).status).toBe(404)
    // What is refused is not counted: two names are left of five after these.
    for (let attempt = 0; attempt < 6; attempt += 1)
      await expect(rename(creator, namesOf(''))).rejects.toMatchObject({ status: 409 })
    for (const suffix of ['-b', '-c', '-d']) await rename(creator, namesOf(suffix))
    await expect(rename(creator, namesOf('-e'))).rejects.toMatchObject({ status: 429 })
    // One that was in use for a week leads there for good.
    await server.pool.query('DELETE FROM rate_limits')
    await passAWeek()
    await rename(creator, namesOf('-f'))
    expect((await open(paths.creator.href(`star-${count}-d`))).status).toBe(301)
  })

  test('is for creators alone', async () => {
    const editor = await signedIn(server, { role: 'editor' })
    await expect(rename(editor, { displayName: 'Ed', name: 'ed' })).rejects.toMatchObject({
      status: 404,
    })
    const user = await signedIn(server)
    await expect(rename(user, { displayName: 'Us', name: 'us' })).rejects.toMatchObject({
      status: 403,
    })
  })
})
