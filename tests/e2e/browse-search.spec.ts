import { buildCelebritySearchHref } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'

test(
  '/ opens the search field; arrow keys choose, Enter opens @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const [celebrity] = await facts.celebrities()
    const name = celebrity?.name ?? ''
    await page.goto('/')
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search celebrities and products' })
    await expect(field).toBeFocused()
    await field.fill(name)
    const option = page.getByRole('option', { name }).first()
    await expect(option).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(buildCelebritySearchHref([name]))
    await expect(page.getByRole('dialog')).toBeHidden()
  },
)

test('a suggestion opens its look with the card of the product in view and highlighted', async ({
  page,
  facts,
}) => {
  const [celebrity] = await facts.celebrities()
  const { products } = await facts.products(celebrity?.name ?? '')
  const name = products.at(-1)?.name ?? ''
  expect(name).not.toBe('')
  await page.goto('/')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /^Search/ }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await expect(page).toHaveURL(/\/celebrity-image\//)
  const card = page.getByRole('article').filter({ hasText: name.slice(0, 20) })
  await expect(card.first()).toBeInViewport()
  await expect(card.first()).toHaveClass(/lit/)
  await expect(page.getByRole('button', { name, exact: true })).toHaveClass(/lit/)
})

test('Back closes the search field or menu, and a place opened from one replaces it', async ({
  page,
  hasTouch,
}) => {
  await page.goto('/all-celebrities')
  const dialog = page.getByRole('dialog')
  if (hasTouch) {
    await page.getByRole('button', { name: 'Menu' }).tap()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/all-celebrities')
    await page.getByRole('button', { name: 'Menu' }).tap()
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Contact Us' }).first().click()
  await expect(page).toHaveURL('/contact-us')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /^Search/ }).fill('coat')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/contact-us')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /^Search/ }).fill('coat')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search-result?q=coat')
  await page.goBack()
  await expect(page).toHaveURL('/contact-us')
  await page.goBack()
  await expect(page).toHaveURL('/all-celebrities')
})

test('a search without results says so @long', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: /^Search/ }).fill('qqqzzzxxx')
  await expect(page.getByText('No results for “qqqzzzxxx”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})
