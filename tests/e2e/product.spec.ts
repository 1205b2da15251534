import type { Page } from '@playwright/test'
import { parsePrice } from '#shared/domain/price.ts'
import { paths } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'

const LIST = '/search-result?q=polo shirt'
const NAME = 'White Striped Polo Shirt'
const cardOf = (page: Page) => page.getByRole('article').filter({ hasText: NAME })

test('a card opens its product over the list on a desktop, as a page on a phone', async ({
  page,
  isPhone,
}) => {
  await page.goto(LIST)
  await expect(cardOf(page).getByRole('link', { name: /Second Look/ })).toBeVisible()
  await cardOf(page).getByRole('link', { name: NAME, exact: true }).click()
  await expect(page).toHaveURL(/\/product\/\d+\/white-striped-polo-shirt$/)
  await expect(page).toHaveTitle(new RegExp(NAME))
  const dialog = page.getByRole('dialog', { name: NAME })
  await expect(page.getByRole('heading', { name: NAME, level: isPhone ? 1 : 2 })).toBeVisible()
  await expect(dialog).toHaveCount(isPhone ? 0 : 1)
  const shown = isPhone ? page.getByRole('main') : dialog
  await expect(shown.getByText('€16').first()).toBeVisible()
  await expect(shown.getByText('Second-hand · Sizes: M')).toBeVisible()
  await expect(shown.getByRole('link', { name: 'View at Second Look' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/search-result/)
  await expect(dialog).toHaveCount(0)
})

test('the quick view returns to the list as it was, and is a page after a reload', async ({
  page,
  isPhone,
}) => {
  test.skip(isPhone, 'phones open the page')
  await page.goto('/celebrity-search-result?celebrities=feed')
  await page.goto(LIST)
  const link = cardOf(page).getByRole('link', { name: NAME, exact: true })
  await link.focus()
  const scrolled = await page.evaluate(() => window.scrollY)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: NAME })
  await expect(dialog).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/search-result\?q=polo/)
  await expect(page).toHaveTitle(/polo shirt/)
  await expect(link).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Save / }).click()
  await expect(page.getByRole('dialog', { name: /log in/i })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Full details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME)
  await page.goBack()
  await expect(page).toHaveURL(/search-result\?q=polo/)

  await link.click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME)
  await expect(page.getByRole('definition').filter({ hasText: 'cotton' })).toBeVisible()
  await expect(page.getByText('Grigorev and contributors (CC0)')).toBeVisible()
  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'View at Second Look' }).click(),
  ])
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Second Look')
  await expect(shop.getByText('nothing is for sale here')).toBeVisible()
  await expect(shop.getByText('€16').first()).toBeVisible()
  await shop.getByRole('link', { name: 'Back to the product' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(NAME)
})

test('a product shows who wears it, and a shop link is one step away on every card', async ({
  page,
  facts,
}) => {
  const { images } = await facts.images('feed')
  const image = images[0]?.image ?? ''
  await page.goto(paths.celebrityImage.href(image))
  const card = page.getByRole('article').first()
  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    card.getByRole('link', { name: /opens in a new tab/ }).click(),
  ])
  await shop.close()
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  const worn = page.getByRole('region', { name: 'Who wears it' }).getByRole('link')
  await expect(worn.first()).toHaveAttribute('href', /\/celebrity-image\//)
})

test('a product that is no longer sold says so and shows the nearest in stock', async ({
  page,
  isPhone,
}) => {
  const checkedAt = new Date(Date.now() - 3 * 60 * 60_000).toISOString()
  await page.route(/\/api\/product\/\d+$/, async (route) => {
    const reply = await route.fetch()
    const { data, ...rest } = (await reply.json()) as { data: { card: object; offers: object[] } }
    const isThis = JSON.stringify(data.card).includes(NAME)
    const offers = data.offers.map((offer) => ({ ...offer, availability: 'removed', checkedAt }))
    await route.fulfill({ json: { ...rest, data: isThis ? { ...data, offers } : data } })
  })
  await page.goto(LIST)
  await cardOf(page).getByRole('link', { name: NAME, exact: true }).click()
  await expect(page.getByText('No longer sold here', { exact: true })).toBeVisible()
  // Each shop's offer says when it was checked.
  await expect(page.getByText(/checked 3 h ago/).first()).toBeVisible()
  const nearest = page.getByRole('complementary', { name: 'Closest in stock' })
  if (!isPhone) await page.getByRole('link', { name: 'Full details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME)
  await expect(nearest.getByRole('link')).toBeVisible()
  const similar = page.getByRole('region', { name: /^(Similar|Closest we have)$/ })
  await expect(similar.first()).toBeVisible()
  expect(await similar.getByRole('article').count()).toBeGreaterThanOrEqual(6)
  await expect(page.getByRole('region', { name: /for less/ })).toHaveCount(0)

  await nearest.getByRole('link').click()
  await expect(page).not.toHaveURL(/white-striped-polo-shirt/)
  // The product that was opened last may still be loading.
  await page.unrouteAll({ behavior: 'wait' })
})

test('what is similar and costs less is not listed twice', async ({ page, facts }) => {
  const { products } = await facts.products('feed')
  const amountOf = ({ price }: { price: string | null }) => parsePrice(price)?.amount ?? 0
  const [priciest] = products.toSorted((a, b) => amountOf(b) - amountOf(a))
  await page.goto(paths.product.href(priciest?.id ?? '', '', 'cheaper'))
  const similar = page.getByRole('region', { name: /^(Similar|Closest)/ }).getByRole('article')
  await expect(page.getByRole('region', { name: /for less/ }).first()).toBeVisible()
  const links = await similar
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.length).toBeGreaterThan(6)
  expect(new Set(links).size).toBe(links.length)
})

test('a product that does not exist says so @long', async ({ page }) => {
  await page.goto('/product/999999999')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(
    (await page.request.get('/product/999999999', { headers: { accept: 'text/html' } })).status(),
  ).toBe(404)
})
