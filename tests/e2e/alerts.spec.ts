import { randomUUID } from 'node:crypto'
import { findAxeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { readCatalogFacts } from '#tests/support/catalog-facts.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'

const PATIENCE_MS = 180_000

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'a visitor sets an alert with an address alone, confirms it and deletes it',
  {
    tag: '@any-width',
  },
  async ({ page, resetLimits }) => {
    test.setTimeout(PATIENCE_MS)
    await resetLimits()
    const [product] = (await readCatalogFacts(page.request).products('feed')).products
    await page.goto(`/product/${product?.id}`)
    const email = `${randomUUID()}@example.com`
    await page.getByRole('button', { name: 'Set an alert' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Set an alert' })
    await dialog.getByLabel('Tell me when').selectOption('The price falls by …')
    await dialog.getByLabel('By at least').selectOption('30%')
    await dialog.getByLabel('Your email').fill(email)
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Set alert' }).click()
    await expect(dialog.getByText('Check your email and confirm the alert there.')).toBeVisible()

    const mails = await (await page.request.get(LOCAL_MAIL_PATH)).text()
    const [, link = ''] =
      new RegExp(`To ${email}.*?href="([^"]+/alerts#[^"]+)"`, 's').exec(mails) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm alert' }).click()
    const alert = page.getByRole('listitem').filter({ hasText: 'Costs at least 30% less than' })
    await expect(alert).toBeVisible()
    await expect(page).toHaveURL('/alerts')
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await alert.getByRole('button', { name: /^Delete the alert on/ }).click()
    await expect(page.getByText('No alerts yet')).toBeVisible()
  },
)

test(
  'a signed-in user saves a search and finds it in the list @long',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login()
    await page.goto('/search-result?q=dress&colour=black')
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByRole('button', { name: 'Save search' }).click()
    await expect(page.getByText('Alert set')).toBeVisible()
    await page.goto('/alerts')
    await page.getByRole('link', { name: '“dress” · black' }).click()
    await expect(page).toHaveURL(/\/search-result\?.*q=dress/)
  },
)
