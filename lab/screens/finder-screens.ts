import type { Page } from '@playwright/test'
import {
  ANSWER_TEXT,
  DEVICE_TEXT,
  FINDER_TEXT,
  LOOK_TEXT,
  PHOTO_TEXT,
} from '#shared/finder-messages.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { type Screen, type Visit, replaceCalls, removeInlinedData } from './screen.ts'
import { prepareSharing, sharePhoto } from '#tests/support/share-photo.ts'

const SCAN_MS = 90_000

const openFinder = async ({ page, signIn }: Visit) => {
  await signIn({ name: 'Greta Holm', invited: true })
  await page.goto('/add-product-photo')
  await page.getByText(PHOTO_TEXT.upload).waitFor()
}

const scanPhoto = async (visit: Visit) => {
  await openFinder(visit)
  const { page } = visit
  await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
  const again = page.getByRole('button', { name: FINDER_TEXT.scanAgain })
  await again.waitFor({ state: 'attached', timeout: SCAN_MS })
}

const selectObject = async (visit: Visit) => {
  await scanPhoto(visit)
  await visit.page
    .getByRole('button', { name: /\d+% sure$/ })
    .first()
    .click()
}

/** /find, with photos scanned on the server. */
const openOnServer = async (page: Page) => {
  await page.addInitScript(() => localStorage.setItem('wearabouts.scan-place', 'server'))
  await page.goto('/find')
}

const scanSample = async ({ page }: Visit) => {
  await openOnServer(page)
  await page.getByRole('button', { name: /^Sample: a red leather jacket/ }).click()
  const again = page.getByRole('button', { name: FINDER_TEXT.scanAgain })
  await again.waitFor({ state: 'attached', timeout: SCAN_MS })
}

const selectInSample = async (visit: Visit) => {
  await scanSample(visit)
  await visit.page
    .getByRole('button', { name: /% sure/ })
    .first()
    .click()
}

const openLook = async (visit: Visit) => {
  await scanSample(visit)
  await visit.page.getByRole('button', { name: new RegExp(`^${LOOK_TEXT.title}`) }).click()
  await visit.page.getByRole('heading', { name: LOOK_TEXT.title }).waitFor()
}

