import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { holdRoute } from '#tests/support/held-route.ts'

/** A page with hearts: the products of the first home celebrity. */
const openProducts = async (page: Page) => {
  const { data } = (await (await page.request.get('/api/home')).json()) as {
    data: { celebrities: { name: string }[] }
  }
  await page.goto(`/celebrity/${encodeURIComponent(data.celebrities[0]?.name ?? '')}`)
  return page.getByRole('button', { name: /^Save / })
}
const savedLink = (page: Page) => page.getByRole('link', { name: /^Saved products/ })

test('a heart saves and unsaves, and the header counts', async ({ page, login }) => {
  await login()
  const hearts = await openProducts(page)
  const heart = hearts.first()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(savedLink(page)).toContainText('1')
  await expect(heart).toBeEnabled()

  await savedLink(page).click()
  await expect(page).toHaveURL('/profile#saved-products')
  await expect(page.getByRole('tab', { name: 'Saved Products (1)' })).toBeVisible()
  await page.getByRole('button', { name: /^Save / }).click()
  await expect(page.getByText('No products saved')).toBeVisible()
  await expect(savedLink(page)).toContainText('0')
})

test('the heart is shown at once, is disabled while its call runs, and reverts on error @long', async ({
  page,
  login,
}) => {
  await login()
  const heart = (await openProducts(page)).first()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  const fail = await holdRoute(page, '**/api/favorites', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, message: 'Your list is full', data: null }),
    }),
  )
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toBeDisabled()
  await expect(savedLink(page)).toContainText('1')
  fail()
  await expect(heart).toBeEnabled()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect(savedLink(page)).toContainText('0')
  await expect(page.getByRole('alert')).toContainText('Your list is full')
})

test('with an expired session the heart asks to log in, then completes the change', async ({
  page,
  context,
  login,
}) => {
  await login()
  const heart = (await openProducts(page)).first()
  const label = (await heart.getAttribute('aria-label')) ?? ''
  await expect(savedLink(page)).toContainText('0')
  await context.clearCookies()
  await heart.click()
  const overlay = page.getByRole('dialog', { name: 'Please log in to save products.' })
  await expect(overlay).toBeVisible()
  await expect(page.getByText('User not authenticated')).toBeHidden()
  await login()
  await page.reload()
  await expect(savedLink(page)).toContainText('1')
  await savedLink(page).click()
  await expect(page.getByRole('button', { name: label, exact: true })).toBeVisible()
})

test('a heart pressed while the session is checked waits for it @long', async ({ page, login }) => {
  await login()
  const answer = await holdRoute(page, '**/api/session', (route) => route.continue())
  const heart = (await openProducts(page)).first()
  await heart.click()
  answer()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(savedLink(page)).toContainText('1')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('closing the overlay drops the pending favorite @long', async ({ page, login }) => {
  const heart = (await openProducts(page)).first()
  await heart.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await login()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible()
  await expect(savedLink(page)).toContainText('0')
})

test('both lists are live across two browsers @long', async ({
  page,
  browser,
  invited,
  loginElsewhere,
  baseURL,
}) => {
  const person = await invited()
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  await loginElsewhere(person, elsewhere)
  const other = await elsewhere.newPage()
  await other.goto('/profile#saved-products')
  await expect(other.getByText('No products saved')).toBeVisible()

  const heart = (await openProducts(page)).first()
  await heart.click()
  await expect(other.getByRole('tab', { name: 'Saved Products (1)' })).toBeVisible()
  await other.getByRole('button', { name: /^Save / }).click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')

  const reply = await page.request.post('/save-detection.php', {
    data: {
      firebase_uid: person.uid,
      detection_data: { name: 'Found coat', detection_id: 'lens_1', type: 'my_product' },
    },
    headers: { origin: baseURL ?? '' },
  })
  expect(reply.ok()).toBe(true)
  await expect(other.getByRole('tab', { name: 'My Products(1)' })).toBeVisible()
  await elsewhere.close()
})

test('signed out, the heart in the header asks to log in and leads to the saved products', async ({
  page,
}) => {
  await page.goto('/contact-us')
  await savedLink(page).click()
  const overlay = page.getByRole('dialog', { name: 'Please log in to save products.' })
  await expect(overlay).toContainText('kept here')
  await expect(page).toHaveURL('/contact-us')
  await overlay.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cleo Hart' }).click()
  await expect(page).toHaveURL('/profile#saved-products')
  await expect(page.getByText('Signed in as Cleo Hart')).toBeVisible()
})
