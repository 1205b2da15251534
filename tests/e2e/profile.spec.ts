import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { addSession } from '#tests/support/e2e-people.ts'
import { holdRoute } from '#tests/support/held-route.ts'
import { insertSession } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { E2E_SECRET } from '#tests/support/server-process.ts'

test('tabs follow the hash, with counts and empty texts @long', async ({ page, login }) => {
  await login({ name: 'Greta Holm' })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Greta Holm' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Saved Products (0)' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByText('No products saved')).toBeVisible()
  await page.getByRole('tab', { name: 'My Products(0)' }).click()
  await expect(page).toHaveURL('/profile#my-products')
  await expect(page.getByText('No products added')).toBeVisible()
  await page.goto('/profile#saved-products')
  await expect(page.getByText('No products saved')).toBeVisible()
})

test("'Loading products...' while loading; a failed list is empty and can be retried @long", async ({
  page,
  login,
}) => {
  await login()
  const fail = await holdRoute(page, '**/saved-products.php', (route) =>
    route.fulfill({ status: 403, body: '{}' }),
  )
  // Opening the stream refetches the lists, which must not happen between the failure and the click.
  const live = page.waitForResponse('**/api/live')
  await page.goto('/profile')
  await expect(page.getByText('Loading products...')).toBeVisible()
  await live
  fail()
  await expect(page.getByText('Failed to get saved products from Hono')).toBeVisible()
  await page.unroute('**/saved-products.php')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Press the heart on anything you like')).toBeVisible()
})

/** Behind the button of its card. */
const choose = async (page: Page, title: string, action: 'Edit' | 'Delete') => {
  await page.getByRole('button', { name: PRODUCT_TEXT.more(title) }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const addJacket = (page: Page, uid: string, origin: string) =>
  page.request.post('/save-detection.php', {
    data: {
      firebase_uid: uid,
      detection_data: {
        name: 'Velvet jacket',
        detection_id: 'd1',
        price: '120',
        currency: 'EUR',
        product_link: 'https://www.maison-ada.example/jacket',
      },
    },
    headers: { origin },
  })

test('an own product is edited by the rules of the photo screen', async ({
  page,
  invited,
  baseURL,
}) => {
  const person = await invited()
  await page.goto('/profile#my-products')
  await addJacket(page, person.uid, baseURL ?? '')
  await choose(page, 'Velvet jacket', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Product Information' })
  await dialog.getByLabel('Product Title').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Please fill in all required fields: Title, Price, and Product Link',
  )
  await dialog.getByLabel('Product Title').fill('Velvet blazer')
  await dialog.getByLabel('Product Link').fill('maison-ada.example')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Please enter a valid product link starting with http:// or https://',
  )
  await dialog.getByLabel('Product Link').fill('https://maison-ada.example/blazer')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Velvet blazer' })).toBeVisible()
})

test('an own product is deleted after confirmation @long', async ({ page, invited, baseURL }) => {
  const person = await invited()
  await page.goto('/profile#my-products')
  await addJacket(page, person.uid, baseURL ?? '')
  await expect(page.getByRole('heading', { name: 'Velvet jacket', exact: true })).toBeVisible()
  await choose(page, 'Velvet jacket', 'Delete')
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('heading', { name: 'Velvet jacket', exact: true })).toBeVisible()
  await choose(page, 'Velvet jacket', 'Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No products added')).toBeVisible()
})

