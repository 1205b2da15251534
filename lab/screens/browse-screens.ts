import { SEARCH_OVERLAY_TEXT } from '#client/features/search/search-overlay-messages.ts'
import { buildCelebritySearchHref, EVERYONE, paths } from '#shared/paths.ts'
import { type Screen, type Visit, replaceCalls } from './screen.ts'

const NO_IMAGES = { total: 0, celebrities: [], unknown: [], images: [], next: null }

const listFirstNames = async ({ facts }: Visit, count: number) =>
  (await facts.celebrities()).slice(0, count).map(({ name }) => name)

const findFirstLook = async ({ facts }: Visit) =>
  paths.celebrityImage.href((await facts.images(EVERYONE)).images[0]?.image ?? '')

const openFirstCelebrity = async (visit: Visit) => {
  const [name = ''] = await listFirstNames(visit, 1)
  await visit.page.goto(paths.celebrity.href(name))
}

export const browseScreens: Screen[] = [
  { name: 'home', open: ({ page }) => page.goto('/'), isWhole: true, isAlsoTablet: true },
  {
    name: 'product',
    open: async ({ page, facts }) => {
      const { products } = await facts.products(EVERYONE)
      await page.goto(paths.product.href(products[0]?.id ?? ''))
    },
    isWhole: true,
  },
  {
    name: 'product-quick-view',
    open: async ({ page }) => {
      await page.goto('/search-result?q=dress')
      await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
      await page.waitForURL(/\/product\//)
      await page.getByRole('button', { name: 'Share' }).waitFor()
    },
  },
  {
    name: 'product-sold-out',
    open: async ({ page, facts }) => {
      const { products } = await facts.products(EVERYONE)
      const [first] = products
      const reply = await page.request.get(`/api/product/${first?.id ?? ''}`)
      const { data } = (await reply.json()) as { data: { offers: object[] } }
      const checkedAt = new Date(Date.now() - 3 * 60 * 60_000).toISOString()
      const offers = data.offers.map((offer) => ({ ...offer, availability: 'removed', checkedAt }))
      await replaceCalls(page, '**/api/product/*', { ...data, offers })
      await page.goto(paths.product.href(first?.id ?? ''))
      await page.getByText('Closest in stock').waitFor()
    },
    isWhole: true,
  },
  { name: 'demo-shop', open: ({ page }) => page.goto(paths.demoShop.href('second-look')) },
  {
    name: 'home-selected',
    open: async ({ page, facts }) => {
      await page.goto('/')
      const { celebrities } = await facts.home()
      for (const { name } of celebrities.slice(0, 2))
        await page.getByRole('button', { name, exact: true }).click()
    },
  },
  {
    name: 'home-loading',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/home', 'waiting')
      await page.goto('/')
    },
  },
  {
    name: 'home-empty',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/home', { celebrities: [], samples: [] })
      await page.goto('/')
    },
  },
  {
    name: 'home-error',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/home', 'failing')
      await page.goto('/')
    },
  },
  { name: 'all-celebrities', open: ({ page }) => page.goto('/all-celebrities'), isWhole: true },
  {
    name: 'all-celebrities-selecting',
    open: async (visit) => {
      const { page } = visit
      await page.goto('/all-celebrities')
      await page.getByRole('button', { name: 'Select' }).click()
      for (const name of await listFirstNames(visit, 3))
        await page.getByRole('button', { name, exact: true }).click()
    },
  },
  {
    name: 'all-celebrities-loading',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/celebrities*', 'waiting')
      await page.goto('/all-celebrities')
    },
  },
  {
    name: 'all-celebrities-empty',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/celebrities*', { total: 0, celebrities: [], next: null })
      await page.goto('/all-celebrities')
    },
  },
  {
    name: 'trending-feed',
    open: ({ page }) => page.goto(buildCelebritySearchHref(EVERYONE)),
    isWhole: true,
  },
  {
    name: 'results',
    open: async (visit) =>
      visit.page.goto(buildCelebritySearchHref(await listFirstNames(visit, 12))),
  },
  {
    name: 'results-unknown-name',
    open: async (visit) =>
      visit.page.goto(
        buildCelebritySearchHref([...(await listFirstNames(visit, 1)), 'Nobody At All']),
      ),
  },
  {
    name: 'results-loading',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/images*', 'waiting')
      await page.goto(buildCelebritySearchHref(EVERYONE))
    },
  },
  {
    name: 'results-empty',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/images*', NO_IMAGES)
      await page.goto(buildCelebritySearchHref(EVERYONE))
    },
  },
  {
    name: 'results-error',
    open: async ({ page }) => {
      await replaceCalls(page, '**/api/images*', 'failing')
      await page.goto(buildCelebritySearchHref(EVERYONE))
    },
  },
  {
    name: 'edit-search',
    open: async (visit) => {
      const names = await listFirstNames(visit, 2)
      await visit.page.goto(buildCelebritySearchHref(names))
      await visit.page.getByRole('button', { name: 'Edit Search' }).click()
      await visit.page.getByRole('dialog').getByRole('button', { pressed: true }).first().waitFor()
    },
  },
  {
    name: 'search-result',
    open: async (visit) => visit.page.goto(paths.searchResult.href(await listFirstNames(visit, 1))),
  },
  {
    name: 'search-result-words',
    open: async ({ page }) => {
      await page.goto('/search-result?q=coat')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'search-chips',
    open: async ({ page }) => {
      await page.goto('/search-result?q=black+dress+under+200&sort=price')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'search-filters',
    open: async ({ page, isPhone }) => {
      await page.goto('/search-result?q=shoes')
      if (isPhone) await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'search-field',
    open: async (visit) => {
      const [name = ''] = await listFirstNames(visit, 1)
      await visit.page.goto('/')
      await visit.page.getByRole('button', { name: 'Search', exact: true }).click()
      await visit.page.getByRole('combobox', { name: /^Search/ }).fill(name.split(' ')[0] ?? name)
      await visit.page.getByRole('option').first().waitFor()
      await visit.page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'search-field-nothing',
    open: async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('combobox', { name: /^Search/ }).fill('qqqzzzxxx')
      await page.getByText(SEARCH_OVERLAY_TEXT.noResults('qqqzzzxxx')).waitFor()
    },
  },
  {
    name: 'celebrity-image',
    open: async (visit) => visit.page.goto(await findFirstLook(visit)),
    isWhole: true,
  },
  {
    name: 'celebrity-image-lit',
    open: async (visit) => {
      await visit.page.goto(await findFirstLook(visit))
      const dots = visit.page.getByRole('list', { name: 'Products in this picture' })
      await dots.getByRole('button').last().focus()
    },
  },
  {
    name: 'celebrity-image-loading',
    open: async (visit) => {
      await replaceCalls(visit.page, '**/api/image?*', 'waiting')
      await visit.page.goto(await findFirstLook(visit))
    },
  },
  {
    name: 'celebrity-image-error',
    open: async (visit) => {
      await replaceCalls(visit.page, '**/api/image?*', 'failing')
      await visit.page.goto(await findFirstLook(visit))
    },
  },
  { name: 'celebrity-image-broken', open: ({ page }) => page.goto('/celebrity-image/broken!') },
  {
    name: 'search-nothing',
    open: async ({ page }) => {
      await page.goto('/search-result?q=qqqzzzxxx')
      await page.getByText('No products found.').waitFor()
    },
  },
  { name: 'celebrity', open: openFirstCelebrity },
  {
    name: 'celebrity-filters',
    open: async (visit) => {
      await openFirstCelebrity(visit)
      if (visit.isPhone)
        await visit.page.getByRole('button', { name: 'Filter', exact: true }).click()
      await visit.page.getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'login-overlay',
    open: async (visit) => {
      await openFirstCelebrity(visit)
      await visit.page
        .getByRole('button', { name: /^Save / })
        .first()
        .click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'menu',
    open: async ({ page, isPhone }) => {
      await page.goto('/')
      await page.getByRole('button', { name: isPhone ? 'Menu' : 'Add Product' }).click()
      await page.getByText('Add Manually').waitFor()
    },
  },
  { name: 'terms-policy', open: ({ page }) => page.goto('/terms-policy'), isWhole: true },
  { name: 'contact-us', open: ({ page }) => page.goto('/contact-us') },
  {
    name: 'contact-us-clicked',
    open: async ({ page }) => {
      await page.goto('/contact-us')
      await page.getByRole('button', { name: 'Send Message' }).click()
    },
  },
  { name: 'not-found', open: ({ page }) => page.goto('/no/such/page') },
]
