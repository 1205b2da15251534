import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  ANSWER_TEXT,
  DETECTION_PROBLEMS,
  EDIT_DETECTION_TEXT,
  FINDER_TEXT,
  LOOK_TEXT,
  PHOTO_TEXT,
  SEARCH_ERRORS,
} from '#shared/finder-messages.ts'
import { ACCESS_TEXT } from '#shared/messages.ts'
import { findAxeViolations } from '#tests/support/axe.ts'
import { productPhoto, streetPhoto, waitUntilIndexed } from '#tests/support/demo-photos.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { takeSample } from '#tests/support/length.ts'

/** A scan keeps both cores busy for seconds, longer on a loaded machine. */
test.describe.configure({ timeout: 240_000 })
const SCAN = { timeout: 90_000 }

const DRESS = 'dress-051'

const openFinder = async (page: Page) => {
  await page.goto('/add-product-photo')
  await expect(page.getByText(PHOTO_TEXT.upload)).toBeVisible(SCAN)
}

const scanAgain = (page: Page) => page.getByRole('button', { name: FINDER_TEXT.scanAgain })

const scan = async (page: Page, path: string) => {
  await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(path)
  await expect(scanAgain(page)).toBeAttached(SCAN)
}

const photoOf = (page: Page) => page.getByRole('img', { name: FINDER_TEXT.yourPhoto })

/** Where the photo is on the screen. */
const placeOf = async (page: Page) => {
  await photoOf(page).scrollIntoViewIfNeeded()
  const box = await photoOf(page).boundingBox()
  if (!box) throw new Error('The photo is not shown')
  return box
}

type Spot = { x: number; y: number }

/** Real touch input: it captures, scrolls and pinches like a finger. */
const fingers = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    drag: async (path: Spot[][]) => {
      const [first = [], ...rest] = path
      await send('touchStart', first)
      for (const points of rest) await send('touchMove', points)
      await send('touchEnd', [])
    },
  }
}

const drawOverAll = async (page: Page, hasTouch: boolean) => {
  await page.getByRole('button', { name: FINDER_TEXT.missing }).click()
  await expect(page.getByText(FINDER_TEXT.adding)).toBeVisible()
  const { x, y, width, height } = await placeOf(page)
  const from = { x: x + 3, y: y + 3 }
  const middle = { x: x + width / 2, y: y + height / 2 }
  const to = { x: x + width - 3, y: y + height - 3 }
  if (hasTouch) return (await fingers(page)).drag([[from], [middle], [to]])
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.move(to.x, to.y)
  return page.mouse.up()
}

test(
  'scans a photo automatically and selects one object at a time',
  { tag: '@long-on-phones' },
  async ({ page, invited, hasTouch }) => {
    await invited()
    await openFinder(page)
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
    await expect(page.getByText(PHOTO_TEXT.scanning).first()).toBeVisible(SCAN)
    await expect(scanAgain(page)).toBeAttached(SCAN)
    await expect(page.getByRole('heading', { name: PHOTO_TEXT.detectedObjects })).toBeFocused()
    const dots = page.getByRole('button', { name: /\d+% sure$/ })
    const count = await dots.count()
    expect(count).toBeGreaterThan(1)
    await expect(page.getByText(PHOTO_TEXT.objectsFound(count))).toBeVisible()
    const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
    const strip = panel.getByRole('list', { name: ANSWER_TEXT.strip }).getByRole('button')
    // All of them, the whole look, and each.
    await expect(strip).toHaveCount(count + 2)
    // Three matches for every object whose products are complete, and all of them open a product.
    const cards = panel.getByRole('list', { name: PHOTO_TEXT.detectedObjects }).locator('> li')
    await expect(cards.first().getByRole('article')).toHaveCount(3)
    await expect(cards.first().getByRole('article').first().locator('a').first()).toHaveAttribute(
      'href',
      /^\/product\//,
    )

    await dots.first().click()
    const box = page.getByRole('group', { name: /% sure/ })
    await expect(box).toBeVisible()
    await box.getByRole('button', { name: FINDER_TEXT.hideBox }).click()
    await expect(box.getByRole('button', { name: FINDER_TEXT.showBox })).toBeVisible()
    await dots.last().click()
    await expect(page.getByRole('group', { name: /% sure/ })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('group', { name: /% sure/ })).toHaveCount(0)
    await expect(dots.last()).toBeFocused()

    await dots.first().click()
    const { x, y, width, height } = await placeOf(page)
    await page.mouse.click(x + 4, y + 4)
    await expect(page.getByRole('group', { name: /% sure/ })).toHaveCount(0)
    await dots.first().click()
    await expect(page.getByRole('group', { name: /% sure/ })).toHaveCount(1)
    await page.mouse.click(x + width / 2, y + height + 5)
    await expect(page.getByRole('group', { name: /% sure/ })).toHaveCount(0)

    // However far the results were scrolled, those of the next object start at their top.
    await page.mouse.wheel(0, 2_000)
    for (const index of hasTouch ? [1] : takeSample([...Array(count).keys()], 3)) {
      await strip.nth(index + 2).click()
      await expect(strip.nth(index + 2)).toHaveAttribute('aria-pressed', 'true')
      await expect(panel.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 1 })
    }
  },
)

