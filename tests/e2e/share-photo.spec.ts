import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { prepareSharing, sharePhoto } from '#tests/support/share-photo.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 240_000 })

test(
  'a shared photo is scanned only after the user agrees',
  { tag: '@long-on-phones' },
  async ({ page, invited }) => {
    await invited()
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'POST') return
      if (/\/(image-local\.php|api\/scan)/.test(request.url())) uploads.push(request.url())
    })
    await prepareSharing(page)
    const question = page.getByRole('heading', { name: FINDER_TEXT.scanShared })
    await sharePhoto(page)
    await expect(question).toBeFocused()
    await expect(page.getByRole('img', { name: FINDER_TEXT.sharedPhoto })).toBeVisible()
    await expect(page).toHaveURL(/\/add-product-photo$/)
    await page.getByRole('button', { name: FINDER_TEXT.scanSharedNo }).click()
    await expect(page.getByRole('heading', { name: FINDER_TEXT.title })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: FINDER_TEXT.title })).toBeVisible()
    await expect(question).toHaveCount(0)
    expect(uploads).toEqual([])

    await sharePhoto(page)
    await page.getByRole('button', { name: FINDER_TEXT.scanSharedYes, exact: true }).click()
    await expect(page.getByRole('img', { name: FINDER_TEXT.yourPhoto })).toBeVisible({
      timeout: 30_000,
    })
    await expect.poll(() => uploads.length).toBeGreaterThan(0)
  },
)
