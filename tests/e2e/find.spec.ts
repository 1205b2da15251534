import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { INVITATION_TEXT, INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import { DEVICE_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { ACCESS_TEXT, FIND_TEXT, FIND_TITLE } from '#shared/messages.ts'
import { LOCAL_MAIL_PATH } from '#shared/paths.ts'
import { findAxeViolations } from '#tests/support/axe.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { holdRoute } from '#tests/support/held-route.ts'
import { OBJECT_TEXT } from '#shared/object-messages.ts'

/** A scan keeps both cores busy for seconds, longer on a loaded machine. */
test.describe.configure({ timeout: 240_000 })
const SCAN = { timeout: 90_000 }

// axe-core is injected into the page, which our content security policy forbids.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

// The server scans, as for whoever prefers that; find-on-device.spec.ts has the rest.
test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('wearabouts.scan-place', 'server')),
)

const isScanned = (page: Page) =>
  expect(page.getByRole('button', { name: FINDER_TEXT.scanAgain })).toBeAttached(SCAN)

for (const path of ['/', '/find'])
  test(
    `a photo chosen on ${path} before scripts have loaded is not lost`,
    { tag: '@any-width' },
    async ({ page }) => {
      await page.route('**/api/find', (route) => route.abort())
      const release = await holdRoute(page, '**/assets/*.js')
      await page.goto(path, { waitUntil: 'commit' })
      const label = path === '/' ? FIND_TITLE : /^Upload your photo/
      await page
        .getByRole('main')
        .getByLabel(label, { exact: true })
        .setInputFiles(await streetPhoto())
      release()
      await expect(page).toHaveURL('/find')
      await expect(page.getByRole('img', { name: FINDER_TEXT.yourPhoto })).toBeVisible(SCAN)
    },
  )

