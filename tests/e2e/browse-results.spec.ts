import { GRID, TEXT_LIMITS } from '#shared/constants.ts'
import { formatNamesHeader, formatTileName } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { buildCelebritySearchHref, EVERYONE, paths } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'

test('the header counts the images and lists up to 10 names, 5 on mobile', async ({
  page,
  facts,
  isPhone,
}) => {
  const names = (await facts.celebrities()).slice(0, 12).map(({ name }) => name)
  const { total } = await facts.images(names.join(','))
  await page.goto(buildCelebritySearchHref(names))
  const more = names.length - (isPhone ? TEXT_LIMITS.namesMobile : TEXT_LIMITS.namesDesktop)
  const heading = page.getByRole('heading', { level: 1 })
  const text = `${total} Images found for ${formatNamesHeader(names, isPhone)}`
  await expect(heading).toHaveText(text, { useInnerText: true })
  await expect(heading).toContainText(`+ ${more} more`, { useInnerText: true })
})

test('on a phone the names and titles are short before scripts have loaded @long-on-desktops', async ({
  page,
  facts,
  isPhone,
}) => {
  test.skip(!isPhone, 'phones only')
  // As on a slow network, where visitors read the page before it runs.
  await page.route('**/assets/*.js', (route) => route.abort())
  const names = (await facts.celebrities()).slice(0, 7).map(({ name }) => name)
  await page.goto(paths.searchResult.href(names), { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toContainText(formatNamesHeader(names, true), { useInnerText: true })
  const titles = page.getByRole('article').getByRole('heading')
  await expect(titles.first()).toBeVisible()
  for (const title of await titles.all())
    expect((await title.innerText()).length).toBeLessThanOrEqual(TEXT_LIMITS.productNameMobile)
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeInViewport()
})

test('a tile shows portrait and name, items found and a product name, and leads to its image', async ({
  page,
  facts,
}) => {
  const [celebrity] = await facts.celebrities()
  const name = celebrity?.name ?? ''
  await page.goto(buildCelebritySearchHref([name]))
  const tile = page.getByRole('list', { name: 'Images' }).getByRole('link').first()
  await expect(tile).toContainText(name)
  const { images } = await facts.images(name)
  const href = await tile.getAttribute('href')
  const shown = images.find(({ image }) => paths.celebrityImage.href(image) === href)
  if (!shown) throw new Error('The tile leads nowhere known')
  await expect(tile).toContainText(`Items found: ${shown.number_of_products}`)
  await expect(tile).toContainText(formatTileName(shown.name, shown.number_of_products))
  await tile.click()
  await expect(page).toHaveURL(paths.celebrityImage.href(shown.image))
})

test(
  'feed mode is titled Trending Feed and has no Edit Search @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto(buildCelebritySearchHref(EVERYONE))
    await expect(page.getByRole('heading', { name: 'Trending Feed', level: 1 })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Images' }).getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Search' })).toBeHidden()
  },
)

test(
  'images load in pages of 12, the pictures of the next page ahead of the scroll',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 700 })
    const asked = new Set<string>()
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/image-proxy') asked.add(url.searchParams.get('url') ?? '')
    })
    await page.goto(buildCelebritySearchHref(EVERYONE))
    const tiles = page.getByRole('list', { name: 'Images' }).getByRole('listitem')
    const shown = async () => Number(await tiles.first().getAttribute('aria-setsize'))
    await expect(tiles.first()).toBeVisible()
    expect(await shown()).toBe(GRID.tilePageSize)
    // 12 tiles and the next 12, in addition to portraits.
    await expect.poll(() => asked.size).toBeGreaterThan(GRID.tilePageSize * 2)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(shown).toBeGreaterThan(GRID.tilePageSize)
    expect((await shown()) % GRID.tilePageSize).toBe(0)
  },
)

test('going back restores the length and scroll position of the list', async ({ page }) => {
  await page.goto(buildCelebritySearchHref(EVERYONE))
  const list = page.getByRole('list', { name: 'Images' })
  await expect(list.getByRole('link').first()).toBeVisible()
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(height).toBeGreaterThan(before)
  await page.evaluate(() => window.scrollTo(0, 1500))
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  await expect.poll(place).toBe(1500)
  const seen = list.getByRole('link').filter({ visible: true }).nth(4)
  const href = (await seen.getAttribute('href')) ?? ''
  await seen.evaluate((tile) => (tile as HTMLElement).click())
  await expect(page).toHaveURL(href)
  await page.goBack()
  await expect.poll(place).toBe(1500)
  await expect(list.locator(`a[href="${href}"]`)).toBeVisible()
})

