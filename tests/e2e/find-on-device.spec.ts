import type { Page, Request } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { DEVICE_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { openInLanguage } from '#lab/screens/translated-page.ts'
import { paths } from '#shared/paths.ts'
import { OFFLINE_TEXT } from '#shared/offline-messages.ts'
import { MODELS_LIST } from '#shared/vision/model-downloads.ts'
import { findAxeViolations, findAxeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'

/** Downloads and compiles onnxruntime, then scans, beside whatever else the machine does. */
test.describe.configure({ timeout: 240_000 })
const SCAN = { timeout: 120_000 }

const isScanned = (page: Page) =>
  expect(page.getByRole('button', { name: FINDER_TEXT.scanAgain })).toBeAttached(SCAN)

/** What a request may carry about a photo: descriptions, and the embeddings made of them. */
const MAY_BE_SENT = /^\/api\/(find-objects|find-vector|answers|answers\/counts)$/
/** A JPEG, PNG or WebP, as bytes or in base64. */
const PICTURE = /\u00FF\u00D8\u00FF|\u0089PNG|WEBP|\/9j\/|iVBORw0KGgo|UklGR|data:image/

/** Fails a test if anything leaves the browser that could be a picture. */
const watchRequests = (page: Page) => {
  const suspicious: string[] = []
  const paths: string[] = []
  const check = (request: Request) => {
    const { pathname } = new URL(request.url())
    paths.push(pathname)
    // Neither has a body; a picture that did not load is asked for with HEAD.
    if (request.method() === 'GET' || request.method() === 'HEAD') return
    const body = request.postDataBuffer()?.toString('latin1') ?? ''
    const type = request.headers()['content-type'] ?? ''
    if (!MAY_BE_SENT.test(pathname) || PICTURE.test(body) || !type.startsWith('application/json'))
      suspicious.push(`${request.method()} ${pathname} ${type} ${body.slice(0, 60)}`)
  }
  page.context().on('request', check)
  return { suspicious, paths }
}

const photoBytes = async () => (await readFile(await streetPhoto())).toString('base64')

/** A file as another program would hand it to the page. */
const handOver = async (page: Page, how: 'paste' | 'drop') =>
  page.evaluate(
    ({ data, how }) => {
      const raw = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([raw], 'screenshot.jpg', { type: 'image/jpeg' }))
      const target = document.querySelector('main h1') ?? document.body
      target.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })
          : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
      )
    },
    { data: await photoBytes(), how },
  )

test('a chosen photo, a drawn box and another photo are scanned here, and no picture leaves @long-on-phones', async ({
  page,
  resetLimits,
}) => {
  await resetLimits()
  const { suspicious, paths } = watchRequests(page)
  await page.goto('/find')
  await expect(page.getByText(DEVICE_TEXT.stays)).toBeVisible()
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  expect(paths.filter((path) => path.startsWith('/models/'))).toEqual([])
  await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
  await expect(page.getByRole('button', { name: /% sure/ }).first()).toBeVisible(SCAN)
  await isScanned(page)
  expect(await page.getByText(/\d objects found/).textContent()).not.toBe('0 objects found')
  await page.getByRole('button', { name: FINDER_TEXT.missing }).click()
  const described = page.waitForResponse('**/api/find-vector')
  await page.getByRole('button', { name: FINDER_TEXT.addInMiddle }).click()
  expect((await described).status()).toBe(200)

  await page.getByRole('button', { name: FINDER_TEXT.anotherPhoto }).click()
  const before = paths.length
  await handOver(page, 'drop')
  await isScanned(page)
  expect(paths.slice(before).filter((path) => path.startsWith('/models/'))).toEqual([])
  expect(suspicious).toEqual([])
})

