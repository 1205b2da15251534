import { LAYOUT } from '#shared/constants.ts'
import { buildCelebritySearchHref, EVERYONE, paths } from '#shared/paths.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { expect, test } from '#tests/support/browse.ts'
import { holdRoute } from '#tests/support/held-route.ts'

const firstLook = async (facts: {
  images: (s: string) => Promise<{ images: { image: string }[] }>
}) => {
  const { images } = await facts.images(EVERYONE)
  return images[0]?.image ?? ''
}

test('the celebrity image shows the big image, who it is and the products found', async ({
  page,
  facts,
  isPhone,
}) => {
  const url = await firstLook(facts)
  const { celebrity, products } = await facts.image(url)
  await page.goto(paths.celebrityImage.href(url))
  await expect(page.getByRole('heading', { name: celebrity.name, level: 1 })).toBeVisible()
  await expect(page.getByText(`Products found: ${products.length}`)).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Products', exact: true }).getByRole('article'),
  ).toHaveCount(products.length)
  const picture = page.getByRole('img', { name: `${celebrity.name}, the whole look` })
  await expect(picture).toHaveAttribute('src', /\/api\/image-proxy\?url=/)
  await expect(page.getByRole('link', { name: 'Back to Result' })).toBeVisible({
    visible: !isPhone,
  })
  await expect(page.getByRole('banner')).toBeVisible({ visible: !isPhone })
  if (!isPhone) return
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(LAYOUT.mobileScrollOffsetPx)
  // The arrow stays on the picture: wherever the page is scrolled to, it covers no text.
  const back = page.getByRole('main').getByRole('button', { name: 'Go back' })
  await expect(back).toBeInViewport()
  const name = page.getByRole('heading', { level: 1 })
  for (const top of [500, 560, 620, 900]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
    const [arrow, text] = [await back.boundingBox(), await name.boundingBox()]
    expect((arrow?.y ?? 0) + (arrow?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0)
  }
})

test('a wrong product is reported in one line for the look', async ({ page, facts }) => {
  const url = await firstLook(facts)
  const product = (await facts.image(url)).products[1]
  await page.goto(paths.celebrityImage.href(url))
  const report = page.getByRole('button', { name: 'Wrong product?' })
  await expect(report).toHaveCount(1)
  await report.click()
  const dialog = page.getByRole('dialog', { name: 'Wrong product?' })
  await dialog.getByLabel('Product', { exact: true }).selectOption(product?.name ?? '')
  const sent = page.waitForRequest('**/api/suggestions')
  await page.route('**/api/suggestions', (route) =>
    route.fulfill({ json: { success: true, message: '', data: null } }),
  )
  await dialog.getByRole('button', { name: 'Send' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ item: product?.id, kind: 'not-it' })
  await expect(page.getByText('Thank you. An editor will look at it.')).toBeVisible()
})

for (const [status, what] of [
  [404, 'does not exist'],
  [503, 'is refused for now'],
] as const)
  test(`a picture that ${what} leaves its ground, not the sign of the browser`, async ({
    page,
    facts,
  }) => {
    await page.route('**/api/image-proxy?*', (route) => route.fulfill({ status }))
    await page.goto(paths.celebrityImage.href(await firstLook(facts)))
    const countBroken = () =>
      page
        .locator('img')
        .evaluateAll(
          (all) =>
            (all as HTMLImageElement[]).filter(
              (image) => image.complete && image.naturalWidth === 0 && image.currentSrc !== '',
            ).length,
        )
    await expect.poll(countBroken).toBe(0)
    // Before scripts have loaded, the style sheet covers it.
    const cover = await page.evaluate(() => {
      const image = document.body.appendChild(new Image())
      const { content, position, backgroundColor } = getComputedStyle(image, '::after')
      return { content, position, isOpaque: !backgroundColor.endsWith(', 0)') }
    })
    expect(cover).toMatchObject({ position: 'absolute', isOpaque: true })
  })

test.describe('through the image proxy', () => {
  test.use({ hasRealPictures: true })

  test('the big image loads @long', { tag: '@any-width' }, async ({ page, facts }) => {
    const url = await firstLook(facts)
    await page.goto(paths.celebrityImage.href(url))
    const picture = page.getByRole('img', { name: /the whole look/ })
    await expect
      // The first request waits until the picture is drawn.
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), {
        timeout: 20_000,
      })
      .toBeGreaterThan(100)
  })
})