test('the crop of what is shown stays in view beside its results @long', async ({
  page,
  invited,
}) => {
  await invited()
  await openFinder(page)
  await scan(page, await streetPhoto())
  const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const box = await panel.boundingBox()
  if (size.width > 600) expect((box?.width ?? 0) / size.width).toBeGreaterThanOrEqual(0.55)
  await page
    .getByRole('button', { name: /% sure/ })
    .last()
    .click()
  await expect(page.getByRole('group', { name: /% sure/ })).toBeInViewport()
  const results = panel.getByRole('list', { name: /^Matches for/ })
  await expect(results.getByRole('article').first().locator('img')).toBeInViewport({ ratio: 0.5 })
  await results.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(panel.getByRole('button', { pressed: true })).toBeInViewport({ ratio: 1 })
  await expect(panel.getByRole('textbox', { name: ANSWER_TEXT.refine })).toBeInViewport()
})

test('a tap on the photo adds what the scan missed, or selects what is there @long', async ({
  page,
  invited,
  hasTouch,
}) => {
  await invited()
  await openFinder(page)
  await scan(page, await streetPhoto())
  const dots = page.getByRole('button', { name: /\d+% sure$/ })
  const count = await dots.count()
  const tap = async (x: number, y: number) =>
    hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)
  const photo = await placeOf(page)
  await tap(photo.x + 6, photo.y + 6)
  await expect(page.getByRole('group', { name: /added by you/ })).toBeVisible()
  await expect(page.getByText(PHOTO_TEXT.objectsFound(count + 1))).toBeVisible()
  await page.keyboard.press('Escape')
  const dot = await page
    .getByRole('button', { name: /^Clothing, .*% sure$/ })
    .first()
    .boundingBox()
  if (!dot) throw new Error('No dot is shown')
  // Beside the dot, on the thing itself.
  await tap(dot.x + dot.width / 2, dot.y + dot.height + 12)
  await expect(page.getByRole('group')).toHaveCount(1)
  await expect(page.getByRole('group', { name: /added by you/ })).toHaveCount(0)
})

