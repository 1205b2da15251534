import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { LOCAL_MAIL_PATH, paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { readCatalogFacts } from '#tests/support/catalog-facts.ts'
import { insertPerson } from '#tests/support/people.ts'
import { E2E_SECRET } from '#tests/support/server-process.ts'
import { takeSample } from '#tests/support/length.ts'

/** Serial, because real sign-ins share one rate limit and six demo people. */
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ database, resetLimits }) => {
  await resetLimits()
  await database.pool.query(
    "DELETE FROM users WHERE id IN (SELECT user_id FROM accounts WHERE account_id IN ('ada-marlow', 'bela-ortiz', 'dara-quinn'))",
  )
})

/** The previous page also has a button with the person's name, in its header. */
const choosePerson = async (page: Page, name: string) => {
  await expect(page.getByRole('heading', { name: 'Who is signing in?' })).toBeVisible()
  await page.getByRole('button', { name }).click()
}

const continueWith = async (page: Page, provider: 'Google' | 'Facebook', person: string) => {
  await page.getByRole('button', { name: `Continue with ${provider}` }).click()
  await choosePerson(page, person)
}

test('signing in with Google goes to the saved products, signing out to Home', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Sign in to continue to Wearabouts')).toBeVisible()
  await continueWith(page, 'Google', 'Ada Marlow')
  await expect(page).toHaveURL('/profile#saved-products')
  await expect(page.getByRole('heading', { name: 'Ada Marlow' })).toBeVisible()
  await expect(page.getByText('ada@example.com')).toBeVisible()

  const stored = await page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ displayName: 'Ada Marlow' })

  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Account: Ada Marlow' }).click()
  // Home is loaded again after signing out.
  const opened = page.waitForEvent('domcontentloaded')
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await opened
  await expect(page.getByRole('link', { name: 'My Account' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
})

test('a failed sign-out call still signs out, and is repeated later @long', async ({
  page,
  login,
}) => {
  await login({ name: 'Ona' })
  await page.goto('/')
  await page.route('**/api/sign-out', (route) => route.abort())
  let failures = 0
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/api/sign-out')) failures += 1
  })
  await page.getByRole('button', { name: 'Account: Ona' }).click()
  const opened = page.waitForEvent('domcontentloaded')
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await opened
  // The next page repeats the call. The route would not stop it while that page is being left.
  await expect.poll(() => failures).toBe(2)
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  const isSignedIn = async () => {
    const reply = await page.request.get('/api/session')
    return ((await reply.json()) as { data: { user: unknown } }).data.user !== null
  }
  expect(await isSignedIn()).toBe(true)
  await page.unroute('**/api/sign-out')
  await page.reload()
  await expect.poll(isSignedIn).toBe(false)
})

test('the buttons are disabled while signing in @long', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/api/sign-in/provider/google', () => {})
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Continue with Facebook' })).toBeDisabled()
})

test('a protected route leads through Login and back', async ({ page }) => {
  await page.goto('/account-settings')
  await expect(page).toHaveURL('/login?redirect=%2Faccount-settings')
  await continueWith(page, 'Facebook', 'Dara Quinn')
  await expect(page).toHaveURL('/account-settings')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('None')
  await expect(page.getByLabel('Account Type')).toHaveValue('Facebook')
})

test('a cancelled login says so, and keeps where it was going', async ({ page }) => {
  await page.goto('/account-settings')
  await continueWith(page, 'Google', 'Cancel')
  await expect(page.getByRole('alert')).toHaveText('Failed to sign in with Google')
  await continueWith(page, 'Google', 'Ada Marlow')
  await expect(page).toHaveURL('/account-settings')
})

const PROVIDERS = [
  ['Google', 'Facebook'],
  ['Facebook', 'Google'],
] as const
for (const [first, second] of takeSample(PROVIDERS, 1))
  test(`an email registered with ${first} is refused with ${second}, then linked`, async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    await continueWith(page, first, 'Ada Marlow')
    await expect(page).toHaveURL('/profile#saved-products')
    await context.clearCookies()

    await page.goto('/login')
    await continueWith(page, second, 'Ada Marlow')
    await expect(page.getByRole('alert')).toHaveText(
      `This email is already registered with ${first}. Please sign in with ${first} first, then you can link your ${second} account.`,
    )

    await continueWith(page, first, 'Ada Marlow')
    await expect(page).toHaveURL('/profile#saved-products')
    await page.goto('/account-settings')
    await page.getByRole('button', { name: `Link ${second}` }).click()
    await choosePerson(page, 'Ada Marlow')
    await expect(page).toHaveURL('/account-settings')
    await expect(page.getByRole('button', { name: `Unlink ${second}` })).toBeVisible()
  })