test('a screenshot pasted on Home is scanned; a new box is searched too @long', async ({
  page,
}) => {
  await page.goto('/')
  const bytes = (await readFile(await streetPhoto())).toString('base64')
  await page.evaluate((data) => {
    const raw = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    const file = new File([raw], 'screenshot.jpg', { type: 'image/jpeg' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, bytes)
  await expect(page).toHaveURL('/find')
  await isScanned(page)
  const searched = page.waitForResponse('**/api/find-box')
  await page.getByRole('button', { name: FINDER_TEXT.missing }).click()
  await page.getByRole('button', { name: FINDER_TEXT.addInMiddle }).click()
  expect((await searched).status()).toBe(200)
})

test(
  'a sample is scanned; My Products asks for an invitation, a heart for a login; both keep the scan',
  { tag: '@long-on-phones' },
  async ({ page, resetLimits, invitations }) => {
    await resetLimits()
    await page.goto('/')
    await page.getByRole('button', { name: /^Sample: a red leather jacket/ }).click()
    await isScanned(page)
    await page
      .getByRole('button', { name: /% sure/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible(SCAN)
    expect(await findAxeViolations(page)).toEqual([])
    await page
      .getByRole('button', { name: /^Keep in My Products/ })
      .first()
      .click()
    const request = page.getByRole('dialog', { name: INVITE_REQUEST_TEXT.title })
    await request.getByLabel('Your email').fill('visitor@example.com')
    await request.getByLabel(INVITE_REQUEST_TEXT.message).fill('I style films')
    await request.getByRole('button', { name: INVITE_REQUEST_TEXT.send }).click()
    await expect(request.getByText(INVITE_REQUEST_TEXT.asked)).toBeVisible()
    await page.keyboard.press('Escape')

    const scans: string[] = []
    page.on('request', (sent) => {
      if (sent.method() === 'POST' && new URL(sent.url()).pathname === '/api/find')
        scans.push(sent.url())
    })
    const kept = () => page.evaluate(() => sessionStorage.getItem('wearabouts.interrupted-scan'))
    const found = await page.getByText(/\d+ objects found/).textContent()
    const heart = page.getByRole('button', { name: /^Save / }).first()
    const label = (await heart.getAttribute('aria-label')) ?? ''
    await heart.click()
    const login = page.getByRole('dialog', { name: ACCESS_TEXT.logInToSave })
    await expect(login).toBeVisible()
    const visit = (await kept()) ?? ''
    expect(visit).toContain('data:image/jpeg')
    await page.keyboard.press('Escape')
    await expect.poll(kept).toBeNull()
    await heart.click()
    await login.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Emil Voss, again' }).click()
    await expect(page).toHaveURL('/find')
    await expect(page.getByText(found ?? '')).toBeAttached(SCAN)
    await expect(page.getByRole('group', { name: /% sure/ })).toBeVisible()
    await expect(page.getByRole('button', { name: label, exact: true }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    expect(await kept()).toBeNull()

    // The same visit, signed out: an account by the link of a mail, then an invitation.
    await page.context().clearCookies()
    // Away from the app, which forgets the scan when it notices that the session has ended.
    await page.goto('/robots.txt')
    await page.evaluate(
      (note) => sessionStorage.setItem('wearabouts.interrupted-scan', note),
      visit,
    )
    await page.goto('/find')
    const keep = page.getByRole('button', { name: /^Keep in My Products/ }).first()
    await keep.click()
    await request.getByRole('link', { name: INVITE_REQUEST_TEXT.haveOne }).click()
    const email = `${randomUUID()}@example.com`
    await page.getByLabel('Your email').fill(email)
    await page.getByRole('button', { name: 'Continue with email' }).click()
    await expect(page.getByText(`We emailed ${email}`)).toBeVisible()
    const mails = await (await page.request.get(LOCAL_MAIL_PATH)).text()
    const [, link = ''] =
      new RegExp(`To ${email}.*?href="([^"]+/sign-in#[^"]+)"`, 's').exec(mails) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL('/find')
    await request.getByRole('link', { name: INVITE_REQUEST_TEXT.haveCode }).click()
    await page.getByLabel('Character 1 of 6').click()
    await page.keyboard.type(await invitations.code())
    await page.getByRole('button', { name: INVITATION_TEXT.submit }).click()
    await expect(page).toHaveURL('/find')
    await expect(page.getByText(FINDER_TEXT.isKept, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(found ?? '')).toBeAttached()
    expect(scans).toEqual([])
  },
)

test(
  'the camera in the search field leads to /find on every screen @long',
  { tag: '@long-on-phones' },
  async ({ page }) => {
    for (const path of ['/', '/all-celebrities', '/terms-policy']) {
      await page.goto(path)
      await page.getByRole('banner').getByRole('link', { name: FIND_TITLE }).click()
      await expect(page.getByRole('heading', { name: FIND_TITLE, level: 1 })).toBeVisible()
    }
    await expect(page.getByText(DEVICE_TEXT.isSent)).toBeVisible()
    await expect(page.getByText(FIND_TEXT.samples)).toBeVisible()
    await expect(page.getByText(PHOTO_TEXT.upload)).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
  },
)

test('what may also be in the photo is added with one tap, and called what it is with another', async ({
  page,
}) => {
  const lines = [
    { seq: 1, type: 'started', scanId: randomUUID() },
    {
      seq: 2,
      type: 'detections',
      detections: [
        {
          id: 'coat',
          label: 'coat',
          confidence: 0.9,
          bbox: { x: 100, y: 80, width: 150, height: 200 },
          category: 'clothing',
          source: 'google_lens',
          products: [],
          isManual: false,
          isEditable: true,
          isResizable: false,
        },
      ],
      candidates: [
        {
          box: { x: 300, y: 200, width: 60, height: 60 },
          kind: 'bag',
          confidence: 0.3,
          isOffered: true,
        },
      ],
    },
    { seq: 3, type: 'done', message: '' },
  ]
  await page.route('**/api/find', (route) =>
    route.fulfill({ body: lines.map((line) => `${JSON.stringify(line)}\n`).join('') }),
  )
  await page.route('**/api/find-box', (route) =>
    route.fulfill({
      json: { success: true, data: { products: [], notice: null, embedding: 'signed' } },
    }),
  )
  await page.route('**/api/answers', (route) => {
    const { embedding } = route.request().postDataJSON() as { embedding: string }
    const name = embedding === 'signed' ? 'black bag' : 'black hat'
    const lists = { products: [], byWords: [], applied: [], relaxed: [], elsewhere: [] }
    const otherKinds = embedding === 'signed' ? ['hat', 'belt', 'scarf'] : ['bag']
    const noneOfKind = null
    const isNothingClose = false
    const data = { name, noneOfKind, isNothingClose, hasMore: false, otherKinds, ...lists }
    return route.fulfill({ json: { success: true, data } })
  })
  await page.route('**/api/answers/kind', (route) => {
    const data = { embedding: 'as-hat', label: 'black hat', category: 'accessories' }
    return route.fulfill({ json: { success: true, data } })
  })
  await page.goto('/find')
  await page
    .getByRole('main')
    .getByLabel(/^Upload your photo/)
    .setInputFiles(await streetPhoto())
  const offers = page.getByRole('region', { name: FINDER_TEXT.offers })
  await expect(page.getByText(PHOTO_TEXT.objectsFound(1))).toBeVisible(SCAN)
  await offers.getByRole('button', { name: FINDER_TEXT.addOffer('bag') }).click()
  await expect(page.getByRole('heading', { name: 'Black bag' })).toBeVisible()
  await expect(offers).toHaveCount(0)
  await page.getByRole('button', { name: OBJECT_TEXT.thisIs.hat }).click()
  await expect(page.getByRole('heading', { name: 'Black hat' })).toBeVisible()
})
