import { EVERYONE, paths } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'
import { holdRoute } from '#tests/support/held-route.ts'
import { takeSample } from '#tests/support/length.ts'

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false })

  test('Home shows its celebrities and where to go', async ({ page, facts }) => {
    const { celebrities } = await facts.home()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Personal AI for Celebrity & Creator Styles',
    )
    for (const { name } of celebrities)
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'View all celebrities' })).toBeVisible()
  })

  test('the feed shows its first looks in columns, as links', async ({ page }) => {
    await page.goto(paths.celebritySearchResult.href(EVERYONE))
    const tiles = page.getByRole('list', { name: 'Images' }).getByRole('link')
    await expect(tiles).toHaveCount(12)
    const [first, second] = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()]
    expect(second?.y).toBe(first?.y)
    expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0))
    await tiles.first().click()
    await expect(page).toHaveURL(/celebrity-image/)
    await expect(page.getByText(/Products found: \d/)).toBeVisible()
  })
})

test(
  'the app hydrates the server markup without errors',
  { tag: '@long-on-phones' },
  async ({ page, facts }) => {
    const [celebrity] = await facts.celebrities()
    const name = celebrity?.name ?? ''
    const { products } = await facts.products(name)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    const screens = [
      paths.home.href(),
      paths.allCelebrities.href(),
      paths.celebritySearchResult.href(EVERYONE),
      paths.celebritySearchResult.href([name]),
      paths.searchResult.href([name]),
      paths.celebrity.href(name),
      paths.celebrityImage.href(products[0]?.celebrity_image ?? ''),
      paths.termsPolicy.href(),
      paths.contactUs.href(),
    ]
    for (const path of takeSample(screens, 5)) {
      await page.goto(path, { waitUntil: 'commit' })
      const main = await page.locator('main').elementHandle()
      await expect(page.locator('html')).toHaveAttribute('data-app', 'running')
      expect(await main?.evaluate((element) => element.isConnected), path).toBe(true)
    }
    expect(problems).toEqual([])
  },
)

test('a look stays where the server placed it', async ({ page }) => {
  const release = await holdRoute(page, '**/assets/react-*.js')
  await page.goto(paths.celebritySearchResult.href(EVERYONE), { waitUntil: 'commit' })
  const places = page.getByRole('list', { name: 'Images' }).getByRole('listitem')
  await expect(places.nth(1)).toBeAttached()
  // Measuring forces a layout, even before the style sheets have loaded.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ sheet }) => sheet !== null,
    ),
  )
  await page.evaluate(async () => void (await document.fonts.ready))
  const rendered = [await places.nth(0).boundingBox(), await places.nth(1).boundingBox()]
  release()
  // From now on the script places it.
  await expect(places.first()).toHaveAttribute('style', /translate/)
  expect([await places.nth(0).boundingBox(), await places.nth(1).boundingBox()]).toEqual(rendered)
})

test(
  'a click before the app has loaded is replayed afterwards @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const [first] = (await facts.home()).celebrities
    const release = await holdRoute(page, '**/assets/react-*.js')
    await page.goto('/', { waitUntil: 'commit' })
    const choice = page.getByRole('button', { name: first?.name ?? '', exact: true })
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', 'false')
    release()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
  },
)

test(
  'going back restores the page as it was left @long',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    const creators = await facts.celebrities('creator')
    await page.goto(paths.allCelebrities.href())
    await page.getByRole('tab', { name: 'Creator Styles' }).click()
    await expect(page.getByRole('link', { name: creators[0]?.name ?? '' }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Creator Styles', selected: true })).toBeVisible()
  },
)