test("somebody else's account is not linked @long", async ({ page, context }) => {
  await page.goto('/login')
  await continueWith(page, 'Facebook', 'Bela Ortiz')
  await expect(page).toHaveURL('/profile#saved-products')
  await context.clearCookies()
  await page.goto('/login')
  await continueWith(page, 'Google', 'Ada Marlow')
  await expect(page).toHaveURL('/profile#saved-products')
  await page.goto('/account-settings')
  await page.getByRole('button', { name: 'Link Facebook' }).click()
  await choosePerson(page, 'Bela Ortiz')
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to link accounts. Please try signing in with your original provider.',
  )
})

test('a deletion request from Facebook can be looked up by its confirmation code @long', async ({
  page,
  database,
}) => {
  const code = randomBytes(10).toString('hex')
  await database.pool.query(
    "INSERT INTO facebook_deletions (code, outcome) VALUES ($1, 'deleted')",
    [code],
  )
  await page.goto(`/terms-policy?deletion=${code}#data-deletion`)
  const status = page.getByRole('region', { name: 'Your deletion request' })
  await expect(status).toContainText(code)
  await expect(status).toContainText('Your account and everything in it have been deleted.')

  await page.goto(`/terms-policy?deletion=${'0'.repeat(20)}#data-deletion`)
  await expect(status.getByRole('alert')).toHaveText('There is no deletion request with this code.')
})