test('a screenshot pasted on Home and the camera, without a picture leaving @long', async ({
  page,
  resetLimits,
}) => {
  await resetLimits()
  const { suspicious, paths } = watchRequests(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(paths.filter((path) => path.startsWith('/models/'))).toEqual([])
  await handOver(page, 'paste')
  await expect(page).toHaveURL('/find')
  await isScanned(page)
  await page.getByRole('button', { name: FINDER_TEXT.anotherPhoto }).click()
  await page.locator('input[capture]').setInputFiles(await streetPhoto())
  await isScanned(page)
  expect(suspicious).toEqual([])
})

const question = (page: Page) => page.getByRole('heading', { name: DEVICE_TEXT.question })

test('the server is offered, never taken: without WebAssembly, and by choice @long-on-phones', async ({
  page,
}) => {
  const { suspicious } = watchRequests(page)
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'))
  await page.goto('/find')
  await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
  await expect(question(page)).toBeFocused()
  await expect(page.getByText(DEVICE_TEXT.reasons.unsupported)).toBeVisible()
  expect(suspicious).toEqual([])
  const sent = page.waitForRequest('**/api/find')
  await page.getByRole('button', { name: DEVICE_TEXT.send }).click()
  await sent
  await page.getByRole('button', { name: FINDER_TEXT.anotherPhoto }).click()
  await page.getByRole('button', { name: DEVICE_TEXT.preferServer }).click()
  await expect(page.getByText(DEVICE_TEXT.isSent)).toBeVisible()
  await page.reload()
  await expect(page.getByText(DEVICE_TEXT.isSent)).toBeVisible()
})

test.describe('what can go wrong', () => {
  const choose = async (page: Page) => {
    await page.goto('/find')
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
  }

  test('the connection is lost in the middle; the next try goes on from there @long', async ({
    page,
  }) => {
    const asked: string[] = []
    let isLost = true
    await page.route('**/models/*', (route) => {
      const { pathname } = new URL(route.request().url())
      if (isLost && pathname.startsWith('/models/judge')) return route.abort()
      asked.push(pathname)
      return route.continue()
    })
    await choose(page)
    await expect(page.getByText(DEVICE_TEXT.reasons.network)).toBeVisible(SCAN)
    isLost = false
    asked.length = 0
    await page.getByRole('button', { name: DEVICE_TEXT.tryAgain }).click()
    await isScanned(page)
    expect(asked.filter((path) => path.startsWith('/models/detector'))).toEqual([])
  })

  test('a damaged model, an outdated one, and a worker that does not start @long', async ({
    page,
  }) => {
    await page.route('**/models/detector-*', (route) => route.fulfill({ body: 'damaged' }))
    await choose(page)
    await expect(page.getByText(DEVICE_TEXT.reasons.damaged)).toBeVisible(SCAN)
    await page.unroute('**/models/detector-*')
    await page.route('**/models/detector-*', (route) => route.fulfill({ status: 404 }))
    await choose(page)
    await expect(page.getByText(DEVICE_TEXT.reasons.outdated)).toBeVisible(SCAN)
    await page.unroute('**/models/detector-*')
    await page.route('**/assets/finder-worker-*', (route) => route.abort())
    await choose(page)
    await expect(page.getByText(DEVICE_TEXT.reasons.stopped)).toBeVisible(SCAN)
  })

  test('the worker is killed, or fails, in the middle of a scan @long', async ({
    page,
    resetLimits,
  }) => {
    await resetLimits()
    const { suspicious } = watchRequests(page)
    const kills = [
      () => globalThis.close(),
      () =>
        void setTimeout(() => {
          throw new Error('Out of memory')
        }),
    ]
    // Held back, so that no scan is over before its worker is killed.
    let sendEmbedder: () => void = () => undefined
    const isSent = new Promise<void>((resolve) => {
      sendEmbedder = resolve
    })
    await page.route('**/models/embedder-*', async (route) => {
      await isSent
      // The page that asked may be gone with its worker.
      await route.continue().catch(() => undefined)
    })
    const scanningWorker = () => {
      const worker = page.workers().findLast((one) => one.url().includes('/finder-worker-'))
      if (!worker) throw new Error('No worker scans the photo')
      return worker
    }
    await choose(page)
    for (const kill of kills) {
      await expect(page.getByRole('button', { name: /% sure/ }).first()).toBeVisible(SCAN)
      await scanningWorker().evaluate(kill)
      await expect(question(page)).toBeFocused(SCAN)
      await expect(page.getByText(DEVICE_TEXT.reasons.stopped)).toBeVisible()
      await page.getByRole('button', { name: DEVICE_TEXT.tryAgain }).click()
    }
    sendEmbedder()
    await isScanned(page)
    expect(suspicious).toEqual([])
  })

  test('the network is lost between scan and search, and comes back @long', async ({
    page,
    resetLimits,
  }) => {
    await resetLimits()
    await page.route('**/api/find-objects', (route) => route.abort())
    await choose(page)
    await expect(page.getByText(DEVICE_TEXT.offlineNote)).toBeVisible(SCAN)
    await expect(page.getByRole('button', { name: /% sure/ }).first()).toBeVisible()
    await page.unroute('**/api/find-objects')
    await isScanned(page)
    await expect(page.getByText(DEVICE_TEXT.offlineNote)).toHaveCount(0)
    await expect(page.getByRole('list', { name: /^Matches for / }).first()).toBeVisible()
  })

  test('other models than the server has, and no room to keep them @long', async ({ page }) => {
    await page.route(`**${MODELS_LIST}`, async (route) => {
      const reply = await route.fetch()
      const list = (await reply.json()) as { models: string }
      await route.fulfill({ json: { ...list, models: 'other' } })
    })
    // A worker is given no init script, so that the storage itself has to be too small.
    const session = await page.context().newCDPSession(page)
    await page.goto('/find')
    const origin = new URL(page.url()).origin
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_000 })
    await choose(page)
    await expect(page.getByText(DEVICE_TEXT.notKept).first()).toBeVisible(SCAN)
    await expect(page.getByText(DEVICE_TEXT.reasons.outdated)).toBeVisible(SCAN)
  })
})

