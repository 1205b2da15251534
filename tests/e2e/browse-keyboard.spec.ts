import type { Locator, Page } from '@playwright/test'
import { buildCelebritySearchHref } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'

/** Presses Tab until the element has focus, like a keyboard user. */
const tabTo = async (page: Page, target: Locator, presses = 60) => {
  for (let press = 0; press < presses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test(
  'from Home to a product, with the keyboard alone',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const [first] = (await facts.home()).celebrities
    const name = first?.name ?? ''
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')

    await tabTo(page, page.getByRole('button', { name, exact: true }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('link', { name: 'Search Products (1)' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(buildCelebritySearchHref([name]))

    const tile = page.getByRole('list', { name: 'Images' }).getByRole('link').first()
    await expect(tile).toBeVisible()
    await tabTo(page, tile)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/celebrity-image/)

    const dot = page
      .getByRole('list', { name: 'Products in this picture' })
      .getByRole('button')
      .first()
    await expect(dot).toBeVisible()
    await tabTo(page, dot)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(/^Save /)
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAttribute('href', /^\/product\//)
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName(/opens in a new tab/)
  },
)

test(
  'tabs, selection and search of All celebrities, with the keyboard alone @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const creators = await facts.celebrities('creator')
    const name = creators[0]?.name ?? ''
    await page.goto('/all-celebrities')
    await tabTo(page, page.getByRole('button', { name: 'Select' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('tab', { name: 'All Styles' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Creator Styles' })).toBeFocused()
    const choice = page.getByRole('button', { name, exact: true })
    await expect(choice).toBeVisible()
    await tabTo(page, choice)
    await page.keyboard.press('Space')
    const search = page.getByRole('button', { name: 'Search Products' })
    await tabTo(page, search, 120)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(buildCelebritySearchHref([name]))
  },
)
