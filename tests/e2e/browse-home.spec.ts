import { SLIDESHOW } from '#shared/constants.ts'
import { buildCelebritySearchHref, EVERYONE } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'
import { isLongRun } from '#tests/support/length.ts'

// What moves here must not shift the page.
test.use({ reducedMotion: 'no-preference' } as object)

test('Home shows the headline, a row of home celebrities and a link to all of them', async ({
  page,
  facts,
}) => {
  const { celebrities } = await facts.home()
  await page.goto('/')
  await expect(
    page.getByRole('heading', { name: 'Personal AI for Celebrity & Creator Styles', level: 1 }),
  ).toBeVisible()
  const row = page.getByRole('list', { name: 'Choose whose wardrobe to explore.' })
  await expect(row.getByRole('button')).toHaveText(celebrities.map(({ name }) => name))
  await page.getByRole('link', { name: 'View All Celebrities' }).click()
  await expect(page).toHaveURL('/all-celebrities')
})

test('an example beside the headline leads to its look and its three products', async ({
  page,
  facts,
}) => {
  const { example, samples } = await facts.home()
  // The slideshow below it shows other products.
  const sampleNames = new Set(samples.map(({ name }) => name))
  expect(example?.products.filter(({ name }) => sampleNames.has(name))).toEqual([])
  await page.goto('/')
  const shown = page.getByRole('region', { name: /^For example/ })
  await expect(shown).toBeInViewport()
  await expect(shown.getByRole('listitem')).toHaveCount(3)
  const [product] = example?.products ?? []
  await shown.getByRole('link', { name: product?.name ?? '' }).click()
  await expect(page).toHaveURL(new RegExp(`/product/${product?.id}/`))
  await page.goBack()
  // Beside the dots, which lead to the products.
  await shown.getByRole('link', { name: /the whole look$/ }).click({ position: { x: 8, y: 8 } })
  await expect(page).toHaveURL(/\/celebrity-image\//)
})

test('new looks of different people lead to their pages', async ({ page, facts }) => {
  const { newLooks } = await facts.home()
  await page.goto('/')
  const looks = page.getByRole('region', { name: 'New looks' })
  await expect(looks.getByRole('link')).toHaveCount(newLooks.length)
  await looks.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/celebrity-image\//)
})

test('after a tap on a portrait, a phone shows how to go on without scrolling @long-on-desktops', async ({
  page,
  facts,
  isPhone,
}) => {
  test.skip(!isPhone, 'phones only')
  const [first] = (await facts.home()).celebrities
  await page.goto('/')
  await page.getByRole('button', { name: first?.name ?? '', exact: true }).tap()
  await expect(page.getByRole('link', { name: 'Search Products (1)' })).toBeInViewport({ ratio: 1 })
})

type Moved = { moved: number }

test('Home loads completely without layout shift', async ({ page, facts }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as Moved
    seen.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { celebrities } = await facts.home()
  const last = page.getByRole('button', { name: celebrities.at(-1)?.name ?? '' })
  // A slow phone paints the page several times while it reads it, each time at other places.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (let visit = 0; visit < (isLongRun ? 3 : 1); visit += 1) {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Sample products' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('Wearabouts')
    await last.scrollIntoViewIfNeeded()
    await expect(last.locator('img')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as Moved).moved)).toBeLessThan(0.02)
  }
})

test(
  'the search arrow opens the results for the selection',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const names = (await facts.home()).celebrities.slice(0, 2).map(({ name }) => name)
    await page.goto('/')
    for (const name of names) {
      const choice = page.getByRole('button', { name })
      await choice.click()
      await expect(choice).toHaveAttribute('aria-pressed', 'true')
    }
    await page.getByRole('link', { name: 'Search Products (2)' }).click()
    await expect(page).toHaveURL(buildCelebritySearchHref(names))
  },
)

test(
  'without a selection the arrow opens the feed @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Trending Feed' }).click()
    await expect(page).toHaveURL(buildCelebritySearchHref(EVERYONE))
  },
)

test(
  'entering Home clears the selected celebrities @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const [first] = (await facts.home()).celebrities
    const choice = page.getByRole('button', { name: first?.name ?? '', exact: true })
    await page.goto('/')
    await choice.click()
    await page.getByRole('link', { name: 'View All Celebrities' }).click()
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.goBack()
    await expect(choice).toHaveAttribute('aria-pressed', 'false')
  },
)

