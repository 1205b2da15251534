import { SCOPE_TEXT } from '#shared/key-messages.ts'
import { randomUUID } from 'node:crypto'
import { findAxeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { READ_SCOPE } from '#shared/contract/permissions.ts'
import { foldName } from '#shared/domain/person-name.ts'
import { paths } from '#shared/paths.ts'
import { buildFeedPath } from '#shared/syndication.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'

const PATIENCE_MS = 240_000

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'a user creates an API key, which works once it is copied, and revokes it',
  { tag: '@any-width' },
  async ({ page, request, login }) => {
    test.setTimeout(PATIENCE_MS)
    const person = await login()
    // A dialog that closes goes back in the history, which takes a while; the next must stay open.
    await page.addInitScript(() => {
      const back = history.back.bind(history)
      history.back = () => void setTimeout(back, 200)
      addEventListener('popstate', () => document.documentElement.setAttribute('data-back', ''))
    })
    await page.goto('/account-settings')
    await page.getByRole('button', { name: 'Create an API key' }).click()
    const form = page.getByRole('dialog', { name: 'Create an API key' })
    await form.getByLabel('Name').fill('Script')
    await form.getByLabel('Read and change your favorites, products and scans').check()
    await form.getByLabel('Expires after').selectOption('1 year')
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await form.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new API key' })
    await page.locator('html[data-back]').waitFor({ state: 'attached' })
    await expect(shown).toBeVisible()
    const key = await shown.getByRole('textbox', { name: 'API key' }).inputValue()
    const headers = { authorization: `Bearer ${key}` }
    const session = await request.get('/api/session', { headers })
    expect(await session.json()).toMatchObject({ data: { user: { uid: person.uid } } })
    await shown.getByRole('button', { name: 'Done' }).click()

    const keys = page.getByRole('list', { name: 'API keys' })
    await expect(keys).toContainText('Read and change your favorites, products and scans')
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await keys.getByRole('button', { name: 'Revoke Script' }).click()
    // The list is hidden as soon as the question is asked.
    const revoked = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Revoke key' }).click()
    expect((await revoked).status()).toBe(200)
    await expect(page.getByRole('button', { name: 'Create an API key' })).toBeVisible()
    await expect(keys).toBeHidden()
    expect((await request.get('/api/session', { headers })).status()).toBe(401)
  },
)

test(
  'an administrator adds a webhook, sees what it was sent and removes it @long',
  { tag: '@any-width' },
  async ({ page, login }) => {
    test.setTimeout(PATIENCE_MS)
    await login({ admin: true })
    await page.goto('/admin#integrations')
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    // A name, so that it can be added; where it leads is refused when it is asked.
    const url = 'https://localhost/hook'
    await form.getByLabel('Address').fill(url)
    await form.getByLabel('A notice about content is received').check()
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await form.getByRole('button', { name: 'Add webhook' }).click()
    const shown = page.getByRole('dialog', { name: 'Webhook added' })
    await expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
    await shown.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: `Test ${url}` }).click()
    const deliveries = page.getByRole('list', { name: 'Deliveries' })
    await expect(async () => {
      await page.reload()
      await expect(deliveries).toContainText('localhost is not a public host', { timeout: 5_000 })
    }).toPass()
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await page.getByRole('button', { name: `Remove ${url}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(url)).toHaveCount(0)
  },
)

test(
  'a program reads people, looks and shows with a key that changes nothing',
  { tag: '@long-on-phones' },
  async ({ page, request, login, database }) => {
    test.setTimeout(PATIENCE_MS)
    const id = randomUUID().slice(0, 8)
    const names = [`Zoë ${id}`, `楊紫 ${id}`, `Ирина ${id}`, `فيروز ${id}`]
    const pictureOf = (person: string) =>
      `https://pictures.example.com/${encodeURIComponent(person)}.jpg`
    await importRows(
      database.maintenance,
      names.map((person) =>
        catalogRow({
          celebrity_name: person,
          celebrity_image: pictureOf(person),
          name: `Coat ${id}`,
        }),
      ),
    )
    const show = `Łódź Nights ${id}`
    await database.pool.query(
      `WITH added AS (INSERT INTO catalog.topics (kind, name, name_key) VALUES ('show', $1, $2)
        RETURNING id)
      UPDATE catalog.looks SET topics = ARRAY[(SELECT id FROM added)], season = 1
      WHERE url = ANY ($3)`,
      [show, foldName(show), names.map(pictureOf)],
    )

    await login()
    await page.goto(paths.accountSettings.href())
    await page.getByRole('button', { name: 'Create an API key' }).click()
    const form = page.getByRole('dialog', { name: 'Create an API key' })
    await form.getByLabel('Name').fill('Lesegerät 読者')
    await form.getByLabel(SCOPE_TEXT[READ_SCOPE]).check()
    await form.getByRole('button', { name: 'Create key' }).click()
    const key = await page
      .getByRole('dialog', { name: 'Your new API key' })
      .getByRole('textbox', { name: 'API key' })
      .inputValue()
    const headers = {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
    }

    const callTool = async (name: string, input: object) => {
      const reply = await request.post('/api/mcp', {
        headers,
        data: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: input },
        },
      })
      const text = (await reply.text()).replace(/^[\s\S]*?data: /, '')
      return JSON.stringify((JSON.parse(text) as { result: object }).result)
    }
    for (const person of names) {
      expect(await callTool('find_people', { query: person })).toContain(person)
      expect(await callTool('list_looks', { person })).toContain(show)
    }
    expect(await callTool('find_shows', { query: `lodz nights ${id}` })).toContain(show)
    const looks = await callTool('list_looks', { show, limit: 10 })
    for (const person of names) expect(looks).toContain(person)

    const refused = await request.post('/api/boards', { headers, data: { title: 'Not mine' } })
    expect(refused.status()).toBe(403)
    const feed = await request.get(buildFeedPath('json', { kind: 'show', name: show }))
    for (const person of names) expect(await feed.text()).toContain(person)
    const oembed = await request.get('/oembed', {
      params: { url: new URL(paths.show.href(show), page.url()).href },
    })
    expect(await oembed.json()).toMatchObject({ type: 'rich', title: show })
  },
)
