import { randomUUID } from 'node:crypto'
import { findAxeViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'a visitor reports a product, and an administrator decides the notice',
  { tag: '@long-on-phones' },
  async ({ page, login, database }) => {
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM catalog.products ORDER BY id LIMIT 1',
    )
    await page.goto(`/product/${rows[0]?.id}`)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await expect(page.getByLabel(/Address of the page/)).toHaveValue(/\/product\/\d+/)
    await page.getByLabel('What is wrong with it?').selectOption('privacy')
    const explanation = `It shows me without my consent. ${randomUUID()}`
    await page.getByLabel('Explain why it is illegal').fill(explanation)
    await page.getByLabel('Your name').fill('Rita Reporter')
    await page.getByLabel('Your email').fill(`rita.${randomUUID()}@example.com`)
    await page.getByRole('checkbox').check()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send notice' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you for your notice' })).toBeVisible()
    const reference =
      (await page
        .getByText(/Its reference is/)
        .locator('strong')
        .textContent()) ?? ''

    await login({ name: 'Ada Admin', admin: true })
    await page.goto('/admin#takedown')
    await page.getByRole('button', { name: reference }).click()
    await expect(page.getByText(explanation)).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Reason for leaving the content as it is').fill('It shows a dress.')
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(page.getByRole('button', { name: reference })).toBeHidden()
    await page.getByRole('combobox', { name: 'Notices' }).selectOption('declined')
    await expect(page.getByRole('button', { name: reference })).toBeVisible()
  },
)
