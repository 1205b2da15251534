import { paths } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'

test('a card opens the page of its product, and its shop is one step away', async ({ page }) => {
  await page.goto('/search-result?q=polo shirt')
  const card = page.getByRole('article').filter({ hasText: 'White Striped Polo Shirt' })
  await expect(card.getByRole('link', { name: /second-look/ })).toBeVisible()
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\/\d+\/white-striped-polo-shirt$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('White Striped Polo Shirt')
  await expect(page.getByText('€16')).toBeVisible()
  await expect(page.getByText('Second-hand · Sizes: M')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'cotton' })).toBeVisible()
  await expect(page.getByText('Grigorev and contributors (CC0)')).toBeVisible()

  const [shop] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'View at Second Look' }).click(),
  ])
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Second Look')
  await expect(shop.getByText('nothing is for sale here')).toBeVisible()
})

test('the page shows who wears it, and saves it when somebody signs in', async ({
  page,
  facts,
}) => {
  const { images } = await facts.images('feed')
  const image = images[0]?.image ?? ''
  await page.goto(paths.celebrityImage.href(image))
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  const worn = page.getByRole('region', { name: 'Who wears it' }).getByRole('link')
  await expect(worn.first()).toHaveAttribute('href', /\/celebrity-image\//)
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a product that does not exist says so', async ({ page }) => {
  await page.goto('/product/999999999')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(
    (await page.request.get('/product/999999999', { headers: { accept: 'text/html' } })).status(),
  ).toBe(404)
})
