import { buildCelebritySearchHref, paths } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'

test(
  'the active tab is kept in browser history state @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const creators = await facts.celebrities('creator')
    await page.goto('/all-celebrities')
    const list = page.getByRole('tabpanel').getByRole('list')
    await expect(page.getByRole('tab', { name: 'All Styles' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.getByRole('tab', { name: 'Creator Styles' }).click()
    await expect(list.getByRole('link').first()).toHaveText(creators[0]?.name ?? '')
    expect(await page.evaluate(() => (history.state as { usr: unknown }).usr)).toBe('creator')
    await page.getByRole('tab', { name: 'Celebrity Styles' }).click()
    expect(await page.evaluate(() => (history.state as { usr: unknown }).usr)).toBe('celebrity')

    await list.getByRole('link').first().click()
    await expect(page).toHaveURL(/celebrity-search-result/)
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Celebrity Styles' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  },
)

test(
  'outside select mode, clicking one celebrity goes to the search result for that name @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const [first] = await facts.celebrities()
    const name = first?.name ?? ''
    await page.goto('/all-celebrities')
    const link = page.getByRole('link', { name, exact: true })
    await link.click()
    await expect(page).toHaveURL(buildCelebritySearchHref([name]))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Images found for ${name}`)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Select' })).toBeVisible()
    await link.click()
    await expect(page).toHaveURL(buildCelebritySearchHref([name]))
  },
)

test('Select enables multi-select with Clear All and Search Products', async ({ page, facts }) => {
  const names = (await facts.celebrities()).slice(0, 2).map(({ name }) => name)
  await page.goto('/all-celebrities')
  await expect(page.getByRole('button', { name: 'Search Products' })).toBeHidden()
  await page.getByRole('button', { name: 'Select' }).click()

  // At least one selected celebrity, otherwise nothing happens.
  const search = page.getByRole('button', { name: 'Search Products' })
  await expect(search).toBeDisabled()
  await search.click({ force: true })
  await expect(page).toHaveURL('/all-celebrities')

  for (const name of names) await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Search Products' }).click()
  await expect(page).toHaveURL(buildCelebritySearchHref(names))
})

test(
  'Clear All empties the selection, Cancel also ends selecting @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const [first] = await facts.celebrities()
    await page.goto('/all-celebrities')
    await page.getByRole('button', { name: 'Select' }).click()
    const choice = page.getByRole('button', { name: first?.name ?? '', exact: true })
    await choice.click()
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Clear All' }).click()
    await expect(choice).toHaveAttribute('aria-pressed', 'false')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Clear All' })).toBeHidden()
    await expect(page.getByRole('link', { name: first?.name ?? '', exact: true })).toBeVisible()
  },
)

test('the products of a person begin within the first screen', async ({ page, facts }) => {
  const [celebrity] = (await facts.home()).celebrities
  await page.goto(paths.celebrity.href(celebrity?.name ?? ''))
  await expect(page.getByRole('article').first().locator('img')).toBeInViewport({ ratio: 0.5 })
})
