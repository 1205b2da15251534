import type { Page } from '@playwright/test'
import { BACK_ARROW } from '#shared/constants.ts'
import { buildCelebritySearchHref, EVERYONE, paths } from '#shared/paths.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import { expect, test } from '#tests/support/browse.ts'

const PLACES = [
  ['Home', '/'],
  ['All Celebrities', '/all-celebrities'],
  ['Trending Feed', buildCelebritySearchHref(EVERYONE)],
  ['Terms And Policy', '/terms-policy'],
  ['Contact Us', '/contact-us'],
] as const

test(
  'the header links to every section, the logo to the feed',
  { tag: '@long-on-phones' },
  async ({ page, isPhone }) => {
    test.slow()
    await page.goto('/contact-us')
    for (const [name, href] of PLACES) {
      if (isPhone) await page.getByRole('button', { name: 'Menu' }).click()
      const nav = page.getByRole('navigation', { name: isPhone ? 'Menu' : 'Main' })
      await nav.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(href)
      await expect(nav).toBeVisible({ visible: !isPhone })
    }
    await page.getByRole('link', { name: 'Wearabouts: trending feed' }).click()
    await expect(page).toHaveURL(buildCelebritySearchHref(EVERYONE))
  },
)

test('a navigation is announced, and the keyboard starts in the new page', async ({
  page,
  isPhone,
}) => {
  await page.goto('/contact-us')
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click()
  const nav = page.getByRole('navigation', { name: isPhone ? 'Menu' : 'Main' })
  await nav.getByRole('link', { name: 'All Celebrities' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'All Celebrities' })).toBeAttached()
  await expect(page.getByRole('main')).toBeFocused()
})

test('nothing in the header overflows with the text spacing of WCAG 1.4.12', async ({ page }) => {
  await page.goto('/contact-us')
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
  const header = page.getByRole('banner')
  const places = await header.locator('a:visible, button:visible').evaluateAll((all) =>
    all.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { name: element.textContent, left, right, top, bottom }
    }),
  )
  const { width } = page.viewportSize() ?? { width: 0 }
  for (const [index, one] of places.entries()) {
    expect(one.right, one.name).toBeLessThanOrEqual(width)
    for (const other of places.slice(index + 1)) {
      const isApart =
        one.right <= other.left + 1 ||
        other.right <= one.left + 1 ||
        one.bottom <= other.top + 1 ||
        other.bottom <= one.top + 1
      expect(isApart, `${one.name} and ${other.name}`).toBe(true)
    }
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

type PublicScreen = {
  [Name in keyof typeof paths]: (typeof paths)[Name]['access'] extends 'public' | 'signed-out'
    ? Name
    : never
}[keyof typeof paths]

/** Gives everybody on the page a name that is one word, as long as names may be. */
const lengthenNames = (page: Page, names: readonly string[]) =>
  page.evaluate(
    ({ names, word }) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode
        const name = names.find((one) => text.nodeValue?.includes(one))
        if (name === undefined || text.parentElement?.closest('script')) continue
        text.nodeValue = text.nodeValue?.replace(name, word) ?? ''
      }
    },
    { names, word: 'é'.repeat(DRAFT.nameChars) },
  )

const expectToFit = (page: Page, message: string) =>
  // A grid that is measured follows a moment later.
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message })
    .toBeLessThanOrEqual(0)

test(
  'no public screen is wider than the window, nor at a zoom of 200%',
  { tag: '@any-width' },
  async ({ page, facts }) => {
    test.slow()
    const [tile] = (await facts.images(EVERYONE)).images
    const name = tile?.celebrity_name ?? ''
    const [product] = (await facts.products(name)).products
    const everybody = (await facts.celebrities()).map((celebrity) => celebrity.name)
    const names = everybody.slice(0, 12)
    const longName = `Nobody ${'x'.repeat(60)}`
    // The compiler asks for every new screen.
    const screens: Record<PublicScreen, string[]> = {
      home: ['/'],
      searchResult: [paths.searchResult.href(names), '/search-result?q=black+dress&sort=price'],
      allCelebrities: ['/all-celebrities'],
      termsPolicy: ['/terms-policy'],
      contactUs: ['/contact-us'],
      login: ['/login'],
      celebrity: [
        paths.celebrity.href(name),
        paths.celebrity.href('Nobody At All'),
        paths.celebrity.href(longName),
      ],
      product: [paths.product.href(product?.id ?? '')],
      demoShop: [paths.demoShop.href('second-look')],
      celebritySearchResult: [
        buildCelebritySearchHref(EVERYONE),
        buildCelebritySearchHref(names),
        buildCelebritySearchHref([longName]),
      ],
      celebrityImage: [paths.celebrityImage.href(tile?.image ?? ''), '/celebrity-image/broken!'],
      creator: [paths.creator.href('nobody')],
      tag: [paths.tag.href('none')],
      event: [paths.event.href('none')],
      show: [paths.show.href('none')],
      sharedBoard: [paths.sharedBoard.href('none')],
      invitation: ['/invitation'],
      emailLink: ['/sign-in'],
      setup: ['/setup'],
      report: ['/report'],
      alerts: ['/alerts'],
      find: ['/find'],
      sharedLook: [paths.sharedLook.href([product?.id ?? ''])],
    }
    for (const path of Object.values(screens).flat()) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('main')).not.toBeEmpty()
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]:not(button)'))
      // A name may be one long word.
      await page.evaluate(() => document.querySelector('h1')?.append(` ${'Ø'.repeat(60)}`))
      // 640 px is what a zoom of 200% leaves of 1280.
      for (const width of [320, 390, 640, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await lengthenNames(page, everybody)
        await expectToFit(page, `${path} at ${width} px`)
        const heading = await page.getByRole('heading', { level: 1 }).first().boundingBox()
        // Beside buttons it would be one letter wide.
        expect(heading?.width, `the heading of ${path} at ${width} px`).toBeGreaterThan(150)
      }
    }
  },
)

