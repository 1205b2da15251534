import { ANSWERS } from '#shared/finder-constants.ts'
import { ANSWER_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { findAxeViolations } from '#tests/support/axe.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { isLongRun } from '#tests/support/length.ts'

/** A scan keeps both cores busy for seconds, longer on a loaded machine. */
test.describe.configure({ timeout: 240_000 })
const SCAN = { timeout: 90_000 }

// axe-core is injected into the page, which our content security policy forbids.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'every object has results, which are refined without another scan',
  { tag: '@long-on-desktops' },
  async ({ page, invited, hasTouch }) => {
    await invited()
    await page.goto('/add-product-photo')
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
    await expect(page.getByRole('button', { name: FINDER_TEXT.scanAgain })).toBeAttached(SCAN)
    const dots = page.getByRole('button', { name: /\d+% sure$/ })
    const names = await dots.evaluateAll((all) => all.map((dot) => dot.ariaLabel ?? ''))
    const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
    const results = panel.getByRole('list', { name: /^Matches for/ }).getByRole('article')
    const strip = panel.getByRole('list', { name: ANSWER_TEXT.strip }).getByRole('button')

    // What is asked of all objects before one is chosen counts for each of them.
    const words = panel.getByRole('textbox', { name: ANSWER_TEXT.refine })
    await words.fill('under 300 euro')
    await page.keyboard.press('Enter')
    const below = panel.getByRole('button', { name: 'Remove filter Under €300' })
    await expect(below).toBeVisible(SCAN)
    // The words are in the chip now, and the field is free for others.
    await expect(words).toHaveValue('')
    await below.click()
    await expect(below).toBeHidden()

    const visited = (isLongRun ? names : names.slice(0, 3)).length
    for (let index = 1; index <= visited; index += 1) {
      await (hasTouch ? strip.nth(index + 1).tap() : strip.nth(index + 1).click())
      await expect(panel.getByRole('search', { name: ANSWER_TEXT.refine })).toBeVisible(SCAN)
      await expect.poll(() => results.count(), SCAN).toBeGreaterThanOrEqual(ANSWERS.minProducts)
    }
    const ebay = panel.getByRole('link', { name: /^eBay/ })
    await expect(ebay).toHaveAttribute('href', /^https:\/\/www\.ebay\.com\/sch\/i\.html\?_nkw=\w/)
    await expect(ebay).toHaveAttribute('rel', /noreferrer/)
    expect(await findAxeViolations(page)).toEqual([])

    const scans: string[] = []
    page.on('request', (request) => {
      if (/\/api\/scan|image-local/.test(request.url())) scans.push(request.url())
    })
    await words.fill('in black under 300 euro')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: 'Remove filter Black' })).toBeVisible(SCAN)
    await expect(ebay).toHaveAttribute('href', /_nkw=black/)
    await panel.getByRole('button', { name: 'Remove filter Black' }).click()
    await expect(panel.getByRole('button', { name: 'Remove filter Black' })).toBeHidden()
    await expect(panel.getByRole('button', { name: 'Remove filter Under €300' })).toBeVisible()
    expect(scans).toEqual([])

    // What was asked for stays with its object.
    await strip.nth(visited).click()
    await expect(below).toBeHidden()
    await strip.nth(visited + 1).click()
    await expect(below).toBeVisible()
    await panel.getByRole('button', { name: ANSWER_TEXT.everything }).click()
    await expect(panel.getByRole('list', { name: PHOTO_TEXT.detectedObjects })).toBeVisible()
  },
)
