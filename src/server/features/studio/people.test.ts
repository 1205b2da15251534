import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { publishDraft, readDraft, startDraft, withdrawDraft } from '#tests/support/studio-drafts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let admin: SignedIn
let editor: SignedIn
let dressId = ''

beforeAll(async () => {
  const picture = await jpegPicture({ width: 300, height: 400 })
  server = await startTestApp(
    {},
    {
      clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
      remoteImages: { fetch: async () => picture, close: async () => undefined },
    },
  )
  await importRows(server.database.maintenance, [
    catalogRow({ name: 'Velvet Dress', celebrity_name: 'Zoe Kravi' }),
  ])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  dressId = rows[0]?.id ?? ''
  admin = await signedIn(server, { admin: true })
  editor = await signedIn(server, { role: 'editor' })
})
afterAll(() => server.close())

let count = 0
let ada = ''
let bea = ''
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  count += 1
  ada = `Ada Number${count}`
  bea = `Bea Number${count}`
})

const visitor = () => callerWith(server, null)
const publish = async (person: string, by = editor) => {
  const id = await startDraft(by, person, dressId)
  return { id, ...(await publishDraft(by, id)) }
}
const find = async (name: string) => {
  const { people } = (await admin.api('GET /api/admin/people', { query: { q: name } })).data
  const person = people.find((one) => one.name === name)
  if (!person) throw new Error(`${name} is not listed`)
  return person
}
const merge = async (from: string, into: string) => {
  const [{ id }, target] = [await find(from), await find(into)]
  await admin.api('POST /api/admin/people/:id/merge', {
    params: { id: String(id) },
    body: { into: target.id },
  })
}
const rename = async (from: string, name: string) => {
  const { id } = await find(from)
  await admin.api('PUT /api/admin/people/:id/name', { params: { id: String(id) }, body: { name } })
}
const setOtherNames = async (of: string, names: string[]) => {
  const { id } = await find(of)
  await admin.api('PUT /api/admin/people/:id/other-names', {
    params: { id: String(id) },
    body: { names },
  })
}
const foundBy = async (q: string) =>
  (await visitor().api('GET /api/search', { query: { q } })).data.celebrities.map(
    ({ name }) => name,
  )
const open = async (name: string) => {
  const reply = await fetch(server.origin + paths.celebrity.href(name), {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  })
  return [reply.status, reply.headers.get('location')]
}
const movedTo = (name: string) => [301, paths.celebrity.href(name)]
const audited = async () =>
  (await admin.api('GET /api/admin/audit', { query: {} })).data.entries.map(
    ({ event, detail }) => `${event}: ${detail}`,
  )

describe('renaming', () => {
  test('keeps addresses, followers, drafts and rules, and is in the audit log', async () => {
    const { id, look } = await publish(ada)
    const fan = await signedIn(server)
    await fan.api('PUT /api/following/:name', { params: { name: ada } })
    await rename(ada, bea)
    expect(await open(ada)).toEqual(movedTo(bea))
    expect((await fan.api('GET /api/following')).data.people).toMatchObject([{ name: bea }])
    expect((await readDraft(editor, id)).content.person).toBe(bea)
    expect((await publishDraft(editor, id)).look).toBe(look)
    expect(await foundBy(bea)).toContain(bea)
    expect(await foundBy(ada)).toContain(bea)
    expect(await audited()).toContain(`person-renamed: ${ada} → ${bea}`)
  })

  test('changes the name of a creator’s page', async () => {
    const creator = await signedIn(server, { role: 'creator', name: ada })
    await creator.api('GET /api/studio')
    await publish(ada, creator)
    await rename(ada, bea)
    const page = (await creator.api('GET /api/my-creator-page')).data
    expect(page).toMatchObject({ displayName: bea })
    expect((await publish(bea, creator)).person).toBe(bea)
  })

  test('refuses names of others, former ones too, and names without letters', async () => {
    await publish(ada)
    await publish(bea)
    await expect(rename(ada, bea.toUpperCase())).rejects.toMatchObject({
      message: STUDIO_ERRORS.namesake(bea.toUpperCase()),
    })
    await rename(bea, `${bea} Two`)
    await expect(rename(ada, bea)).rejects.toMatchObject({ status: 409 })
    await expect(rename(ada, '..')).rejects.toMatchObject({ message: NAME_PROBLEMS.noLetters })
    await rename(`${bea} Two`, bea)
    expect(await open(`${bea} Two`)).toEqual(movedTo(bea))
  })

  test('stays known when the last look is removed and restored', async () => {
    const { look } = await publish(ada)
    await rename(ada, bea)
    const { data } = await admin.api('POST /api/admin/takedowns', {
      body: { address: look, reason: 'It was not licensed.' },
    })
    expect((await open(bea))[0]).toBe(404)
    await admin.api('POST /api/admin/takedowns/:id/restore', {
      params: { id: data.id },
      body: { reason: 'The counter-notice holds.' },
    })
    expect(await open(ada)).toEqual(movedTo(bea))
    expect((await find(bea)).otherNames).toEqual([ada])
  })
})