test.describe('slideshow', () => {
  test('rotates every 2.4 s, and by click', { tag: '@any-width' }, async ({ page, facts }) => {
    const { samples } = await facts.home()
    expect(samples).toHaveLength(SLIDESHOW.slides)
    await page.clock.install()
    await page.goto('/')
    const show = page.getByRole('region', { name: 'Sample products' })
    const current = show.locator('button[aria-current="true"]')
    await expect(current).toHaveAccessibleName(/^1 of 4/)
    // No picture shows through another, or covers it.
    const places = await show.getByRole('button', { name: /of 4/ }).evaluateAll((slides) =>
      slides.map((slide) => {
        const { top, bottom } = slide.getBoundingClientRect()
        return { top, bottom, opacity: getComputedStyle(slide).opacity }
      }),
    )
    const down = places.toSorted((a, b) => a.top - b.top)
    expect(down).toHaveLength(3)
    for (const [index, { top, opacity }] of down.entries()) {
      expect(opacity).toBe('1')
      expect(top).toBeGreaterThan(down[index - 1]?.bottom ?? -Infinity)
    }
    await page.clock.runFor(SLIDESHOW.intervalMs + 50)
    await expect(current).toHaveAccessibleName(/^2 of 4/)
    // The pointer stops it, so that a busy machine cannot rotate it between two steps.
    await show.hover()
    const shown = Number.parseInt((await current.textContent()) ?? '', 10)
    const after = (slides: number) => new RegExp(`^${((shown - 1 + slides) % 4) + 1} of 4`)
    await show.getByRole('button', { name: after(1) }).click()
    await expect(current).toHaveAccessibleName(after(1))
    await current.click()
    await expect(current).toHaveAccessibleName(after(2))
  })

  test(
    'rotates by wheel, at most once in 300 ms @long',
    { tag: '@any-width' },
    async ({ page }) => {
      await page.goto('/')
      const show = page.getByRole('region', { name: 'Sample products' })
      const current = show.locator('button[aria-current="true"]')
      await show.getByRole('button', { name: 'Pause the slideshow' }).click()
      await expect(current).toHaveAccessibleName(/^1 of 4/)
      await current.evaluate((slide) => {
        const turn = () =>
          slide.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true }))
        turn()
        turn()
      })
      await expect(current).toHaveAccessibleName(/^2 of 4/)
    },
  )

  test(
    'the wheel turns the slides without scrolling the page @long',
    { tag: '@any-width' },
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 500 })
      await page.goto('/')
      const show = page.getByRole('region', { name: 'Sample products' })
      await show.getByRole('button', { name: 'Pause the slideshow' }).click()
      await show.locator('button[aria-current="true"]').hover()
      const place = await page.evaluate(() => window.scrollY)
      await page.mouse.wheel(0, 200)
      await expect(show.locator('button[aria-current="true"]')).toHaveAccessibleName(/^2 of 4/)
      expect(await page.evaluate(() => window.scrollY)).toBe(place)
    },
  )

  test(
    'the caption leads to a look with the product, at its card',
    { tag: '@any-width' },
    async ({ page, facts }) => {
      const [sample] = (await facts.home()).samples
      await page.goto('/')
      const show = page.getByRole('region', { name: 'Sample products' })
      await show.getByRole('button', { name: 'Pause the slideshow' }).click()
      await show.getByRole('link', { name: sample?.name ?? '' }).click()
      await expect(page).toHaveURL(/\/celebrity-image\//)
      await expect(
        page
          .getByRole('article')
          .filter({ hasText: (sample?.name ?? '').slice(0, 20) })
          .first(),
      ).toHaveClass(/lit/)
    },
  )

  test(
    'pauses by its button and on focus, and stays still with reduced motion @long',
    { tag: '@any-width' },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.clock.install()
      await page.goto('/')
      const show = page.getByRole('region', { name: 'Sample products' })
      const current = show.locator('button[aria-current="true"]')
      await page.clock.runFor(SLIDESHOW.intervalMs * 2)
      await expect(current).toHaveAccessibleName(/^1 of 4/)
      await show.getByRole('button', { name: 'Play the slideshow' }).click()
      await page.clock.runFor(SLIDESHOW.intervalMs * 2)
      // Paused, because the click left focus on the button.
      await expect(current).toHaveAccessibleName(/^1 of 4/)
      await page.getByRole('link', { name: 'View All Celebrities' }).focus()
      await page.mouse.move(0, 0)
      await page.clock.runFor(SLIDESHOW.intervalMs + 50)
      await expect(current).toHaveAccessibleName(/^2 of 4/)
    },
  )
})

const SCRIPT_BYTES = 110 * 1024

test('Home needs at most 110 KB of script', { tag: '@any-width' }, async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Sample products' })).toBeVisible()
  const total = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  // Also fails if nothing was counted.
  expect(total).toBeGreaterThan(SCRIPT_BYTES / 2)
  expect(total).toBeLessThanOrEqual(SCRIPT_BYTES)
})
