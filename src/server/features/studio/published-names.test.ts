import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { buildFeedPath } from '#shared/syndication.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import {
  changeDraft,
  publishDraft,
  readDraft,
  startDraft,
  withdrawDraft,
} from '#tests/support/studio-drafts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let editor: SignedIn
let dressId = ''

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
  editor = await signedIn(server, { role: 'editor' })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const start = (person: string, by = editor) => startDraft(by, person, dressId)
const checkName = async (id: string, name: string) =>
  (await editor.api('GET /api/studio/drafts/:id/person', { params: { id }, query: { name } })).data
const preview = async (id: string) =>
  (await editor.api('GET /api/studio/drafts/:id/preview', { params: { id } })).data
const names = async () =>
  (
    await server.pool.query<{ name: string }>('SELECT name FROM catalog.people ORDER BY name')
  ).rows.map(({ name }) => name)
const visitor = () => callerWith(server, null)

describe('another spelling of a person', () => {
  test('is announced before and after publishing, and the first spelling stays', async () => {
    const id = await start('Zoë Kravi')
    expect(await checkName(id, 'Zoë Kravi')).toEqual({
      existing: 'Zoe Kravi',
      publishedAs: 'Zoe Kravi',
      problem: null,
    })
    expect(await preview(id)).toMatchObject({
      celebrity: { name: 'Zoe Kravi' },
      isOtherSpelling: true,
    })
    expect(await publishDraft(editor, id)).toMatchObject({
      person: 'Zoe Kravi',
      isOtherSpelling: true,
    })
    expect(await publishDraft(editor, id)).toMatchObject({
      person: 'Zoe Kravi',
      isOtherSpelling: false,
    })
    expect(await names()).not.toContain('Zoë Kravi')
  })

  test('replaces the first one when the look is published again by an editor', async () => {
    const id = await start('mary jones')
    expect(await checkName(id, 'mary jones')).toMatchObject({ existing: null })
    const { look } = await publishDraft(editor, id)
    const second = await start('mary jones')
    await publishDraft(editor, second)
    const follower = await signedIn(server)
    await follower.api('PUT /api/following/:name', { params: { name: 'mary jones' } })
    const shown = await readDraft(editor, second)

    await changeDraft(editor, id, { person: 'Mary Jones-Smith' })
    await changeDraft(editor, id, { person: 'Mary Jonès' })
    expect(await checkName(id, 'Mary Jonès')).toMatchObject({
      existing: 'mary jones',
      publishedAs: 'Mary Jonès',
    })
    expect(await preview(id)).toMatchObject({
      celebrity: { name: 'Mary Jonès' },
      isOtherSpelling: false,
    })
    expect(await publishDraft(editor, id)).toMatchObject({ look, person: 'Mary Jonès' })

    expect(await names()).toContain('Mary Jonès')
    expect(await names()).not.toContain('mary jones')
    for (const name of ['Mary Jonès', 'mary jones']) {
      expect((await server.request(paths.celebrity.href(name))).status).toBe(200)
      const feed = await server.request(buildFeedPath('json', { kind: 'person', name }))
      expect(await feed.json()).toMatchObject({ title: 'Mary Jonès' })
      const found = await visitor().api('GET /api/search', { query: { q: name } })
      expect(found.data.celebrities.map((person) => person.name)).toContain('Mary Jonès')
    }
    const { products } = (
      await visitor().api('GET /api/search/products', { query: { q: 'mary jonès dress' } })
    ).data
    expect(products.map(({ name }) => name)).toContain('Velvet Dress')
    expect((await follower.api('GET /api/following')).data.people).toMatchObject([
      { name: 'Mary Jonès' },
    ])
    // Otherwise publishing the other look would bring the former spelling back.
    expect((await readDraft(editor, second)).content.person).toBe('Mary Jonès')
    await expect(
      editor.api('PUT /api/studio/drafts/:id', {
        params: { id: second },
        body: { version: shown.version, content: shown.content },
      }),
    ).rejects.toMatchObject({ status: 409, code: 'draft-changed' })
    expect(await publishDraft(editor, second)).toMatchObject({ person: 'Mary Jonès' })
  })

  test('of a creator replaces one that only they published, not one of others', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'Lou Larue' })
    const id = await start('', creator)
    await publishDraft(creator, id)
    const setName = (name: string) =>
      server.pool.query('UPDATE creators SET display_name = $2 WHERE user_id = $1', [
        creator.uid,
        name,
      ])
    await setName('Loü Larue')
    expect(await publishDraft(creator, id)).toMatchObject({ person: 'Loü Larue' })
    const ofEditor = await start('Loü Larue')
    await publishDraft(editor, ofEditor)
    await setName('LOU LARUE')
    expect(await publishDraft(creator, id)).toMatchObject({
      person: 'Loü Larue',
      isOtherSpelling: true,
    })
    await withdrawDraft(editor, ofEditor)
  })
})