test(
  'Back to Result returns to the previous list @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto(buildCelebritySearchHref(EVERYONE))
    await page.getByRole('list', { name: 'Images' }).getByRole('link').nth(1).click()
    await page.getByRole('link', { name: 'Back to Result' }).click()
    await expect(page).toHaveURL(buildCelebritySearchHref(EVERYONE))
  },
)

test('opened from a tile, the picture has its space and thumbnail before it loads', async ({
  page,
}) => {
  await page.goto(buildCelebritySearchHref(EVERYONE))
  const tile = page.getByRole('list', { name: 'Images' }).getByRole('link').first()
  await expect(tile.locator('img').first()).toHaveJSProperty('complete', true)
  const release = await holdRoute(page, '**/api/image-proxy*w=1*')
  await tile.click()
  const picture = page.getByRole('img', { name: /the whole look/ })
  await expect(picture).toBeVisible()
  // The element may be replaced when the data of the look arrive.
  await expect
    .poll(async () => {
      const frame = await picture.boundingBox()
      return frame !== null && frame.width > 200 && frame.height > 250
    })
    .toBe(true)
  await expect(picture.locator('..')).toHaveCSS('background-image', /image-proxy/)
  const dots = page.getByRole('list', { name: 'Products in this picture' }).getByRole('button')
  await expect(dots.first()).toBeVisible()
  const places = await dots.evaluateAll((all) =>
    all.map((dot) => {
      const { x, y } = dot.getBoundingClientRect()
      return { x, y }
    }),
  )
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1))
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(20)
  release()
})

test('a dot highlights its card and vice versa, by mouse and keyboard', async ({ page, facts }) => {
  const url = await firstLook(facts)
  await page.goto(paths.celebrityImage.href(url))
  const dots = page.getByRole('list', { name: 'Products in this picture' }).getByRole('button')
  await expect(dots.first()).toBeVisible()
  const name = (await dots.first().getAttribute('aria-label')) ?? ''
  const card = page
    .getByRole('article')
    .filter({ hasText: name.slice(0, 20) })
    .first()
  await expect(card).not.toHaveClass(/lit/)
  await dots.first().focus()
  await expect(card).toHaveClass(/lit/)
  await page.keyboard.press('Enter')
  await expect(card).toBeInViewport()
  await card.getByRole('button', { name: `Save ${name}` }).focus()
  await expect(dots.first()).toHaveClass(/lit/)
})

test(
  'links to shops open in a new tab and are plain where no rule applies @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    await page.goto(paths.celebrityImage.href(await firstLook(facts)))
    const link = page.getByRole('link', { name: /opens in a new tab/ }).first()
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener nofollow')
    await expect(page.getByText(PRODUCT_TEXT.commission)).toBeHidden()
  },
)

test('saving while signed out opens the login overlay and locks page scroll', async ({
  page,
  facts,
}) => {
  await page.goto(paths.celebrityImage.href(await firstLook(facts)))
  const heart = page.getByRole('button', { name: /^Save / }).first()
  await heart.click()
  const overlay = page.getByRole('dialog', { name: 'Please log in to save products.' })
  await expect(overlay).toBeVisible()
  const place = await page.evaluate(() => window.scrollY)
  await page.mouse.move(200, 200)
  await page.mouse.wheel(0, 600)
  await expect(overlay.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /^\/login/)
  expect(await page.evaluate(() => window.scrollY)).toBe(place)
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(heart).toBeFocused()
  await heart.click()
  await expect(overlay).toBeVisible()
  await page.goBack()
  await expect(overlay).toBeHidden()
  await expect(page).toHaveURL(/celebrity-image/)
})

for (const [kind, path] of [
  ['broken base64 @long', '/celebrity-image/%25%25%25'],
  [
    'a picture that is not in the catalogue @long',
    paths.celebrityImage.href('https://nowhere.example/x.jpg'),
  ],
] as const)
  test(`${kind} offers a way forward`, { tag: '@any-width' }, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByText(/does not lead to a picture|not in the catalogue/)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Trending Feed' })).toBeVisible()
  })