test.describe('accessibility', () => {
  // axe-core is injected into the page, which our content security policy forbids.
  test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

  test('axe-core finds no violation while it asks, waits for the network and shows results @long', async ({
    page,
    resetLimits,
  }) => {
    await resetLimits()
    await page.route('**/models/detector-*', (route) => route.abort())
    await page.route('**/api/find-objects', (route) => route.abort())
    await page.goto('/find')
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
    await expect(question(page)).toBeFocused(SCAN)
    await expect(question(page)).toHaveAccessibleDescription(/connection was lost/)
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
    await page.unroute('**/models/detector-*')
    await page.getByRole('button', { name: DEVICE_TEXT.tryAgain }).click()
    await expect(page.getByText(DEVICE_TEXT.offlineNote)).toBeVisible(SCAN)
    await expect(page.getByRole('status').getByText(DEVICE_TEXT.offline)).toBeVisible()
    // Its lists stay busy, so that this does not wait for them.
    expect(await findAxeViolations(page)).toEqual([])
    await page.unroute('**/api/find-objects')
    await isScanned(page)
    expect(await findAxeViolationsAtBothWidths(page)).toEqual([])
  })
})

/** Opens the page of somebody, and presses the button that downloads what they wear. */
const pressDownload = async (page: Page) => {
  const reply = await page.request.get('/api/home')
  const { data } = (await reply.json()) as { data: { celebrities: { name: string }[] } }
  const name = data.celebrities[0]?.name ?? ''
  await page.goto(paths.celebrity.href(name))
  await page.getByRole('button', { name: OFFLINE_TEXT.downloadProducts }).click()
  return name
}

const downloadProducts = async (page: Page) => {
  const name = await pressDownload(page)
  await expect(page.getByRole('button', { name: OFFLINE_TEXT.available })).toBeVisible(SCAN)
  return name
}

test('a browser that cannot store products says so', { tag: '@any-width' }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CompressionStream'))
  await pressDownload(page)
  await expect(page.getByText(OFFLINE_TEXT.unsupported)).toBeVisible()
})

test('downloaded products are listed with their size, and removed @long-on-phones', async ({
  page,
  login,
}) => {
  await login()
  const name = await downloadProducts(page)
  await page.goto(paths.accountSettings.href())
  const list = page.getByRole('list', { name: OFFLINE_TEXT.title })
  await expect(list.getByRole('listitem')).toContainText([name])
  await expect(list).toContainText(/\d+ products?, \d+\.\d MB/)
  await page.goto('/find')
  await list.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(list).toHaveCount(0)
  expect(
    await page.evaluate(
      async () => (await (await caches.open('offline-products-1')).keys()).length,
    ),
  ).toBe(0)
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the finder works in the language in which it was visited @long', async ({
    page,
    context,
  }) => {
    const german = openInLanguage(page, 'de')
    const scanPhoto = async () => {
      await german.goto('/find')
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await german.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
      await german
        .getByRole('button', { name: /% sure/ })
        .first()
        .waitFor(SCAN)
    }
    await scanPhoto()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/de/find')) !== undefined), SCAN)
      .toBe(true)
    await context.setOffline(true)
    await scanPhoto()
  })

  test('a later visit still shows boxes and matches them with downloaded products, and searches when the network is back @long', async ({
    page,
    context,
    resetLimits,
  }) => {
    await resetLimits()
    const name = await downloadProducts(page)
    await page.goto('/find')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
    await isScanned(page)
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/find')) !== undefined), SCAN)
      .toBe(true)
    await context.setOffline(true)
    await page.goto('/find')
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
    await expect(page.getByRole('button', { name: /% sure/ }).first()).toBeVisible(SCAN)
    await expect(page.getByText(DEVICE_TEXT.offlineProductsNote(name))).toBeVisible(SCAN)
    const matches = page.getByRole('list', { name: /^Matches for / }).first()
    await expect(matches.locator('img[src^="blob:"]').first()).toBeVisible()
    await context.setOffline(false)
    await isScanned(page)
    await expect(page.getByText(DEVICE_TEXT.offlineProductsNote(name))).toHaveCount(0)
  })
})
