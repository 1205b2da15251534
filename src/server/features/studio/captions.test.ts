import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
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
  server = await startTestApp()
  await importRows(server.database.maintenance, [catalogRow({ name: 'Velvet Dress' })])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  dressId = rows[0]?.id ?? ''
  editor = await signedIn(server, { role: 'editor' })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const shown = async (url: string) =>
  (await callerWith(server, null).api('GET /api/image', { query: { url } })).data.image
const textOf = async (path: string) => (await server.request(path)).text()

test('a caption and what was got for a look are on its page, in feeds and in embeds', async () => {
  const id = await startDraft(editor, 'Cäcilie Caption', dressId)
  const caption = 'Первый снег ❄️\nhttps://blog.example/снег?a=1&b=2 <script>alert(1)</script>'
  await changeDraft(editor, id, { caption, disclosures: ['gifted', 'paid'] })
  const { data } = await editor.api('GET /api/studio/drafts/:id/preview', { params: { id } })
  const { look } = await publishDraft(editor, id)
  for (const image of [data.image, await shown(look)])
    expect(image).toMatchObject({ caption, disclosures: ['gifted', 'paid'] })

  const tilesOf = async () => {
    const query = { celebrities: 'Cäcilie Caption' }
    const { images } = (await callerWith(server, null).api('GET /api/images', { query })).data
    const { looks } = (
      await callerWith(server, null).api('GET /api/people/:name', {
        params: { name: 'Cäcilie Caption' },
      })
    ).data
    return [...images, ...looks]
  }
  for (const tile of await tilesOf()) expect(tile.disclosures).toEqual(['gifted', 'paid'])

  const feed = JSON.parse(
    await textOf(buildFeedPath('json', { kind: 'person', name: 'Cäcilie Caption' })),
  ) as { items: { content_html: string }[] }
  for (const html of [
    feed.items[0]?.content_html ?? '',
    await textOf(buildEmbedPath('look', btoa(look))),
  ]) {
    expect(html).toContain('<strong>Gifted, Paid partnership</strong>')
    expect(html).toContain('Первый снег ❄️<br>')
    expect(html).toContain('href="https://blog.example/снег?a=1&amp;b=2"')
    expect(html).not.toContain('<script>alert')
  }

  await withdrawDraft(editor, id)
  await changeDraft(editor, id, { caption: '', disclosures: [] })
  expect((await publishDraft(editor, id)).look).toBe(look)
  const changed = await shown(look)
  expect(changed).not.toHaveProperty('caption')
  expect(changed).not.toHaveProperty('disclosures')
  for (const tile of await tilesOf()) expect(tile).not.toHaveProperty('disclosures')
})

test('a draft of an earlier version has neither, and counts as unchanged', async () => {
  const id = await startDraft(editor, 'Eda Earlier', dressId)
  await publishDraft(editor, id)
  await server.pool.query(
    `UPDATE drafts SET content = content - 'caption' - 'disclosures',
      published_content = published_content - 'caption' - 'disclosures' WHERE id = $1`,
    [id],
  )
  const { content, published } = await readDraft(editor, id)
  expect(content).toMatchObject({ caption: '', disclosures: [] })
  expect(published).toEqual(content)
})
