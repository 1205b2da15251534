import { findAxeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { isLongRun } from '#tests/support/length.ts'

const PATIENCE_MS = 180_000

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

const title = 'axe-core finds no violation in either theme on the screens of an account'
test(title, { tag: '@any-width' }, async ({ page, login, invited }) => {
  test.setTimeout(PATIENCE_MS)
  const check = async (path: string, heading: string | RegExp, then = () => Promise.resolve()) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await then()
    expect(await findAxeViolationsAtBothWidths(page), path).toEqual([])
  }
  await check('/login', 'Welcome Back')
  await login({ name: 'Greta Holm' })
  if (isLongRun) await check('/invitation', 'Invitation Code')
  await check('/profile', 'Greta Holm')
  await check('/account-settings', 'Account Settings')
  await invited({ name: 'Greta Holm' })
  await page.route('**/api/product-from-link', (route) =>
    route.fulfill({
      json: {
        success: true,
        message: '',
        data: { title: 'Coat', price: '80', currency: 'EUR', category: null, picture: null },
      },
    }),
  )
  await check('/add-product-manual', /.+/, async () => {
    await page.getByLabel('Website').fill('https://shop.example.com/coat')
    await page.getByRole('button', { name: 'Fill in the form from this link' }).click()
    await expect(page.getByText('Filled in from the shop')).toBeVisible()
  })
  if (isLongRun) await check('/profile#my-scans', 'Greta Holm')
  await check('/add-product-photo', /.+/)
})
