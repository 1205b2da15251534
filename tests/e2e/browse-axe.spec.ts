import { buildCelebritySearchHref, EVERYONE, paths } from '#shared/paths.ts'
import { findAxeViolations, findAxeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/browse.ts'
import { takeSample } from '#tests/support/length.ts'

/** A dozen screens in one test, because a browser context for each would take longer. */
const PATIENCE_MS = 180_000

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test.describe('axe-core finds no violation in either theme', () => {
  test('on any screen, wide or narrow', { tag: '@any-width' }, async ({ page, facts }) => {
    test.setTimeout(PATIENCE_MS)
    const { images } = await facts.images(EVERYONE)
    const tile = images[0]
    const name = tile?.celebrity_name ?? ''
    const screens = [
      '/',
      '/all-celebrities',
      buildCelebritySearchHref(EVERYONE),
      buildCelebritySearchHref([name]),
      buildCelebritySearchHref(['Nobody At All']),
      paths.searchResult.href([name]),
      `/search-result?q=${encodeURIComponent(name)}`,
      '/search-result?q=black+dress&sort=price',
      paths.celebrityImage.href(tile?.image ?? ''),
      '/celebrity-image/broken!',
      paths.celebrity.href(name),
      paths.product.href((await facts.products(name)).products[0]?.id ?? ''),
      paths.demoShop.href('second-look'),
      '/terms-policy',
      '/contact-us',
      '/no/such/page',
    ]
    for (const path of takeSample(screens, 5)) {
      await page.goto(path)
      await expect(
        page.getByRole('main').locator('h1, p').filter({ visible: true }).first(),
      ).toBeVisible()
      expect(await findAxeViolationsAtBothWidths(page), path).toEqual([])
    }
  })

  test('with the overlays open', { tag: '@long' }, async ({ page, facts, isPhone }) => {
    test.setTimeout(PATIENCE_MS)
    const [celebrity] = await facts.celebrities()
    const name = celebrity?.name ?? ''
    await page.goto(buildCelebritySearchHref([name]))
    await page.getByRole('button', { name: 'Edit Search' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name, exact: true })).toBeVisible()
    expect(await findAxeViolations(page), 'Edit Search').toEqual([])

    await page.goto(paths.celebrity.href(name))
    await page
      .getByRole('button', { name: /^Save / })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findAxeViolations(page), 'login overlay').toEqual([])

    // Over the list on a desktop, as a page on a phone; sold out, which shows more than otherwise.
    await page.goto(paths.celebrity.href(name))
    await page.route(/\/api\/product\/\d+$/, async (route) => {
      const { data, ...rest } = (await (await route.fetch()).json()) as {
        data: { offers: object[] }
      }
      const offers = data.offers.map((offer) => ({ ...offer, availability: 'removed' }))
      await route.fulfill({ json: { ...rest, data: { ...data, offers } } })
    })
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page.getByText('No longer sold here').first()).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Closest in stock' })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await findAxeViolations(page), 'sold out').toEqual([])
    await page.unrouteAll({ behavior: 'wait' })

    await page.goto('/')
    await page.getByRole('button', { name: isPhone ? 'Menu' : 'Add Product' }).click()
    await expect(page.getByText('Add Manually')).toBeVisible()
    expect(await findAxeViolations(page), 'menu').toEqual([])

    await page.goto('/')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: /^Search/ }).fill(name)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    expect(await findAxeViolations(page), 'search').toEqual([])

    await page.goto('/search-result?q=shoes')
    const open = page.getByRole('button', { name: 'Filter', exact: true })
    if (await open.isVisible()) await open.click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    expect(await findAxeViolations(page), 'filters').toEqual([])

    await page.goto('/all-celebrities')
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('button', { name, exact: true }).click()
    expect(await findAxeViolations(page), 'selecting').toEqual([])
  })
})