test('the whole look is exchanged, made cheaper and shared without the photo @long', async ({
  page,
  invited,
  hasTouch,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await invited()
  await openFinder(page)
  await scan(page, await streetPhoto())
  await page.getByRole('button', { name: new RegExp(`^${LOOK_TEXT.title}`) }).click()
  const look = page.getByRole('region', { name: LOOK_TEXT.title })
  const total = async () =>
    Number(
      /[\d,]+$/.exec((await look.getByRole('status').innerText()).trim())?.[0].replace(',', ''),
    )
  const pieces = look.getByRole('article')
  const best = await total()
  await look.getByRole('button', { name: LOOK_TEXT.cheapest }).click()
  await expect.poll(total).toBeLessThan(best)
  const cheapest = await total()
  await look.getByLabel(/^Budget in/).fill(String(Math.round((best + cheapest) / 2)))
  await expect.poll(total).toBeLessThanOrEqual((best + cheapest) / 2)
  await look.getByLabel(/^Budget in/).fill('1')
  await expect(look.getByText(/^The cheapest combination costs/)).toBeVisible()
  await look.getByRole('button', { name: LOOK_TEXT.best }).click()

  const name = await pieces.first().getByRole('heading').innerText()
  await look
    .getByRole('button', { name: new RegExp(`^${LOOK_TEXT.exchange}: `) })
    .first()
    .click()
  const others = page.getByRole('dialog').getByRole('listitem')
  await others.getByRole('button', { pressed: false }).first().click()
  await expect(pieces.first().getByRole('heading')).not.toHaveText(name)
  // Objects whose matches came last have joined by now.
  const before = await pieces.count()
  await look
    .getByRole('button', { name: new RegExp(`^${LOOK_TEXT.leaveOut}: `) })
    .last()
    .click()
  await expect(pieces).toHaveCount(before - 1)
  const names = await pieces.getByRole('heading').allInnerTexts()
  if (hasTouch) await page.evaluate(() => Object.assign(navigator, { share: undefined }))
  await look.getByRole('button', { name: LOOK_TEXT.share }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).search).toMatch(/^\?products=\d+(,\d+)*$/)
  await page.context().clearCookies()
  await page.goto(link)
  const list = page.getByRole('list', { name: LOOK_TEXT.title })
  await expect(list.getByRole('article')).toHaveCount(before - 1)
  expect(await list.getByRole('heading').allInnerTexts()).toEqual(names)
})

test.describe('accessibility', () => {
  // axe-core is injected into the page, which our content security policy forbids.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

  test('axe-core finds no violation in the results @long', async ({ page, invited }) => {
    await invited()
    await openFinder(page)
    await scan(page, await streetPhoto())
    const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
    await panel.getByRole('heading', { level: 2 }).getByRole('button').first().click()
    await expect(panel.getByRole('search', { name: ANSWER_TEXT.refine })).toBeVisible(SCAN)
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: FINDER_TEXT.missing }).click()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: FINDER_TEXT.addInMiddle }).click()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, SCAN)
    expect(await findAxeViolations(page)).toEqual([])
    await panel.getByRole('button', { name: ANSWER_TEXT.everything }).click()
    expect(await findAxeViolations(page)).toEqual([])
    await panel.getByRole('button', { name: new RegExp(`^${LOOK_TEXT.title}`) }).click()
    expect(await findAxeViolations(page)).toEqual([])
  })
})

test(
  'a failed upload says when to retry, and Try again uploads the photo @long',
  { tag: '@any-width' },
  async ({ page, invited }) => {
    await invited()
    await openFinder(page)
    await page.route('**/image-local.php', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: { success: false } }),
    )
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto(7))
    await expect(page.getByText('Please try again in 10 minutes')).toBeVisible(SCAN)
    await expect(page.getByText(SEARCH_ERRORS.imageUploadFailed(429))).toBeVisible()
    await page.unroute('**/image-local.php')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(scanAgain(page)).toBeAttached(SCAN)
  },
)

test(
  'an expired session asks for the login and keeps the scan on the screen @long',
  { tag: '@any-width' },
  async ({ page, invited, context, hasTouch }) => {
    await invited()
    await openFinder(page)
    await scan(page, await streetPhoto())
    const heart = page.getByRole('button', { name: /^Save / }).first()
    await expect(heart).toBeVisible()
    await context.clearCookies()
    await heart.click()
    const prompt = page.getByRole('dialog', { name: ACCESS_TEXT.logInToSave })
    await expect(prompt).toBeVisible()
    await expect(page.getByText(DETECTION_PROBLEMS.loginToFavorite)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Save /, pressed: true })).toHaveCount(0)
    await page.goBack()
    await expect(prompt).toBeHidden()
    await expect(page).toHaveURL('/add-product-photo')
    await expect(photoOf(page)).toBeVisible()
    // A phone shows no header here.
    if (!hasTouch) await expect(page.getByRole('link', { name: 'My Account' })).toBeVisible()
  },
)

