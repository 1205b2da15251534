import { readFile } from 'node:fs/promises'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 60_000 })

test('the app can be installed: manifest, icons and a share target', async ({ page, request }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await request.get(href ?? '')
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await reply.json()) as {
    icons: { src: string }[]
    share_target: { action: string; method: string }
  }
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200)
  expect(manifest.share_target).toMatchObject({ action: '/share-photo', method: 'POST' })
})

test('offline, a page says so and no account data is cached', async ({
  page,
  context,
  invited,
}) => {
  await invited()
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto('/profile')
  await expect(page.getByRole('main')).toBeVisible()
  const kept = await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(new URL(url).pathname)
    return paths
  })
  expect(kept.filter((path) => /^\/(api|media)\/|\.php$|^\/profile/.test(path))).toEqual([])
  await context.setOffline(true)
  await page.goto('/all-celebrities')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0)
})

test('a shared photo is scanned only after the user agrees', async ({ page, invited }) => {
  await invited()
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    if (/\/(image-local\.php|api\/scan)/.test(request.url())) uploads.push(request.url())
  })
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  const bytes = [...(await readFile(await streetPhoto(7)))]
  const share = () =>
    page.evaluate((data) => {
      const form = document.createElement('form')
      form.method = 'POST'
      form.enctype = 'multipart/form-data'
      form.action = '/share-photo'
      const input = document.createElement('input')
      input.type = 'file'
      input.name = 'photo'
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(data)], 'shared.jpg', { type: 'image/jpeg' }))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    }, bytes)

  const question = page.getByRole('heading', { name: FINDER_TEXT.scanShared })
  await share()
  await expect(question).toBeFocused()
  await expect(page.getByRole('img', { name: FINDER_TEXT.sharedPhoto })).toBeVisible()
  await expect(page).toHaveURL(/\/add-product-photo$/)
  await page.getByRole('button', { name: FINDER_TEXT.scanSharedNo }).click()
  await expect(page.getByRole('heading', { name: FINDER_TEXT.title })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: FINDER_TEXT.title })).toBeVisible()
  await expect(question).toHaveCount(0)
  expect(uploads).toEqual([])

  await share()
  await page.getByRole('button', { name: FINDER_TEXT.scanSharedYes, exact: true }).click()
  await expect(page.getByRole('img', { name: FINDER_TEXT.yourPhoto })).toBeVisible({
    timeout: 30_000,
  })
  await expect.poll(() => uploads.length).toBeGreaterThan(0)
})
