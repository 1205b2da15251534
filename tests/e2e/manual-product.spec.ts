import {
  MANUAL_PRODUCT_PROBLEMS,
  MANUAL_PRODUCT_TEXT,
  PRODUCT_LINK_PROBLEMS,
} from '#shared/account-messages.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { productPhoto } from '#tests/support/demo-photos.ts'

test.describe.configure({ timeout: 240_000 })

test('a product entered by hand is saved with its photo under My Products', async ({
  page,
  invited,
}) => {
  await invited()
  await page.goto('/add-product-manual')
  const add = page.getByRole('main').getByRole('button', { name: NAVIGATION_TEXT.addProduct })
  await add.click({ timeout: 30_000 })
  await expect(page.getByText(MANUAL_PRODUCT_PROBLEMS.titleRequired)).toBeVisible()
  await expect(page.getByLabel(MANUAL_PRODUCT_TEXT.title, { exact: true })).toBeFocused()
  await expect(page.getByText(MANUAL_PRODUCT_PROBLEMS.priceRequired)).toBeVisible()
  await expect(page.getByText(MANUAL_PRODUCT_PROBLEMS.websiteRequired)).toBeVisible()

  await page.getByLabel(MANUAL_PRODUCT_TEXT.title, { exact: true }).fill('Corduroy jacket')
  await page.getByLabel(MANUAL_PRODUCT_TEXT.price).fill('149.5')
  await page.getByLabel(MANUAL_PRODUCT_TEXT.website).fill('corduroy')
  await add.click()
  await expect(page.getByText(MANUAL_PRODUCT_PROBLEMS.websiteInvalid)).toBeVisible()
  await page.getByLabel(MANUAL_PRODUCT_TEXT.website).fill('https://www.corduroy.example/jacket')
  const { path } = await productPhoto('tee-010')
  await page.getByLabel(MANUAL_PRODUCT_TEXT.photo).setInputFiles(path)
  await expect(page.getByRole('img', { name: MANUAL_PRODUCT_TEXT.photoPreview })).toBeVisible()
  await add.click()

  await expect(page).toHaveURL(/\/profile#my-products$/)
  await expect(page.getByText('Corduroy jacket').first()).toBeVisible()
  const photo = page.locator('img[src^="/media/uploads/"]').first()
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).not.toBe(0)
})

test('a pasted link fills in what is empty, or says plainly why not', async ({ page, invited }) => {
  await invited()
  await page.goto('/add-product-manual')
  const title = page.getByLabel(MANUAL_PRODUCT_TEXT.title, { exact: true })
  const website = page.getByLabel(MANUAL_PRODUCT_TEXT.website)
  await title.fill('My own name for it')
  const fillIn = page.getByRole('button', { name: MANUAL_PRODUCT_TEXT.fillInFrom })
  await website.fill('http://127.0.0.1/coat')
  await fillIn.click()
  await expect(page.getByText(PRODUCT_LINK_PROBLEMS.unreachable)).toBeVisible()

  // No shop can be reached from a test, so the answer is that of the contract test.
  await page.route('**/api/product-from-link', (route) =>
    route.fulfill({
      json: {
        success: true,
        message: '',
        data: {
          title: 'Nord Quilted jacket',
          price: '80.5',
          currency: 'EUR',
          category: 'clothing',
          picture: null,
        },
      },
    }),
  )
  await website.fill('')
  await website.focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', 'https://shop.example.com/jacket')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
    )
  })
  await expect(page.getByText('Filled in from the shop: Price.')).toBeVisible()
  const form = page.getByRole('main')
  await expect(form.getByLabel(NAVIGATION_TEXT.currency)).toHaveValue('EUR')
  await expect(title).toHaveValue('My own name for it')
  await expect(page.getByLabel(MANUAL_PRODUCT_TEXT.price)).toHaveValue('80.5')
})

test('adding by hand needs an invite code @long', async ({ page, login }) => {
  await login()
  await page.goto('/add-product-manual')
  await expect(page).toHaveURL(/\/invitation$/)
})