test(
  'a scan finds the right product, its heart saves it, and Not this is remembered',
  { tag: '@any-width' },
  async ({ page, invited, database }) => {
    const { path, name } = await productPhoto(DRESS)
    await waitUntilIndexed(database, [name])
    await invited()
    await openFinder(page)
    await scan(page, path)
    const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
    const title = page.getByRole('heading', { level: 3, name, exact: true })
    await expect(panel.getByRole('listitem').filter({ has: title }).first()).toContainText(
      /same item/i,
    )

    const heart = panel.getByRole('button', { name: `Save ${name}` }).first()
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')

    // The next scan reads the rejections when it starts, so this one must be stored by then.
    const remembered = page.waitForResponse('**/api/not-this')
    await panel.getByRole('button', { name: `More about ${name}` }).click()
    await page.getByRole('menuitem', { name: FINDER_TEXT.notThis }).click()
    await expect(title).toHaveCount(0)
    await remembered
    await page.getByRole('button', { name: FINDER_TEXT.anotherPhoto }).click()
    await scan(page, path)
    await expect(title).toHaveCount(0)
  },
)

test('draws a box with mouse or finger and offers products like its inside @long', async ({
  page,
  invited,
  database,
  hasTouch,
}) => {
  const { path, name } = await productPhoto(DRESS)
  await waitUntilIndexed(database, [name])
  await invited()
  await openFinder(page)
  await scan(page, path)
  await drawOverAll(page, hasTouch)
  await expect(page.getByRole('group', { name: /added by you/ })).toBeVisible()
  const more = page.getByRole('button', { name: /^More about / }).last()
  const taken = ((await more.getAttribute('aria-label')) ?? '').replace('More about ', '')
  await more.click()
  await page.getByRole('menuitem', { name: FINDER_TEXT.takeThis }).click()
  const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
  const matches = panel.getByRole('list', { name: /^Matches for/ })
  await expect(matches.getByRole('heading', { level: 3 }).first()).toHaveAttribute('title', taken)
  await expect(matches.getByRole('listitem').first()).toContainText(/added by you/i)
})

test(
  'a manual box is moved, resized, refused, filled in and deleted by keyboard @long',
  { tag: '@any-width' },
  async ({ page, invited }) => {
    const { uid } = await invited()
    await openFinder(page)
    await scan(page, await streetPhoto(7))
    const missing = page.getByRole('button', { name: FINDER_TEXT.missing })
    await missing.press('Enter')
    await expect(page.getByText(FINDER_TEXT.adding)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(missing).toBeFocused()
    await missing.press('Enter')
    await page.getByRole('button', { name: FINDER_TEXT.addInMiddle }).press('Enter')
    // Called what its answers are, once they are there.
    const box = page.getByRole('group', { name: /^Clothing, .*added by you/ })
    await expect(box).toBeFocused()
    const label = box.getByText('Clothing', { exact: true })
    const before = await label.boundingBox()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
    const after = await label.boundingBox()
    expect(after?.x).toBeGreaterThan(before?.x ?? 0)
    expect(after?.y).toBeGreaterThan(before?.y ?? 0)

    const save = page.getByRole('button', { name: /^Save / }).first()
    await save.click()
    await expect(page.getByText(DETECTION_PROBLEMS.manualNotComplete)).toBeVisible()

    await box.getByRole('button', { name: FINDER_TEXT.editInfo }).click()
    const dialog = page.getByRole('dialog', { name: EDIT_DETECTION_TEXT.title })
    await expect(dialog.getByLabel(EDIT_DETECTION_TEXT.category)).toBeFocused()
    await page.goBack()
    await expect(dialog).toBeHidden()
    await box.getByRole('button', { name: FINDER_TEXT.editInfo }).click()
    await dialog.getByRole('button', { name: EDIT_DETECTION_TEXT.saveChanges }).click()
    await expect(dialog.getByText(DETECTION_PROBLEMS.requiredFields)).toBeVisible()
    await dialog.getByLabel(EDIT_DETECTION_TEXT.category).selectOption('footwear')
    await dialog.getByLabel(EDIT_DETECTION_TEXT.productTitle).fill('Market boots')
    await dialog.getByLabel(EDIT_DETECTION_TEXT.price).fill('€89')
    await dialog.getByLabel(EDIT_DETECTION_TEXT.productLink).fill('ftp://boots.example')
    await dialog.getByRole('button', { name: EDIT_DETECTION_TEXT.saveChanges }).click()
    await expect(dialog.getByText(DETECTION_PROBLEMS.invalidLink)).toBeVisible()
    await dialog
      .getByLabel(EDIT_DETECTION_TEXT.productLink)
      .fill('https://www.cobbler.example/boots')
    await dialog.getByRole('button', { name: EDIT_DETECTION_TEXT.saveChanges }).click()
    await expect(dialog).toBeHidden()
    const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
    await expect(panel.getByRole('heading', { name: 'Market boots', level: 2 })).toBeVisible()
    await expect(panel.getByText('€89')).toBeVisible()
    await expect(panel.getByRole('link', { name: /^Cobbler/ })).toHaveAttribute(
      'rel',
      'noopener nofollow',
    )
    const mine = async () => {
      const reply = await page.request.post('/my-products.php', {
        data: { uid },
        headers: { origin: new URL(page.url()).origin },
      })
      const { data } = (await reply.json()) as { data: { title: string; type: string }[] }
      return data.filter(({ type }) => type === 'my_product').map(({ title }) => title)
    }
    await expect.poll(mine).toEqual(['Market boots'])

    const filled = page.getByRole('group', { name: /^Footwear, added by you/ })
    await filled.focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: FINDER_TEXT.deleteQuestion('Market boots') })
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()
    await filled.focus()
    await page.keyboard.press('Delete')
    await question.getByRole('button', { name: FINDER_TEXT.deleteBox }).click()
    await expect(filled).toHaveCount(0)
    await expect(page.getByRole('heading', { name: PHOTO_TEXT.detectedObjects })).toBeFocused()
    await expect.poll(mine).toEqual([])
  },
)

