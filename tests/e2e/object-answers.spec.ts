import { ANSWERS } from '#shared/constants.ts'
import { ANSWER_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { axeViolations } from '#tests/support/axe.ts'
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
    const results = panel.getByRole('heading', { level: 5 })

    if (hasTouch) await dots.first().tap()
    const visited = isLongRun ? names : names.slice(0, 3)
    for (const name of visited) {
      // On a phone the tools of the selected box may cover other dots.
      if (!hasTouch) await page.getByRole('button', { name, exact: true }).first().click()
      await expect(panel.getByRole('search', { name: ANSWER_TEXT.refine })).toBeVisible(SCAN)
      await expect.poll(() => results.count(), SCAN).toBeGreaterThanOrEqual(ANSWERS.least)
      if (hasTouch && name !== visited.at(-1))
        await panel.getByRole('button', { name: ANSWER_TEXT.next }).tap()
    }
    const ebay = panel.getByRole('link', { name: /^eBay/ })
    await expect(ebay).toHaveAttribute('href', /^https:\/\/www\.ebay\.com\/sch\/i\.html\?_nkw=\w/)
    await expect(ebay).toHaveAttribute('rel', /noreferrer/)
    expect(await axeViolations(page)).toEqual([])

    const scans: string[] = []
    page.on('request', (request) => {
      if (/\/api\/scan|image-local/.test(request.url())) scans.push(request.url())
    })
    await panel
      .getByLabel(ANSWER_TEXT.refine, { exact: true })
      .last()
      .fill('in black under 300 euro')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: 'Remove filter Black' })).toBeVisible(SCAN)
    await expect(ebay).toHaveAttribute('href', /_nkw=black/)
    await panel.getByRole('button', { name: 'Remove filter Black' }).click()
    await expect(panel.getByRole('button', { name: 'Remove filter Black' })).toBeHidden()
    await expect(panel.getByRole('button', { name: 'Remove filter Under €300' })).toBeVisible()
    expect(scans).toEqual([])

    if (!hasTouch) return
    // One object alone; the others are a swipe or a button away.
    const place = (index: number) => panel.getByText(ANSWER_TEXT.place(index, names.length))
    await expect(place(visited.length)).toBeVisible()
    await panel.getByRole('button', { name: ANSWER_TEXT.previous }).tap()
    await expect(place(visited.length - 1)).toBeVisible()
    const head = await panel.getByRole('heading', { level: 2 }).first().boundingBox()
    const session = await page.context().newCDPSession(page)
    const y = (head?.y ?? 0) + 8
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y }],
      })
    await touch('touchStart', 260)
    await touch('touchMove', 180)
    await touch('touchMove', 90)
    await touch('touchEnd')
    await expect(place(visited.length)).toBeVisible()
    // What was asked for stays with its object.
    await expect(panel.getByRole('button', { name: 'Remove filter Under €300' })).toBeVisible()
    await panel.getByRole('button', { name: ANSWER_TEXT.everything }).tap()
    await expect(panel.getByText(PHOTO_TEXT.objectsFound(names.length))).toBeVisible()
  },
)