test(
  'a long name fits in every tab, while selecting and in the search field',
  {
    tag: '@any-width',
  },
  async ({ page, facts }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const everybody = (await facts.celebrities()).map((celebrity) => celebrity.name)
    await page.goto('/all-celebrities')
    const expectLongNamesToFit = async (message: string) => {
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]:not(button)'))
      await lengthenNames(page, everybody)
      await expectToFit(page, message)
      const isCut = await page.evaluate(() =>
        [...document.querySelectorAll('dialog[open], dialog[open] *')].some(
          (element) =>
            element.scrollWidth > element.clientWidth + 1 &&
            ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
        ),
      )
      expect(isCut, message).toBe(false)
    }
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expectLongNamesToFit((await tab.textContent()) ?? '')
    }
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('main').getByRole('button', { pressed: false }).nth(3).click()
    await expectLongNamesToFit('while selecting')
    await page.goto(paths.searchResult.href(everybody.slice(0, 3)))
    await page.getByRole('button', { name: 'Edit Search' }).click()
    await expectLongNamesToFit('Edit Search')
    await page.goto('/all-celebrities')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: /^Search/ }).fill(everybody[0] ?? '')
    await expect(page.getByRole('option', { name: everybody[0] ?? '' }).first()).toBeVisible()
    await expectLongNamesToFit('search field')
  },
)

test('signed out, the header has My Account to /login and a heart to the saved products', async ({
  page,
  isPhone,
}) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Saved products: 0' })).toHaveAttribute(
    'href',
    '/profile#saved-products',
  )
  if (isPhone) await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/login')
})

test(
  'the heart in the header asks a visitor to log in, also in a new tab',
  { tag: '@any-width' },
  async ({ page }) => {
    const overlay = page.getByRole('dialog', { name: 'Please log in to save products.' })
    await page.goto('/contact-us')
    await page.getByRole('link', { name: 'Saved products: 0' }).click()
    await expect(overlay).toBeVisible()
    await expect(page).toHaveURL('/contact-us')
    await page.goto(paths.profile.href('saved-products'))
    await expect(overlay).toBeVisible()
    await expect(page).toHaveURL('/')
  },
)

test('the Add Product menu offers both options', async ({ page, isPhone }) => {
  await page.goto('/')
  await page.getByRole('button', { name: isPhone ? 'Menu' : 'Add Product' }).click()
  const role = isPhone ? 'link' : 'menuitem'
  await expect(page.getByRole(role, { name: 'Add Manually' })).toHaveAttribute(
    'href',
    '/add-product-manual',
  )
  await expect(page.getByRole(role, { name: 'Add By Uploading Photo' })).toHaveAttribute(
    'href',
    '/add-product-photo',
  )
})

test(
  'the Add Product menu works by keyboard alone and returns focus @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/')
    const button = page.getByRole('button', { name: 'Add Product' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Add Manually' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(button).toBeFocused()
  },
)

test(
  'the back arrow goes back in history, and Home when there is none @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/contact-us')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms And Policy' }).click()
    await expect(page).toHaveURL('/terms-policy')
    await page.getByRole('button', { name: 'Go back' }).click()
    await expect(page).toHaveURL('/contact-us')
  },
)

test(
  'the back arrow falls back to Home after 500 ms @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.clock.install({ time: '2026-01-01T00:00:00' })
    await page.goto('/contact-us')
    // Before the clock is frozen, because React needs it to render.
    await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible()
    // A new tab has no history before this page.
    await page.evaluate(() => {
      window.history.back = () => undefined
    })
    await page.clock.pauseAt('2026-01-01T01:00:00')
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.clock.runFor(BACK_ARROW.fallbackMs - 1)
    await expect(page).toHaveURL('/contact-us')
    await page.clock.runFor(2)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Go back' })).toBeHidden()
  },
)

test(
  'a page restored from the back-forward cache is reloaded @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/contact-us')
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
    const reloaded = page.waitForEvent('framenavigated')
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await reloaded
    await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
  },
)

test(
  'the theme follows the system until it is switched, and is remembered @long',
  { tag: '@any-width' },
  async ({ page, isPhone }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/contact-us')
    const root = page.locator('html')
    await expect(root).toHaveAttribute('data-theme', 'dark')
    if (isPhone) await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('button', { name: 'Switch to light theme' })
      .filter({ visible: true })
      .click()
    await expect(root).toHaveAttribute('data-theme', 'light')
    await page.reload()
    await expect(root).toHaveAttribute('data-theme', 'light')
  },
)

test(
  'navigation resets scroll to the top unless returning to a saved position @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/terms-policy')
    await page.evaluate(() => window.scrollTo(0, 900))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
    await expect(page).toHaveURL('/contact-us')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Terms And Policy' })).toBeAttached()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(800)
  },
)
