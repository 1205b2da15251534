import type { Locator, Page } from '@playwright/test'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { ANSWER_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { ACCESS_TEXT, FIND_TITLE, HOME_TEXT } from '#shared/messages.ts'
import { PRODUCT_PAGE_TEXT } from '#shared/product-page-messages.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { paths } from '#shared/paths.ts'
import { productPhoto, waitUntilIndexed } from '#tests/support/demo-photos.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'

/**
 * Everyday tasks, by touch on a phone and by keyboard on a desktop. Each counts the steps a visitor
 * takes and allows no more than docs/ten-tasks.md states, which compares them with other products.
 * Pasting a screenshot is in find.spec.ts.
 */
const STEPS = {
  photoToShop: 2,
  refineByWords: 2,
  refineByChip: 1,
  similarButCheaper: 1,
  search: 2,
  looksOfAPerson: 2,
  saveSignedOut: 3,
  share: 1,
  cheapestShop: 2,
  pricesOfShops: 1,
  whoWearsIt: 1,
  alertOnADrop: 2,
  sizeInStock: 2,
} as const

/** A scan keeps both cores busy for seconds, longer on a loaded machine. */
const SCAN = { timeout: 90_000 }
test.describe.configure({ timeout: 240_000 })

const MOST_TABS = 200

/** Acts as a visitor would and counts: a tap, a key on the focused control, words with Enter. */
const visitor = (page: Page, hasTouch: boolean) => {
  let steps = 0
  /** With nothing but the Tab key, as somebody without a pointer gets there. */
  const reach = async (target: Locator) => {
    // Found once: looking for a role in the whole page after every key takes most of the time.
    const control = await target.elementHandle()
    const isReached = () => control?.evaluate((element) => element === document.activeElement)
    for (let tabs = 0; !(await isReached()); tabs += 1) {
      if (tabs === MOST_TABS) throw new Error(`The Tab key does not reach ${target.toString()}`)
      await page.keyboard.press('Tab')
    }
  }
  return {
    steps: () => steps,
    press: async (target: Locator) => {
      steps += 1
      await expect(target).toBeVisible()
      if (hasTouch) return target.tap()
      await reach(target)
      return page.keyboard.press('Enter')
    },
    /** The browser's own file dialog, opened by the control. */
    choose: async (control: Locator, file: string) => {
      steps += 1
      const chooser = page.waitForEvent('filechooser')
      if (hasTouch) await control.tap()
      else {
        await reach(control)
        await page.keyboard.press('Enter')
      }
      await (await chooser).setFiles(file)
    },
    type: async (field: Locator, words: string) => {
      steps += 1
      // Opening the search puts the focus here.
      await expect(field).toBeFocused()
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
    },
  }
}

test('search, similar but cheaper, and share @long-on-phones', async ({ page, hasTouch }) => {
  await page.goto('/')
  const searching = visitor(page, hasTouch)
  await searching.press(page.getByRole('button', { name: 'Search', exact: true }))
  await searching.type(page.getByRole('combobox', { name: /^Search/ }), 'pants')
  await expect(page).toHaveURL('/search-result?q=pants')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('pants')
  const found = page.getByRole('list', { name: 'Products found' })
  await expect(found.getByRole('article').first()).toContainText(/trousers|pants|jeans|chinos/i)
  expect(searching.steps()).toBeLessThanOrEqual(STEPS.search)

  // The dearest of them surely has cheaper ones.
  await page.goto('/search-result?q=pants&sort=price-desc')
  const comparing = visitor(page, hasTouch)
  await comparing.press(found.getByRole('article').first().getByRole('heading').getByRole('link'))
  const cheaper = page.getByRole('complementary', { name: PRODUCT_TEXT.cheaper })
  await expect(cheaper).toContainText(/Save \d+%/)
  expect(comparing.steps()).toBeLessThanOrEqual(STEPS.similarButCheaper)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const sharing = visitor(page, hasTouch)
  await sharing.press(page.getByRole('button', { name: 'Share' }))
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  // The address of the product itself, whoever's look led to it.
  const slug = (address: string) => new URL(address).pathname.replace(/^\/product\/\d+\//, '')
  expect(slug(copied)).toBe(slug(page.url()))
  expect(sharing.steps()).toBeLessThanOrEqual(STEPS.share)
})

test("one person's looks, and a heart while signed out @long-on-phones", async ({
  page,
  hasTouch,
  resetLimits,
}) => {
  await resetLimits()
  const { data } = (await (await page.request.get('/api/home')).json()) as {
    data: { celebrities: { name: string }[] }
  }
  const name = data.celebrities[0]?.name ?? ''
  await page.goto('/')
  const looking = visitor(page, hasTouch)
  await looking.press(page.getByRole('button', { name, exact: true }))
  await looking.press(page.getByRole('link', { name: 'Search Products (1)' }))
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('link').first()).toBeVisible()
  expect(looking.steps()).toBeLessThanOrEqual(STEPS.looksOfAPerson)

  await page.goto(paths.celebrity.href(name))
  const heart = page.getByRole('button', { name: /^Save / }).first()
  const label = (await heart.getAttribute('aria-label')) ?? ''
  const saving = visitor(page, hasTouch)
  await saving.press(page.getByRole('button', { name: label, exact: true }))
  await expect(page.getByRole('dialog', { name: ACCESS_TEXT.logInToSave })).toBeVisible()
  await saving.press(page.getByRole('button', { name: 'Continue with Google' }))
  await saving.press(page.getByRole('button', { name: 'Emil Voss, again' }))
  await expect(page).toHaveURL(paths.celebrity.href(name))
  await page.goto(paths.profile.href('saved-products'))
  await expect(page.getByRole('button', { name: label, exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(saving.steps()).toBeLessThanOrEqual(STEPS.saveSignedOut)
})

test('understand it at once; a photo leads to a shop, and is refined', async ({
  page,
  hasTouch,
  database,
}) => {
  const { path, name } = await productPhoto('dress-051')
  await waitUntilIndexed(database, [name])
  await page.goto('/')
  // Both halves of the product are explained and offered on the first screen.
  await expect(page.getByText(HOME_TEXT.about)).toBeInViewport({ ratio: 1 })
  const main = page.getByRole('main')
  const label = main.getByText(FIND_TITLE, { exact: true })
  await expect(label).toBeInViewport({ ratio: 1 })
  const file = hasTouch ? label : main.getByLabel(FIND_TITLE, { exact: true })

  const finding = visitor(page, hasTouch)
  await finding.choose(file, path)
  await expect(page.getByRole('button', { name: FINDER_TEXT.scanAgain })).toBeAttached(SCAN)
  const panel = page.getByRole('region', { name: PHOTO_TEXT.detectedObjects })
  const opened = page.waitForEvent('popup')
  await finding.press(panel.getByRole('link', { name: /opens in a new tab/ }).first())
  await (await opened).close()
  expect(finding.steps()).toBeLessThanOrEqual(STEPS.photoToShop)

  // Before any object is chosen.
  const refining = visitor(page, hasTouch)
  const words = panel.getByRole('textbox', { name: ANSWER_TEXT.refine })
  await refining.press(words)
  await refining.type(words, 'in black under 300 euro')
  const black = panel.getByRole('button', { name: 'Remove filter Black' })
  await expect(black).toBeVisible(SCAN)
  expect(refining.steps()).toBeLessThanOrEqual(STEPS.refineByWords)
  await refining.press(black)
  await expect(black).toBeHidden()
  const choosing = visitor(page, hasTouch)
  const chip = panel.getByRole('button', { name: /^Only / }).first()
  const [, only = ''] =
    /^Only (.+) \d+ product/.exec((await chip.getAttribute('aria-label')) ?? '') ?? []
  await choosing.press(chip)
  await expect(panel.getByRole('button', { name: `Remove filter ${only}` })).toBeVisible(SCAN)
  expect(choosing.steps()).toBeLessThanOrEqual(STEPS.refineByChip)
})

/** A worn product that two shops have in stock at different prices. */
const findCompared = async (page: Page): Promise<ProductDetail> => {
  const read = async <T>(path: string) =>
    ((await (await page.request.get(path)).json()) as { data: T }).data
  const { products } = await read<{ products: { id: string }[] }>('/api/search/products?q=dress')
  for (const { id } of products) {
    const product = await read<ProductDetail>(`/api/product/${id}`)
    const [first, second] = product.offers.filter(isBuyable)
    if (first && second && first.shop !== second.shop && product.wornIn.length > 0) return product
  }
  throw new Error('No dress of the demo is worn and sold by two shops')
}

test('compare shops, and see who wears it @long-on-phones', async ({ page, hasTouch }) => {
  const { card, offers } = await findCompared(page)
  await page.goto('/search-result?q=dress')
  const link = page.getByRole('link', { name: card.name, exact: true }).first()
  const shopping = visitor(page, hasTouch)
  await shopping.press(link)

  // The first is the cheapest that is in stock, and its shop is one step away.
  const sellers = page
    .getByRole('region', { name: PRODUCT_PAGE_TEXT.sellers })
    .getByRole('listitem')
  await expect(sellers).toHaveCount(offers.length)
  for (const [index, { price }] of offers.entries())
    await expect(sellers.nth(index)).toContainText(price)
  expect(shopping.steps()).toBeLessThanOrEqual(STEPS.pricesOfShops)
  const wornBy = page.getByRole('region', { name: PRODUCT_PAGE_TEXT.wornBy })
  await expect(wornBy.getByRole('link').first()).toBeVisible()
  expect(shopping.steps()).toBeLessThanOrEqual(STEPS.whoWearsIt)
  const opened = page.waitForEvent('popup')
  await shopping.press(page.getByRole('link', { name: /^View at / }))
  await expect((await opened).getByText(offers[0]?.price ?? '').first()).toBeVisible()
  expect(shopping.steps()).toBeLessThanOrEqual(STEPS.cheapestShop)
})

test('an alert on a falling price, and a size in stock @long-on-phones', async ({
  page,
  hasTouch,
  login,
}) => {
  await login()
  const { card } = await findCompared(page)
  await page.goto('/search-result?q=dress')
  const waiting = visitor(page, hasTouch)
  await waiting.press(page.getByRole('link', { name: card.name, exact: true }).first())
  await waiting.press(page.getByRole('button', { name: /^Tell me at / }))
  await expect(page.getByText(ALERT_TEXT.active)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Tell me at / })).toBeHidden()
  expect(waiting.steps()).toBeLessThanOrEqual(STEPS.alertOnADrop)

  await page.goto('/')
  const searching = visitor(page, hasTouch)
  await searching.press(page.getByRole('button', { name: 'Search', exact: true }))
  await searching.type(page.getByRole('combobox', { name: /^Search/ }), 'sneakers size 42')
  const found = page.getByRole('list', { name: 'Products found' })
  const href = await found
    .getByRole('article')
    .first()
    .getByRole('link')
    .first()
    .getAttribute('href')
  const id = /^\/product\/(\d+)/.exec(href ?? '')?.[1]
  const product = (await (await page.request.get(`/api/product/${id}`)).json()) as {
    data: ProductDetail
  }
  expect(product.data.offers.filter(isBuyable).flatMap(({ sizes }) => sizes)).toContainEqual(
    expect.stringMatching(/\b42\b/),
  )
  expect(searching.steps()).toBeLessThanOrEqual(STEPS.sizeInStock)
})