const BAD_NAMES: [string, keyof typeof NAME_PROBLEMS][] = [
  ['..', 'noLetters'],
  ['– —', 'noLetters'],
  ['Zoe\u3164Kravi', 'invisible'],
  ['Zoe\u200BKravi', 'invisible'],
  ['\u202EZoe', 'invisible'],
  ['Zo\u200De Kravi', 'invisible'],
  ['Zoe\uFE0F Kravi', 'invisible'],
  ['\u2800', 'invisible'],
  ['Zoe Krаvi', 'mixedAlphabets'],
  ['Ζoe Kravi', 'mixedAlphabets'],
]

test.each(BAD_NAMES)('a person named %j is refused (%s)', async (name, problem) => {
  const id = await start(name)
  const message = NAME_PROBLEMS[problem]
  expect(await checkName(id, name)).toMatchObject({ existing: null, problem: message })
  await expect(publishDraft(editor, id)).rejects.toMatchObject({ status: 409, message })
})

describe('the page of a creator', () => {
  test.each(['Zoe Krаvi', 'Zoe\u3164Kravi'])('is not named %j', async (name) => {
    const creator = await signedIn(server, { role: 'creator', name })
    await expect(creator.api('GET /api/studio')).rejects.toMatchObject({ status: 409 })
    await expect(
      creator.api('PATCH /api/account', { body: { displayName: name } }),
    ).rejects.toMatchObject({ status: 400 })
    const { rowCount } = await server.pool.query('SELECT FROM creators WHERE user_id = $1', [
      creator.uid,
    ])
    expect(rowCount).toBe(0)
  })

  test('is not named like a celebrity, until the creator changes the display name', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'ZOE KRAVI' })
    const refusal = { status: 409, message: STUDIO_ERRORS.nameTaken('ZOE KRAVI') }
    await expect(creator.api('GET /api/studio')).rejects.toMatchObject(refusal)
    const id = await start('', creator)
    await expect(publishDraft(creator, id)).rejects.toMatchObject(refusal)
    await creator.api('PATCH /api/account', { body: { displayName: 'Kim Kravi' } })
    expect((await creator.api('GET /api/studio')).data.creator).toEqual({
      name: 'kim-kravi',
      displayName: 'Kim Kravi',
    })
    expect(await publishDraft(creator, id)).toMatchObject({ person: 'Kim Kravi' })
  })

  test('has a name that an editor is told about before taking it', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'محمد Øre' })
    await creator.api('GET /api/studio')
    const id = await start('')
    expect((await checkName(id, 'محمد øre')).problem).toBe(
      STUDIO_ERRORS.creatorIsCalled('محمد øre'),
    )
    await publishDraft(creator, await start('', creator))
    expect((await checkName(id, 'محمد øre')).problem).toBeNull()
  })

  test('is not named so that readers take it for a celebrity, first or later', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'Z0e Kravi' })
    const refusal = { status: 409, message: STUDIO_ERRORS.nameTaken('Z0e Kravi') }
    await expect(creator.api('GET /api/studio')).rejects.toMatchObject(refusal)
    await creator.api('PATCH /api/account', { body: { displayName: 'Zora Kravi' } })
    const id = await start('', creator)
    await creator.api('GET /api/studio')
    await server.pool.query("UPDATE creators SET display_name = 'Z0e Kravi' WHERE user_id = $1", [
      creator.uid,
    ])
    await server.pool.query("UPDATE users SET name = 'Z0e Kravi' WHERE id = $1", [creator.uid])
    await expect(publishDraft(creator, id)).rejects.toMatchObject(refusal)
    const rename = creator.api('PUT /api/studio/page', {
      body: { name: 'zora', displayName: 'Z0e Kravi' },
    })
    await expect(rename).rejects.toMatchObject(refusal)
  })

  test('that an earlier version named like a celebrity gets the new display name, too', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'zoe kravi' })
    await server.pool.query(
      "INSERT INTO creators (user_id, name, display_name) VALUES ($1, 'zoe-kravi', 'zoe kravi')",
      [creator.uid],
    )
    await expect(creator.api('GET /api/studio')).rejects.toMatchObject({ status: 409 })
    await creator.api('PATCH /api/account', { body: { displayName: 'Kay Kravi' } })
    expect((await creator.api('GET /api/studio')).data.creator).toEqual({
      name: 'zoe-kravi',
      displayName: 'Kay Kravi',
    })
  })
})
