import type { Locator, Page } from '@playwright/test'
import { finderScreens } from '#lab/screens/finder-screens.ts'
import type { Screen } from '#lab/screens/screen.ts'
import { studioScreens } from '#lab/screens/studio-screens.ts'
import { openInLanguage } from '#lab/screens/translated-page.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { readCatalogFacts } from '#tests/support/catalog-facts.ts'
import { expect, test as base } from '#tests/support/e2e-fixtures.ts'

type Fixtures = { openArabic: (screens: readonly Screen[], name: string) => Promise<Page> }

const test = base.extend<Fixtures>({
  /** The page with Arabic names for what is looked for in English. */
  openArabic: async ({ page, context, login, viewport }, provide) =>
    provide(async (screens, name) => {
      const arabic = openInLanguage(page, 'ar')
      await screens
        .find((screen) => screen.name === name)
        ?.open({
          page: arabic,
          isPhone: (viewport?.width ?? 0) <= 600,
          facts: readCatalogFacts(context.request),
          signIn: async (options) => void (await login(options)),
        })
      await expect(page.locator('html')).toHaveCSS('direction', 'rtl')
      return arabic
    }),
})

test.use({ reducedMotion: 'reduce' } as object)

const placeOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('Not visible')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const drag = async (page: Page, from: Locator, by: { x: number; y: number }) => {
  const { x, y, width, height } = await placeOf(from)
  const start = { x: x + width / 2, y: y + height / 2 }
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + by.x / 2, start.y + by.y / 2)
  await page.mouse.move(start.x + by.x, start.y + by.y)
  await page.mouse.up()
}

/** The selected box follows the pointer and the arrow keys, as it does from left to right. */
const expectBoxToFollow = async (page: Page) => {
  const box = page.locator('[role=group]:has([data-corner])').first()
  const outline = box.locator(':has(> [data-corner])')
  const before = await placeOf(outline)
  await drag(page, box.locator('[data-corner=top-left]'), { x: 24, y: 10 })
  await expect.poll(async () => (await placeOf(outline)).x).toBeCloseTo(before.x + 24, -1)
  const resized = await placeOf(outline)
  expect(Math.abs(resized.right - before.right)).toBeLessThan(2)
  expect(Math.abs(resized.y - before.y - 10)).toBeLessThan(3)
  await drag(page, outline, { x: -30, y: 0 })
  await expect.poll(async () => (await placeOf(outline)).x).toBeLessThan(resized.x - 20)
  const moved = await placeOf(outline)
  expect(Math.abs(moved.width - resized.width)).toBeLessThan(2)
  await box.focus()
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await placeOf(outline)).x).toBeGreaterThan(moved.x + 5)
}

test('boxes on a photo follow the pointer and the arrow keys, and the strip the selection', async ({
  page,
  openArabic,
}) => {
  const arabic = await openArabic(finderScreens, 'find-results')
  const strip = page.getByRole('list').filter({ has: page.locator('[data-object]') })
  const [first, last] = [strip.getByRole('button').first(), strip.getByRole('button').last()]
  expect((await placeOf(first)).x).toBeGreaterThan((await placeOf(last)).x)
  await last.click()
  await expect(last).toBeInViewport({ ratio: 1 })
  await first.click()
  await expect(first).toBeInViewport({ ratio: 1 })
  await arabic.getByRole('button', { name: FINDER_TEXT.missing }).click()
  await arabic.getByRole('button', { name: FINDER_TEXT.addInMiddle }).click()
  await expectBoxToFollow(page)
})

test(
  'boxes of a draft follow the pointer and the arrow keys',
  { tag: '@any-width' },
  async ({ page, openArabic }) => {
    const arabic = await openArabic(studioScreens, 'studio-draft')
    await arabic.getByRole('button', { name: STUDIO_TEXT.addObject }).click()
    await arabic.getByRole('button', { name: STUDIO_TEXT.addInMiddle }).click()
    await expectBoxToFollow(page)
  },
)

test('tabs, arrows and fades are mirrored', { tag: '@any-width' }, async ({ page, openArabic }) => {
  await openArabic(studioScreens, 'studio')
  const tabs = page.getByRole('tab')
  const [first, second] = [tabs.nth(0), tabs.nth(1)]
  expect((await placeOf(first)).x).toBeGreaterThan((await placeOf(second)).x)
  await first.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(second).toBeFocused()
  await page.goto('/ar')
  const row = page
    .locator('ul')
    .filter({ has: page.locator('button[aria-pressed]') })
    .first()
  await expect(row).toHaveCSS('mask-image', /linear-gradient\((?:-90deg|270deg)/)
  await page.goto('/ar/contact-us')
  await expect(page.locator('svg[class*=directed]').first()).toHaveCSS(
    'transform',
    'matrix(-1, 0, 0, 1, 0, 0)',
  )
})
