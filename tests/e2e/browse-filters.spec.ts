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

test('the filter panel counts what a choice leaves, by keyboard and touch, on a person’s page', async ({
  page,
  facts,
}) => {
  const [celebrity] = await facts.celebrities()
  await page.goto(`/celebrity/${encodeURIComponent(celebrity?.name ?? '')}`)
  const open = page.getByRole('button', { name: 'Filter', exact: true })
  await open.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filter' })
  const option = panel.getByRole('group', { name: 'Kind' }).getByRole('listitem').first()
  const choice = option.getByRole('checkbox')
  await expect(choice).toBeVisible()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(choice).toBeChecked()
  const count = productTotal(await option.textContent())
  const show = panel.getByRole('button', { name: new RegExp(`^Show ${count} products?$`) })
  await show.click()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/celebrity\/[^?]+\?kind=/)
  await expect(page.getByText(new RegExp(`^${count} products?$`)).last()).toBeVisible()
})
