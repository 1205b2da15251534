import { FIND_TITLE, RESULTS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'

const productTotal = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0] ?? -1)

test(
  'what the words ask for is shown as chips that can be removed',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/search-result?q=black+pants')
    const total = page.getByText(/^\d+ products?$/)
    const before = productTotal(await total.textContent())
    await expect(page.getByRole('button', { name: 'Remove filter Trousers' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter Black' }).click()
    await expect(page).toHaveURL(/without=colour%3Ablack/)
    await expect(page.getByRole('button', { name: 'Remove filter Black' })).toBeHidden()
    await expect.poll(async () => productTotal(await total.textContent())).toBeGreaterThan(before)
    await page.getByLabel('Sort by').selectOption('price')
    await expect(page).toHaveURL(/sort=price/)
    await page.reload()
    await expect(page.getByLabel('Sort by')).toHaveValue('price')
    await expect(page.getByRole('list', { name: 'Products found' })).toBeVisible()
  },
)

test('a filter counts what it leaves: in a column, or on a phone in a panel', async ({
  page,
  facts,
  isPhone,
}) => {
  const [celebrity] = await facts.celebrities()
  await page.goto(`/celebrity/${encodeURIComponent(celebrity?.name ?? '')}`)
  if (isPhone) {
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  const panel = isPhone
    ? page.getByRole('dialog', { name: 'Filter' })
    : page.getByRole('complementary', { name: 'Filters' })
  const option = panel.getByRole('group', { name: 'Kind' }).getByRole('listitem').first()
  const choice = option.getByRole('checkbox')
  await expect(choice).toBeVisible()
  if (!isPhone) {
    const { width = 0 } = (await panel.boundingBox()) ?? {}
    expect(width).toBeGreaterThanOrEqual(280)
    expect(width).toBeLessThanOrEqual(320)
  }
  const count = productTotal(await option.textContent())
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(choice).toBeChecked()
  if (isPhone) {
    await panel.getByRole('button', { name: new RegExp(`^Show ${count} products?$`) }).click()
    await expect(panel).toBeHidden()
  }
  await expect(page).toHaveURL(/\/celebrity\/[^?]+\?kind=/)
  await expect(page.getByText(new RegExp(`^${count} products?$`)).last()).toBeVisible()
})

test('on a phone the first picture of a list stands within 200 px @long-on-desktops', async ({
  page,
  facts,
  isPhone,
}) => {
  test.skip(!isPhone, 'phones only')
  const [celebrity] = await facts.celebrities()
  const name = celebrity?.name ?? ''
  for (const address of [
    '/search-result?q=black+pants',
    paths.celebrity.href(name),
    paths.searchResult.href([name]),
  ]) {
    await page.goto(address)
    const picture = page.getByRole('article').first().locator('img')
    await expect(picture).toBeVisible()
    // A picture that a busy server refused is replaced by a new element, which has no box at first.
    await expect
      .poll(async () => (await picture.boundingBox())?.y ?? Infinity, { message: address })
      .toBeLessThanOrEqual(200)
  }
})

test(
  'a search without results leads on, with nothing dead beside it',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/search-result?q=qqqzzzxxx')
    await expect(page.getByText(RESULTS_TEXT.empty)).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: FIND_TITLE })).toHaveAttribute('href', '/find')
    await expect(main.getByRole('link', { name: /^eBay/ })).toHaveAttribute('href', /qqqzzzxxx/)
    await expect(main.getByLabel('Sort by')).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Filter', exact: true })).toHaveCount(0)
  },
)

test(
  'the shop’s own price comes first, beside it the chosen currency, which is remembered',
  { tag: '@long-on-phones' },
  async ({ page, isPhone }) => {
    await page.goto('/search-result?q=polo+shirt')
    const card = page.getByRole('article').filter({ hasText: 'White Striped Polo Shirt' })
    // The browser's language is American English, and the shop sells in euros.
    await expect(card).toContainText(/€16(\.00)? about \$\d+/)
    if (isPhone) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByLabel('Currency').filter({ visible: true }).selectOption('GBP')
    if (isPhone) await page.keyboard.press('Escape')
    await expect(card).toContainText(/€16(\.00)? about £\d+/)
    await page.reload()
    await expect(card).toContainText(/€16(\.00)? about £\d+/)
    if (isPhone) return
    const counts = page.waitForRequest(/api\/search\/counts.*currency=GBP/)
    await page.reload()
    await counts
  },
)