export const finderScreens: Screen[] = [
  {
    name: 'find-off',
    open: async ({ page }) => {
      await removeInlinedData(page, { finder: 'off' })
      await page.goto('/find')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'home-finder-off',
    open: async ({ page }) => {
      await removeInlinedData(page, { finder: 'off' })
      await page.goto('/')
    },
  },
  { name: 'find-empty', open: ({ page }) => page.goto('/find'), isWhole: true },
  {
    name: 'find-waiting',
    open: async ({ page }) => {
      const events = [
        { seq: 1, type: 'started', scanId: '00000000-0000-4000-8000-000000000000' },
        { seq: 2, type: 'waiting', ahead: 2 },
      ]
      const body = events.map((event) => `${JSON.stringify(event)}\n`).join('')
      await page.route('**/api/find', (route) => route.fulfill({ body }))
      await page.route('**/api/find/*', () => undefined)
      await openOnServer(page)
      await page.getByRole('button', { name: /^Sample: a red leather jacket/ }).click()
      await page.getByText(FINDER_TEXT.waiting(2)).waitFor()
    },
  },
  {
    name: 'find-scanning',
    open: async ({ page }) => {
      await page.route('**/api/find', () => undefined)
      await openOnServer(page)
      await page.getByRole('button', { name: /^Sample: a red leather jacket/ }).click()
      await page.getByText(PHOTO_TEXT.scanningImage).waitFor()
      await page.getByText(PHOTO_TEXT.analyzing).waitFor()
    },
  },
  {
    name: 'find-refused',
    open: async ({ page }) => {
      await page.route('**/api/find', (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '540' },
          json: { success: false, message: 'Too many requests, please try again later' },
        }),
      )
      await openOnServer(page)
      await page.getByRole('button', { name: /^Sample: a red leather jacket/ }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'find-downloading',
    open: async ({ page }) => {
      await page.route('**/models/judge-*', () => undefined)
      await page.goto('/find')
      await page.getByRole('button', { name: /^Sample: a red leather jacket/ }).click()
      await page.getByText(DEVICE_TEXT.loadingOnce).waitFor({ timeout: SCAN_MS })
    },
  },
  {
    name: 'find-send-question',
    open: async ({ page }) => {
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'))
      await page.goto('/find')
      await page.getByRole('button', { name: /^Sample: a red leather jacket/ }).click()
      await page.getByText(DEVICE_TEXT.question).waitFor()
    },
  },
  { name: 'find-results', open: scanSample, isWhole: true },
  { name: 'find-selected', open: selectInSample },
  {
    name: 'find-refined',
    open: async (visit) => {
      await selectInSample(visit)
      const { page } = visit
      await page.getByRole('textbox', { name: ANSWER_TEXT.refine }).fill('in black under 300 euro')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remove filter Black' }).waitFor()
    },
  },
  {
    name: 'find-login',
    open: async (visit) => {
      await selectInSample(visit)
      await visit.page
        .getByRole('button', { name: /^Save / })
        .first()
        .click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'find-keep',
    open: async (visit) => {
      await selectInSample(visit)
      await visit.page
        .getByRole('button', { name: /^Keep in My Products/ })
        .first()
        .click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'find-missing',
    open: async (visit) => {
      await scanSample(visit)
      await visit.page.getByRole('button', { name: FINDER_TEXT.missing }).click()
      await visit.page.getByText(FINDER_TEXT.adding).waitFor()
    },
  },
  { name: 'find-look', open: openLook, isWhole: true },
  {
    name: 'find-look-exchange',
    open: async (visit) => {
      await openLook(visit)
      await visit.page
        .getByRole('button', { name: new RegExp(`^${LOOK_TEXT.exchange}: `) })
        .first()
        .click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'shared-look',
    open: async ({ page, facts }) => {
      const { products } = await facts.products(EVERYONE)
      await page.goto(paths.sharedLook.href(products.slice(0, 5).map(({ id }) => id)))
      await page.getByRole('article').first().waitFor()
    },
  },
  { name: 'photo-finder-empty', open: openFinder },
  {
    name: 'photo-finder-shared',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm', invited: true })
      await prepareSharing(page)
      await sharePhoto(page)
      await page.getByRole('heading', { name: FINDER_TEXT.scanShared }).waitFor()
    },
  },
  {
    name: 'photo-finder-scanning',
    open: async (visit) => {
      await replaceCalls(visit.page, '**/api/scan', 'waiting')
      await openFinder(visit)
      await visit.page.getByLabel(PHOTO_TEXT.upload).setInputFiles(await streetPhoto())
      await visit.page.getByText(PHOTO_TEXT.scanning).first().waitFor()
    },
  },
  { name: 'photo-finder-results', open: scanPhoto, isWhole: true },
  { name: 'photo-finder-selected', open: selectObject },
  {
    name: 'photo-finder-edit',
    open: async (visit) => {
      await selectObject(visit)
      await visit.page.getByRole('button', { name: /^Edit/ }).first().click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'add-product-manual',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm', invited: true })
      await page.goto('/add-product-manual')
      await page.getByLabel('Title').waitFor()
    },
  },
  {
    name: 'add-product-from-link',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm', invited: true })
      await replaceCalls(page, '**/api/product-from-link', {
        title: 'Nord Quilted jacket',
        price: '80.5',
        currency: 'EUR',
        category: 'clothing',
        picture: null,
      })
      await page.goto('/add-product-manual')
      await page.getByLabel('Website').fill('https://shop.example.com/jacket')
      await page.getByRole('button', { name: 'Fill in the form from this link' }).click()
      await page.getByText('Filled in from the shop').waitFor()
    },
  },
  {
    name: 'add-product-from-link-refused',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm', invited: true })
      await page.goto('/add-product-manual')
      await page.getByLabel('Website').fill('https://shop.invalid/jacket')
      await page.getByRole('button', { name: 'Fill in the form from this link' }).click()
      await page.getByText('We could not reach this website').waitFor()
    },
  },
]