describe('other names', () => {
  test('lead to the person, in searches and addresses, until they are taken away', async () => {
    await publish(ada)
    const stageName = `マドンナ${count}`
    await setOtherNames(ada, [stageName, stageName.toUpperCase(), ada.toLowerCase()])
    expect((await find(ada)).otherNames).toEqual([stageName])
    expect(await open(stageName)).toEqual(movedTo(ada))
    expect(await foundBy(stageName)).toEqual([ada])
    const query = { q: `${stageName} dress` }
    const { products } = (await visitor().api('GET /api/search/products', { query })).data
    expect(products.map(({ name }) => name)).toContain('Velvet Dress')
    expect((await publish(stageName)).person).toBe(ada)
    await setOtherNames(ada, [])
    expect((await open(stageName))[0]).toBe(404)
    expect(await foundBy(stageName)).toEqual([])
  })

  test('are refused if somebody else has them', async () => {
    await publish(ada)
    await publish(bea)
    await expect(setOtherNames(ada, [bea])).rejects.toMatchObject({ status: 409 })
    expect((await find(ada)).otherNames).toEqual([])
  })
})

describe('merging', () => {
  test('moves looks, followers, rules, clicks, drafts and names, and keeps boards', async () => {
    const first = await publish(ada)
    const second = await publish(bea)
    await setOtherNames(ada, [`Adele ${count}`])
    const [fan, both] = [await signedIn(server), await signedIn(server)]
    for (const [by, name] of [
      [fan, ada],
      [both, ada],
      [both, bea],
    ] as const)
      await by.api('PUT /api/following/:name', { params: { name } })
    for (const [by, person] of [
      [fan, ada],
      [both, ada],
      [both, bea],
    ] as const)
      await by.api('POST /api/alerts', { body: { on: { person }, condition: { kind: 'new' } } })
    const board = (await fan.api('POST /api/boards', { body: { title: 'Autumn' } })).data
    const params = { id: board.id }
    await fan.api('POST /api/boards/:id/items', { params, body: { look: first.look } })
    const rule = {
      kind: 'parameter',
      host: `shop${count}.example.com`,
      name: 'tag',
      value: 'us',
      person: ada,
    } as const
    await admin.api('POST /api/admin/affiliate-rules', { body: rule })
    await server.pool.query(
      `INSERT INTO shop_clicks (day, product_id, look_id, person_id, clicks)
       SELECT current_date, $1, look.id, look.person_id, 3 FROM catalog.looks look WHERE url = $2`,
      [dressId, first.look],
    )

    await merge(ada, bea)

    const person = await find(bea)
    expect(person).toMatchObject({ looks: 2, otherNames: [`Adele ${count}`, ada].toSorted() })
    for (const name of [ada, `Adele ${count}`]) expect(await open(name)).toEqual(movedTo(bea))
    for (const by of [fan, both])
      expect((await by.api('GET /api/following')).data.people).toMatchObject([{ name: bea }])
    for (const by of [fan, both])
      expect((await by.api('GET /api/alerts')).data.alerts).toMatchObject([
        { person: { name: bea } },
      ])
    const { items } = (await fan.api('GET /api/boards/:id', { params })).data
    expect(items).toMatchObject([{ look: { image: first.look, celebrity_name: bea } }])
    const { rules } = (await admin.api('GET /api/admin/affiliate-rules')).data
    expect(rules.map((one) => one.rule)).toContainEqual({ ...rule, person: bea })
    const { rows } = await server.pool.query<{ clicks: number }>(
      'SELECT clicks FROM shop_clicks WHERE person_id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ clicks: 3 }])
    expect((await readDraft(editor, first.id)).content.person).toBe(bea)
    for (const { id, look } of [first, second])
      expect(await publishDraft(editor, id)).toMatchObject({ look, person: bea })
    expect(await audited()).toContain(`person-merged: ${ada} → ${bea}`)
    expect((await server.request(await portraitOf(server, bea))).status).toBe(200)
  })

  test('keeps a look that was removed before', async () => {
    const { look } = await publish(ada)
    await publish(ada)
    await publish(bea)
    const { data } = await admin.api('POST /api/admin/takedowns', {
      body: { address: look, reason: 'It was not licensed.' },
    })
    await merge(ada, bea)
    await admin.api('POST /api/admin/takedowns/:id/restore', {
      params: { id: data.id },
      body: { reason: 'The counter-notice holds.' },
    })
    expect((await find(bea)).looks).toBe(3)
    expect(await open(ada)).toEqual(movedTo(bea))
  })

  test('takes turns when two happen at the same moment', async () => {
    const carl = `Carl Number${count}`
    for (const name of [ada, bea, carl]) await publish(name)
    const [a, b, c] = [await find(ada), await find(bea), await find(carl)]
    const mergeIds = (id: number, into: number) =>
      admin.api('POST /api/admin/people/:id/merge', { params: { id: String(id) }, body: { into } })
    const rivals = await Promise.allSettled([
      mergeIds(a.id, b.id),
      mergeIds(b.id, a.id),
      mergeIds(a.id, c.id),
    ])
    const { people } = (
      await admin.api('GET /api/admin/people', { query: { q: `Number${count}` } })
    ).data
    expect(people.reduce((sum, { looks }) => sum + looks, 0)).toBe(3)
    expect(people).toHaveLength(3 - rivals.filter(({ status }) => status === 'fulfilled').length)
    for (const name of [ada, bea, carl]) expect([200, 301]).toContain((await open(name))[0])
  })

  test('moves a creator’s page, but not onto another one', async () => {
    const creators = [
      await signedIn(server, { role: 'creator', name: ada }),
      await signedIn(server, { role: 'creator', name: bea }),
    ] as const
    for (const [index, by] of creators.entries()) {
      await by.api('GET /api/studio')
      await publish(index === 0 ? ada : bea, by)
    }
    await expect(merge(ada, bea)).rejects.toMatchObject({ message: STUDIO_ERRORS.bothHavePages })
    const celebrity = `Cleo Number${count}`
    await publish(celebrity)
    await merge(ada, celebrity)
    expect((await creators[0].api('GET /api/my-creator-page')).data).toMatchObject({
      displayName: celebrity,
    })
    expect((await publish(celebrity, creators[0])).person).toBe(celebrity)
  })

  test('is refused with the same person, with nobody, and if both have a rule for a shop', async () => {
    await publish(ada)
    await publish(bea)
    await expect(merge(ada, ada)).rejects.toMatchObject({ message: STUDIO_ERRORS.sameMerge })
    const { id } = await find(ada)
    await expect(
      admin.api('POST /api/admin/people/:id/merge', {
        params: { id: String(id) },
        body: { into: 2e9 },
      }),
    ).rejects.toMatchObject({ status: 404 })
    const host = `twice${count}.example.com`
    for (const person of [ada, bea])
      await admin.api('POST /api/admin/affiliate-rules', {
        body: { kind: 'parameter', host, name: 'tag', value: 'us', person },
      })
    await expect(merge(ada, bea)).rejects.toMatchObject({
      message: STUDIO_ERRORS.bothHaveRules([host]),
    })
    expect((await find(ada)).looks).toBe(1)
  })
})

describe('the portrait', () => {
  const choose = async (name: string, look: string) => {
    const { id } = await find(name)
    await admin.api('PUT /api/admin/people/:id/portrait', {
      params: { id: String(id) },
      body: { look },
    })
  }

  test('is cut out of any of their looks, and leaves with that look', async () => {
    const first = await publish(ada)
    const second = await publish(ada)
    const former = await portraitOf(server, ada)
    await choose(ada, second.look)
    const chosen = await portraitOf(server, ada)
    expect(chosen).not.toBe(former)
    expect((await server.request(chosen)).status).toBe(200)
    expect(await server.storage.get(former.slice('/media/'.length))).toBeNull()
    await withdrawDraft(editor, second.id)
    expect(await server.storage.get(chosen.slice('/media/'.length))).toBeNull()
    await choose(ada, first.look)
    expect((await server.request(await portraitOf(server, ada))).status).toBe(200)
  })

  test('is not cut out of a look of somebody else', async () => {
    await publish(ada)
    const { look } = await publish(bea)
    await expect(choose(ada, look)).rejects.toMatchObject({
      message: STUDIO_ERRORS.notTheirLook,
    })
  })
})

test('lists people by any part of any name, also those who lost their looks, page by page', async () => {
  const { id } = await publish(ada)
  const fan = await signedIn(server)
  await fan.api('PUT /api/following/:name', { params: { name: ada } })
  await withdrawDraft(editor, id)
  expect(await find(ada)).toMatchObject({ looks: 0, products: 0 })
  await expect(
    admin.api('GET /api/admin/people', { query: { after: 'nonsense' } }),
  ).rejects.toMatchObject({ status: 400 })
})
