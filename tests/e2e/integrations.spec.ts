import { findAxeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'

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
