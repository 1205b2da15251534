import { randomUUID } from 'node:crypto'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { holdRoute } from '#tests/support/held-route.ts'

const box = (place: number) => `Character ${place} of 6`

test.beforeEach(({ resetLimits }) => resetLimits())

test('a code unlocks the routes that need one', async ({ page, login, invitations }) => {
  await login()
  const code = await invitations.code()
  await page.goto('/add-product-photo')
  await expect(page).toHaveURL('/invitation')
  await expect(page.getByRole('heading', { name: 'Invitation Code' })).toBeVisible()
  await expect(
    page.getByText('Enter invitation code sent via sms to start adding your products'),
  ).toBeVisible()

  await page.getByLabel(box(1)).click()
  await page.keyboard.type(code.toLowerCase())
  await expect(page.getByLabel(box(6))).toHaveValue(code.slice(-1))
  await page.getByRole('button', { name: 'Submit' }).click()
  // Back to what needed the code, with a word of confirmation.
  await expect(page).toHaveURL('/add-product-photo')
  await expect(page.getByText('Your invitation code is accepted')).toBeVisible()
})

test('a visitor enters the code, signs in, and it is redeemed', async ({
  page,
  login,
  invitations,
}) => {
  const code = await invitations.code()
  await page.goto('/invitation')
  await page.getByLabel(box(1)).click()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/login?redirect=%2Finvitation')
  await login()
  await page.goto('/invitation')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your invitation code is accepted')).toBeVisible()
})

test("'Checking your access...' shows while invite status is checked @long", async ({
  page,
  invited,
}) => {
  await invited()
  const release = await holdRoute(page, '**/invite-code.php?action=check')
  await page.goto('/add-product-manual')
  await expect(page.getByText('Checking your access...')).toBeVisible()
  release()
  await expect(page.getByText('Checking your access...')).toBeHidden()
  await expect(page).toHaveURL('/add-product-manual')
})

test('a failed check leads to Invitation @long', async ({ page, invited }) => {
  await invited()
  await page.route('**/invite-code.php?action=check', (route) => route.abort())
  await page.goto('/add-product-manual')
  await expect(page).toHaveURL('/invitation', { timeout: 60_000 })
})

test('the code boxes spread pasted text, move back on Backspace and show the specified messages @long', async ({
  page,
  login,
}) => {
  await login()
  await page.goto('/invitation')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter a complete 6-digit code')

  await page.getByLabel(box(1)).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', 'ab-2 3cdXYZ')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  for (const [index, character] of Array.from('AB23CD').entries())
    await expect(page.getByLabel(box(index + 1))).toHaveValue(character)

  await page.getByLabel(box(6)).focus()
  await page.keyboard.press('Backspace')
  await expect(page.getByLabel(box(6))).toHaveValue('')
  await page.keyboard.press('Backspace')
  await expect(page.getByLabel(box(5))).toBeFocused()
  await page.getByLabel(box(6)).fill('9')

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This invitation code is invalid, already used or expired',
  )
  await page.route('**/invite-code.php?action=save', (route) => route.abort())
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to save invite code. Please try again.')
})

test('the Invitation link is hidden once the user has a code @long', async ({
  page,
  login,
  invited,
  viewport,
}) => {
  const isNarrow = (viewport?.width ?? 0) <= 600
  const openMenu = async (name: string) => {
    await page.goto('/')
    await page.getByRole('button', { name: isNarrow ? 'Menu' : `Account: ${name}` }).click()
  }
  const item = (name: string) =>
    page.getByRole(isNarrow ? 'link' : 'menuitem', { name, exact: true })
  await login({ name: 'Una' })
  await openMenu('Una')
  await expect(item('Invitation')).toBeVisible()
  await invited({ name: 'Duo' })
  await openMenu('Duo')
  await expect(item('My Profile')).toBeVisible()
  await expect(item('Invitation')).toBeHidden()
})

test('a reference link signs up and disappears from the URL at once', async ({
  page,
  invitations,
}) => {
  const ref = await invitations.ref(`${randomUUID()}@example.com`, 'Rhea Lund')
  const release = await holdRoute(page, '**/validate-and-create-user-by-ref')
  await page.goto(`/login?ref=${ref}`)
  await expect(page.getByText('Creating your account...')).toBeVisible()
  expect(page.url()).not.toContain(ref)
  release()
  await expect(page).toHaveURL('/profile#saved-products')
  await expect(page.getByRole('heading', { name: 'Rhea Lund' })).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ isInviteUser: true })
  await page.goto('/add-product-manual')
  await expect(page).toHaveURL('/add-product-manual')
})

test('a used reference link returns to Login with the message @long', async ({ page }) => {
  await page.goto('/login?ref=spent')
  await expect(page.getByRole('alert')).toHaveText(
    'This invitation link is invalid, already used or expired',
  )
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
})

test('a reference link without a network says so @long', async ({ page }) => {
  await page.route('**/validate-and-create-user-by-ref', (route) => route.abort())
  await page.goto('/login?ref=anything')
  await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.')
})

test('email and code on Profile create an account whose key signs in', async ({
  page,
  invitations,
}) => {
  const email = `${randomUUID()}@example.com`
  const code = await invitations.code(email)
  await page.goto(`/profile?email=${encodeURIComponent(email)}&code=${code}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Account created successfully! Please login with your email and password: ',
  )
  await expect(page.getByText('Please log in to save products.')).toHaveCount(0)
  await expect(page).toHaveURL('/login')
  await page.setViewportSize({ width: 320, height: 640 })
  const key = dialog.getByText(/^(?:[A-Z\d]{4}-){3}[A-Z\d]{4}$/)
  expect(await key.evaluate((element) => element.getClientRects().length), 'lines').toBe(1)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/profile#saved-products')
  await expect(page.getByText(email)).toBeVisible()
})

test('an invitation link opened while signed in asks before the code is used', async ({
  page,
  login,
  invitations,
}) => {
  await login({ name: 'Vera Ashby' })
  const email = `${randomUUID()}@example.com`
  const link = `/profile?email=${encodeURIComponent(email)}&code=${await invitations.code(email)}`
  await page.goto(link)
  await expect(page.getByText('you are signed in as Vera Ashby')).toBeVisible()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign out and use it' }).click()
  await expect(page.getByRole('dialog')).toContainText('Account created successfully!')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()
})

test('a reference link opened while signed in asks, then signs up @long', async ({
  page,
  login,
  invitations,
}) => {
  await login({ name: 'Vera Ashby' })
  const ref = await invitations.ref(`${randomUUID()}@example.com`, 'Rhea Lund')
  await page.goto(`/login?ref=${ref}`)
  await expect(page.getByText('you are signed in as Vera Ashby')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out and use it' }).click()
  await expect(page.getByRole('heading', { name: 'Rhea Lund' })).toBeVisible()
})

test('email and a wrong code show the error and go to Login @long', async ({ page }) => {
  await page.goto('/profile?email=a%40example.com&code=ABC234')
  await expect(page.getByRole('dialog')).toContainText(
    'Error: This invitation code is invalid, already used or expired',
  )
  await expect(page).toHaveURL('/login')
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await page.getByText('Use your email and key').click()
  await page.getByLabel('Email', { exact: true }).fill('a@example.com')
  await page.getByLabel('Key').fill('AAAA-AAAA-AAAA-AAAA')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(
    page.getByText('This email and key are invalid, already used or expired'),
  ).toBeVisible()
})
