import { expect, test } from '#tests/support/e2e-fixtures.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 240_000 })

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
  // A service worker that the browser has only just started may not know that it is offline.
  await expect(async () => {
    await page.goto('/all-celebrities', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0)
})

test('offline, a page says so in a language that was visited once', async ({ page, context }) => {
  await page.goto('/de/contact-us')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await context.setOffline(true)
  for (const [path, language, title] of [
    ['/de/all-celebrities', 'de', 'Du bist offline'],
    ['/ar', 'en', 'You are offline'],
    ['/all-celebrities', 'en', 'You are offline'],
  ] as const)
    await expect(async () => {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 5_000 })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }).toPass()
})