test(
  'the feed is fetched again on return while fewer than 2000 entries are loaded @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto(buildCelebritySearchHref(EVERYONE))
    await page.getByRole('list', { name: 'Images' }).getByRole('link').first().click()
    // The address changes before the feed is left.
    await expect(page.getByRole('img', { name: /the whole look/ })).toBeVisible()
    const again = page.waitForRequest(/\/api\/images/)
    await page.goBack()
    await again
  },
)

test.describe('Edit Search', () => {
  test(
    'closing with an empty selection restores the selection from the URL @long',
    { tag: '@any-width' },
    async ({ page, facts }) => {
      const [celebrity] = await facts.celebrities()
      const name = celebrity?.name ?? ''
      await page.goto(buildCelebritySearchHref([name]))
      const overlay = page.getByRole('dialog', { name: 'Edit Search' })
      await page.getByRole('button', { name: 'Edit Search' }).click()
      const choice = overlay.getByRole('button', { name, exact: true })
      await expect(choice).toHaveAttribute('aria-pressed', 'true')
      await overlay.getByRole('button', { name: 'Clear All' }).click()
      await expect(choice).toHaveAttribute('aria-pressed', 'false')
      await overlay.getByRole('button', { name: 'Close' }).click()
      await expect(overlay).toBeHidden()
      await expect(page).toHaveURL(buildCelebritySearchHref([name]))
      await page.getByRole('button', { name: 'Edit Search' }).click()
      await expect(choice).toHaveAttribute('aria-pressed', 'true')
    },
  )

  test(
    'Back closes the overlay and stays on the results',
    { tag: '@long-on-desktops' },
    async ({ page, facts }) => {
      const [celebrity] = await facts.celebrities()
      const name = celebrity?.name ?? ''
      await page.goto('/contact-us')
      await page.goto(buildCelebritySearchHref([name]))
      const overlay = page.getByRole('dialog', { name: 'Edit Search' })
      await page.getByRole('button', { name: 'Edit Search' }).click()
      await overlay.getByRole('button', { name: 'Clear All' }).click()
      await page.goBack()
      await expect(overlay).toBeHidden()
      await expect(page).toHaveURL(buildCelebritySearchHref([name]))
      await page.getByRole('button', { name: 'Edit Search' }).click()
      await expect(overlay.getByRole('button', { name, exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await overlay.getByRole('button', { name: 'Close' }).click()
      await expect(overlay).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL('/contact-us')
    },
  )

  test(
    'confirming an unchanged set does nothing @long',
    { tag: '@any-width' },
    async ({ page, facts }) => {
      const [celebrity] = await facts.celebrities()
      await page.goto(buildCelebritySearchHref([celebrity?.name ?? '']))
      const overlay = page.getByRole('dialog', { name: 'Edit Search' })
      await page.getByRole('button', { name: 'Edit Search' }).click()
      await expect(overlay).toBeVisible()
      const calls: string[] = []
      page.on('request', (request) => calls.push(request.url()))
      await overlay.getByRole('button', { name: 'Search Products (1)' }).click()
      await expect(overlay).toBeHidden()
      expect(calls.filter((url) => url.includes('/api/images'))).toEqual([])
    },
  )

  test(
    'confirming a changed set clears the list and replaces the URL query',
    { tag: '@any-width' },
    async ({ page, facts }) => {
      const [first, second] = (await facts.celebrities()).map(({ name }) => name)
      const names = [first ?? '', second ?? '']
      await page.goto('/contact-us')
      await page.goto(buildCelebritySearchHref(names.slice(0, 1)))
      await page.getByRole('button', { name: 'Edit Search' }).click()
      const overlay = page.getByRole('dialog', { name: 'Edit Search' })
      await overlay.getByRole('button', { name: names[1] ?? '', exact: true }).click()
      await overlay.getByRole('button', { name: 'Search Products (2)' }).click()
      await expect(page).toHaveURL(buildCelebritySearchHref(names))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(names.join(' & '))
      await page.goBack()
      await expect(page).toHaveURL('/contact-us')
    },
  )
})

test(
  'an unknown celebrity is named, and the empty grid says so',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto(buildCelebritySearchHref(['Nobody At All']))
    await expect(page.getByText('No products found.')).toBeVisible()
    await expect(page.getByText(RESULTS_TEXT.noOneCalled('Nobody At All'))).toBeVisible()
  },
)

test(
  'a failed request is reported and can be retried @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/contact-us')
    await page.route('**/api/images*', (route) => route.abort())
    await page
      .getByRole('link', { name: /trending feed/i })
      .first()
      .click()
    await expect(page.getByRole('alert')).toContainText('Couldn’t load images', {
      timeout: 15_000,
    })
    await page.unroute('**/api/images*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('list', { name: 'Images' }).getByRole('link').first()).toBeVisible()
  },
)

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>'

test(
  'a picture that a busy server refused is loaded again @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/contact-us')
    let isBusy = true
    await page.route('**/*', (route, request) => {
      if (request.resourceType() !== 'image' && request.method() !== 'HEAD') return route.fallback()
      return isBusy
        ? route.fulfill({ status: 503, headers: { 'retry-after': '1' } })
        : route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    })
    const asked = page.waitForRequest((request) => request.method() === 'HEAD')
    await page
      .getByRole('link', { name: /trending feed/i })
      .first()
      .click()
    await (await asked).response()
    isBusy = false
    const picture = page.getByRole('list', { name: 'Images' }).locator('img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  },
)

test(
  'a picture that was refused before the scripts had arrived is loaded again @long',
  { tag: '@any-width' },
  async ({ page }) => {
    let isBusy = true
    let refuse = () => {}
    const refused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await page.route('**/*', async (route, request) => {
      if (request.resourceType() === 'script') {
        await refused
        return route.fallback()
      }
      if (request.resourceType() !== 'image' && request.method() !== 'HEAD') return route.fallback()
      if (!isBusy) return route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
      await route.fulfill({ status: 503, headers: { 'retry-after': '1' } })
      return refuse()
    })
    const asked = page.waitForRequest((request) => request.method() === 'HEAD')
    await page.goto(buildCelebritySearchHref(EVERYONE))
    await (await asked).response()
    isBusy = false
    const picture = page.getByRole('list', { name: 'Images' }).locator('img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  },
)

test('an empty catalogue says what to do next @long', { tag: '@any-width' }, async ({ page }) => {
  await page.route('**/api/images*', (route) =>
    route.fulfill({
      json: {
        success: true,
        message: '',
        data: { total: 0, celebrities: [], unknown: [], images: [], next: null },
      },
    }),
  )
  await page.goto('/contact-us')
  await page
    .getByRole('link', { name: /trending feed/i })
    .first()
    .click()
  await expect(page.getByText('No products found.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View All Celebrities' })).toBeVisible()
})

test(
  'Search result shows the products of the selection, with the same edit overlay',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const [celebrity] = await facts.celebrities()
    const name = celebrity?.name ?? ''
    const { total } = await facts.products(name)
    await page.goto(paths.searchResult.href([name]))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `${total} Products found for ${name}`,
    )
    await expect(page.getByRole('list', { name: 'Products' }).getByRole('article')).toHaveCount(
      Math.min(total, GRID.productPageSize),
    )
    await page.getByRole('button', { name: 'Edit Search' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Search' })).toBeVisible()
  },
)

test(
  'Celebrity view lists the products used, 12 at a time @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const celebrities = await facts.celebrities()
    const name = celebrities[0]?.name ?? ''
    const { total } = await facts.products(name)
    await page.goto(paths.celebrity.href(name))
    const heading = `Products Used by ${name}`
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    const cards = page.getByRole('list', { name: heading }).getByRole('article')
    await expect(cards).toHaveCount(Math.min(total, GRID.productPageSize))
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => cards.count()).toBeGreaterThan(GRID.productPageSize)
    const shown = await cards.count()
    expect(shown === total || shown % GRID.productPageSize === 0).toBe(true)
  },
)