test('My scans: a scan is reopened with one tap and deleted with its photo', async ({
  page,
  invited,
  baseURL,
}) => {
  const { uid } = await invited()
  const headers = { origin: baseURL ?? '' }
  const photo = Buffer.from(await jpegPicture())
  const upload = await page.request.post('/image-local.php', {
    headers,
    multipart: { image: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo } },
  })
  const { url } = (await upload.json()) as { url: string }
  for (const [id, name] of [
    ['d1', 'Velvet jacket'],
    ['d2', 'straw hat'],
  ])
    await page.request.post('/save-detection.php', {
      headers,
      data: {
        firebase_uid: uid,
        detection_data: {
          name,
          detection_id: id,
          bbox: { x: 100, y: 100, width: 100, height: 100 },
          original_image_url: url,
        },
      },
    })
  await page.goto('/profile')
  await expect(page.getByRole('tab', { name: 'My Products(0)' })).toBeVisible()
  await page.getByRole('tab', { name: 'My scans (1)' }).click()
  await expect(page).toHaveURL('/profile#my-scans')
  await page.getByRole('link', { name: 'Open the scan with Velvet jacket, straw hat' }).click()
  await expect(page.getByRole('img', { name: FINDER_TEXT.yourPhoto })).toBeVisible()
  await expect(page.getByText(PHOTO_TEXT.objectsFound(2))).toBeVisible()
  await expect(page.getByRole('button', { name: /% sure/ })).toHaveCount(2)
  await page.goBack()
  await page.getByRole('button', { name: 'Delete the scan with Velvet jacket' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No scans yet')).toBeVisible()
  expect((await page.request.get(url)).status()).toBe(404)
})

test('Account settings: the name is saved only when it differs @long', async ({ page, login }) => {
  const person = await login({ name: 'Old Name', provider: 'facebook' })
  await page.goto('/account-settings')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(page.getByLabel('Account Type')).toHaveValue('Facebook')
  await expect(page.getByLabel('Account Type')).not.toBeEditable()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Display Name').fill('New Name')
  await save.click()
  await expect(save).toBeDisabled()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'New Name' })).toBeVisible()
})

test('Refresh Image says when the picture cannot be fetched @long', async ({
  page,
  login,
  database,
}) => {
  const person = await login()
  await database.pool.query("UPDATE users SET image = 'http://127.0.0.1:1/x.png' WHERE id = $1", [
    person.uid,
  ])
  await page.goto('/account-settings')
  await page.getByRole('button', { name: 'Refresh Image' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'The picture could not be fetched from the provider',
  )
})

test('devices: sign out one, then everywhere @long', async ({
  page,
  login,
  database,
  browser,
  baseURL,
}) => {
  const person = await login()
  const cookie = await insertSession(database.pool, E2E_SECRET, person.uid)
  await database.pool.query(
    `UPDATE sessions SET user_agent = 'Mozilla/5.0 (iPhone) Version/19.0 Safari/604.1',
            ip_address = '203.0.113.7', last_seen_at = now() - interval '3 hours'
      WHERE id = (SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1)`,
    [person.uid],
  )
  await page.goto('/account-settings')
  const devices = page.getByRole('list', { name: 'Devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').first()).toContainText('This device')
  const phone = devices.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await expect(phone).toContainText('Last seen 3 hours ago')
  await expect(phone).toContainText('203.0.113.7')

  const theirs = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await addSession(theirs, { ...person, cookie }, baseURL)
  const theirPage = await theirs.newPage()
  await theirPage.goto('/profile')
  await expect(theirPage.getByRole('heading', { name: person.name })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out on Safari on iPhone' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(devices).toBeFocused()
  // The page on the phone notices by itself.
  await expect(theirPage.getByRole('heading', { name: person.name })).toBeHidden()
  await theirs.close()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
})

test('download my data @long', async ({ page, login }) => {
  const person = await login()
  await page.goto('/account-settings')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('wearabouts-my-data.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ user: { uid: person.uid } })
})

test('delete my account, after a confirmation', async ({ page, login, database }) => {
  const person = await login()
  await page.goto('/account-settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const confirm = page.getByRole('button', { name: 'Delete permanently' })
  await expect(confirm).toBeDisabled()
  await page.getByLabel(/to confirm/).fill('delete my account')
  await confirm.click()
  await expect(page).toHaveURL('/')
  const { rowCount } = await database.pool.query('SELECT FROM users WHERE id = $1', [person.uid])
  expect(rowCount).toBe(0)
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
})