test('zooms the photo with two fingers @long', async ({ page, invited, hasTouch }) => {
  test.skip(!hasTouch, 'fingers need a touch screen')
  await invited()
  await openFinder(page)
  await scan(page, await streetPhoto())
  const { x, y, width, height } = await placeOf(page)
  const at = { x: x + width / 2, y: y + height * 0.9 }
  const apart = (gap: number) => [
    { x: at.x - gap, y: at.y },
    { x: at.x + gap, y: at.y },
  ]
  await (await fingers(page)).drag([apart(20), apart(40), apart(80)])
  const shownWidth = async () => (await photoOf(page).boundingBox())?.width ?? 0
  await expect.poll(shownWidth).toBeGreaterThan(width * 1.5)
  await (await fingers(page)).drag([apart(80), apart(40), apart(10)])
  await expect.poll(shownWidth).toBeLessThan(width * 1.01)
})

test(
  'accepts a dropped and a pasted photo, and resets when left',
  { tag: '@any-width' },
  async ({ page, invited }) => {
    await invited()
    await openFinder(page)
    const bytes = [...(await readFile(await streetPhoto(7)))]
    const hand = async (event: 'drop' | 'paste') =>
      page.evaluate(
        ([type, data]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(data)], 'photo.jpg', { type: 'image/jpeg' }))
          const target = document.querySelector('main > *') ?? document.body
          const given =
            type === 'drop'
              ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer })
              : new ClipboardEvent('paste', { bubbles: true, clipboardData: transfer })
          target.dispatchEvent(given)
        },
        [event, bytes] as const,
      )
    await hand('drop')
    await expect(photoOf(page)).toBeVisible(SCAN)
    await page.getByRole('button', { name: FINDER_TEXT.anotherPhoto }).click()
    await expect(page.getByText(PHOTO_TEXT.upload)).toBeVisible()
    await expect(page.getByRole('heading', { name: FINDER_TEXT.title })).toBeFocused()
    await hand('paste')
    await expect(photoOf(page)).toBeVisible(SCAN)
    await page.goto('/')
    await openFinder(page)
    await expect(photoOf(page)).toHaveCount(0)
  },
)

test(
  'refuses a file that is not a picture, in words @long',
  { tag: '@any-width' },
  async ({ page, invited }) => {
    await invited()
    await openFinder(page)
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    })
    await expect(
      page.getByRole('alert').filter({ hasText: FINDER_TEXT.notAPicture }).first(),
    ).toBeVisible()
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000mif1heic')])
    await page
      .getByLabel(PHOTO_TEXT.upload)
      .setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: heic })
    await expect(page.getByText(FINDER_TEXT.heicNotReadable).first()).toBeVisible()
  },
)

test(
  'sends a user without an invite code to the invitation @long',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login()
    await page.goto('/add-product-photo')
    await expect(page).toHaveURL(/\/invitation$/)
  },
)