test('deleting an account long after signing in asks to sign in again, then goes on @long', async ({
  page,
  database,
}) => {
  await page.goto('/login')
  await continueWith(page, 'Google', 'Cleo Hart')
  await expect(page).toHaveURL('/profile#saved-products')
  await database.pool.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'")
  await page.goto('/account-settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByRole('button', { name: 'Continue with Google' }).click()
  await choosePerson(page, 'Bela Ortiz')
  await expect(confirm.getByRole('alert')).toContainText('We could not confirm it’s you')
  await confirm.getByRole('button', { name: 'Continue with Google' }).click()
  await choosePerson(page, 'Cleo Hart')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(/to confirm/).fill('delete my account')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL('/')
})

test('an administrator who has to sign in again goes on where that interrupted them', async ({
  page,
  database,
}) => {
  const { pool } = database
  const signInAgainFor = async (press: () => Promise<void>) => {
    await pool.query("UPDATE sessions SET authenticated_at = now() - interval '1 hour'")
    await press()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirm.getByRole('button', { name: 'Continue with Google' }).click()
    await choosePerson(page, 'Dara Quinn')
  }
  await page.goto('/login')
  await continueWith(page, 'Google', 'Dara Quinn')
  await expect(page).toHaveURL('/profile#saved-products')
  await pool.query(
    "UPDATE users SET is_admin = true FROM accounts WHERE user_id = users.id AND account_id = 'dara-quinn'",
  )
  const name = `Rita ${randomBytes(4).toString('hex')}`
  const rita = await insertPerson(pool, E2E_SECRET, { name })
  const stateOf = async () =>
    (await pool.query('SELECT publisher_role AS role FROM users WHERE id = $1', [rita.uid])).rows

  await page.goto('/admin#users')
  await page.getByLabel('Name or email').fill(name)
  await page.getByRole('button', { name }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('editor')
  await signInAgainFor(() => page.getByRole('button', { name: 'Change role' }).click())
  await expect(page.getByText(`The role of ${name} is changed`)).toBeVisible()
  expect(await stateOf()).toEqual([{ role: 'editor' }])

  await page.getByLabel(/type their name/).fill(name)
  await signInAgainFor(() => page.getByRole('button', { name: 'Delete user' }).click())
  await expect(page.getByText(`${name} is deleted`)).toBeVisible()
  expect(await stateOf()).toEqual([])

  await page.goto('/admin#integrations')
  await signInAgainFor(() => page.getByRole('button', { name: 'Add a webhook' }).click())
  await expect(page.getByRole('dialog', { name: 'Add a webhook' })).toBeVisible()
})

/** What the newest email to this address says. */
const mailTo = async (page: Page, email: string) => {
  const mails = await (await page.request.get(LOCAL_MAIL_PATH)).text()
  const [mail = ''] = new RegExp(`To ${email}.*`, 's').exec(mails) ?? []
  return {
    link: /href="([^"]+\/sign-in#[^"]+)"/.exec(mail)?.[1] ?? '',
    code: /\d{4} \d{4}/.exec(mail)?.[0] ?? '',
  }
}
const askForEmail = async (page: Page) => {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect(page.getByText(`We emailed ${email}`)).toBeVisible()
  return mailTo(page, email)
}

test('a visitor who signs in with a provider to follow somebody follows them, once', async ({
  page,
}) => {
  const { data } = (await (await page.request.get('/api/home')).json()) as {
    data: { celebrities: { name: string }[] }
  }
  const name = data.celebrities[0]?.name ?? ''
  const person = paths.celebrity.href(name)
  const button = (text: string) => page.getByRole('button', { name: `${text} ${name}` })
  await page.goto(person)
  await button(FOLLOWING_TEXT.follow).click()
  await page.getByRole('link', { name: FOLLOWING_TEXT.signIn }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await continueWith(page, 'Google', 'Ada Marlow')
  await expect(page).toHaveURL(person)
  await expect(page.getByText(FOLLOWING_TEXT.followed(name))).toBeVisible()
  await button(FOLLOWING_TEXT.follows).click()
  await expect(button(FOLLOWING_TEXT.follow)).toBeVisible()
  // Neither a reload nor a link from elsewhere repeats it.
  await page.reload()
  await expect(button(FOLLOWING_TEXT.follow)).toBeVisible()
})

test('a visitor who signs in by the link of an email adds to a board in the tab of the link', async ({
  page,
  context,
}) => {
  const reply = await page.request.get('/api/images?celebrities=feed&seed=0')
  const { data } = (await reply.json()) as { data: { images: { image: string }[] } }
  const look = paths.celebrityImage.href(data.images[0]?.image ?? '')
  await page.goto(look)
  await page.getByRole('button', { name: BOARD_TEXT.add }).first().click()
  await page.getByRole('link', { name: BOARD_TEXT.signIn }).click()
  const { link } = await askForEmail(page)
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(tab).toHaveURL(look)
  await tab.getByLabel(BOARD_TEXT.name).fill('Autumn')
  await tab.getByRole('button', { name: BOARD_TEXT.create }).click()
  await expect(tab.getByText(BOARD_TEXT.addedTo('Autumn'))).toBeVisible()
})

test('a visitor who signs in by a code sets the alert that was filled in', async ({ page }) => {
  const [product] = (await readCatalogFacts(page.request).products('feed')).products
  await page.goto(`/product/${product?.id}`)
  await page.getByRole('button', { name: ALERT_TEXT.ofProduct }).click()
  const dialog = page.getByRole('dialog', { name: ALERT_TEXT.ofProduct })
  await dialog.getByLabel('Tell me when').selectOption('The price falls by …')
  await dialog.getByLabel('By at least').selectOption('30%')
  await dialog.getByRole('link', { name: ALERT_TEXT.signIn }).click()
  const { code } = await askForEmail(page)
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/product/${product?.id}`))
  await expect(page.getByText(ALERT_TEXT.active)).toBeVisible()
  await page.goto('/alerts')
  await expect(page.getByText('Costs at least 30% less than')).toHaveCount(1)
})

test('an address of this site causes no action, and neither does what was asked long ago', async ({
  page,
}) => {
  const { data } = (await (await page.request.get('/api/home')).json()) as {
    data: { celebrities: { name: string }[] }
  }
  const name = data.celebrities[0]?.name ?? ''
  const person = paths.celebrity.href(name)
  await page.goto(person)
  await page.getByRole('button', { name: `${FOLLOWING_TEXT.follow} ${name}` }).click()
  await page.getByRole('link', { name: FOLLOWING_TEXT.signIn }).click()
  await page.evaluate(() => {
    const key = 'wearabouts.pending-action'
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: number }
    localStorage.setItem(key, JSON.stringify({ ...entry, at: entry.at - 16 * 60_000 }))
  })
  await continueWith(page, 'Google', 'Ada Marlow')
  await expect(page).toHaveURL(person)
  await expect(page.getByText('Signed in as Ada Marlow')).toBeVisible()
  const { people } = (
    (await (await page.request.get('/api/following')).json()) as { data: { people: unknown[] } }
  ).data
  expect(people).toEqual([])
})
