import { HOUR_MS } from '#shared/durations.ts'
import { readFile } from 'node:fs/promises'
import { ACCOUNT_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import type { ApiKey } from '#shared/contract/api-keys.ts'
import type { SignInMethod } from '#shared/domain/sign-in-methods.ts'
import { paths } from '#shared/paths.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { type Screen, type Visit, replaceCalls } from './screen.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const createDevice = (name: string, hours: number, isCurrent = false) => ({
  id: name,
  device: name,
  provider: 'google',
  address: '203.0.113.7',
  startedAt: hoursAgo(hours * 20),
  lastSeenAt: hoursAgo(hours),
  isCurrent,
})
const DEVICES = [
  createDevice('Chrome on macOS', 0, true),
  createDevice('Safari on iPhone', 5),
  createDevice('Firefox on Windows', 400),
]

/** Two scans, stored as the finder stores them. */
const storeScans = async ({ page, signIn }: Visit) => {
  await signIn({ name: 'Greta Holm', invited: true })
  await page.goto('/profile')
  const headers = { origin: new URL(page.url()).origin }
  const session = await page.request.get('/api/session')
  const { data } = (await session.json()) as { data: { user: { uid: string } } }
  const photos: string[] = []
  for (const file of [await streetPhoto(), await streetPhoto(7)]) {
    const buffer = await readFile(file)
    const image = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
    const upload = await page.request.post('/image-local.php', { headers, multipart: { image } })
    const { url } = (await upload.json()) as { url: string }
    photos.push(url)
    for (const [index, name] of ['Olive jacket', 'white sneakers', 'straw hat'].entries())
      await page.request.post('/save-detection.php', {
        headers,
        data: {
          firebase_uid: data.user.uid,
          detection_data: {
            name,
            detection_id: `${url} ${index}`,
            bbox: { x: 120, y: 40 + 110 * index, width: 140, height: 100 },
            original_image_url: url,
          },
        },
      })
  }
  return photos
}

/** Under a name: passkeys are not offered at a bare IP address. */
const gotoLogin = async ({ page }: Visit) => {
  await page.goto('/login')
  await page.goto(page.url().replace('127.0.0.1', 'localhost'))
  await page.getByRole('button', { name: LOGIN_TEXT.continueWithPasskey }).waitFor()
}

/** The dialog before an action that needs a recent sign-in. */
const openConfirmation = async (
  { page, signIn }: Visit,
  { provider, query = '' }: { provider: SignInMethod; query?: string },
) => {
  await signIn({ name: 'Greta Holm' })
  await replaceCalls(page, '**/api/account/confirm', { url: '/', provider })
  await page.goto(`/account-settings${query}`)
  await page
    .getByRole('button', { name: /delete/i })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

const API_KEYS: ApiKey[] = [
  {
    id: '2',
    name: 'Nightly import',
    hint: 'x7Qe',
    scopes: ['browse', 'use-account'],
    createdAt: '2026-10-01T08:00:00.000Z',
    expiresAt: '2026-12-30T08:00:00.000Z',
    isExpired: false,
    lastUsedAt: '2026-11-16T02:00:00.000Z',
  },
  {
    id: '1',
    name: 'Old script',
    hint: 'Lk2_',
    scopes: ['browse'],
    createdAt: '2026-08-01T08:00:00.000Z',
    expiresAt: '2026-10-30T08:00:00.000Z',
    isExpired: true,
    lastUsedAt: null,
  },
]

export const accountScreens: Screen[] = [
  {
    name: 'login',
    open: async (visit) => {
      await gotoLogin(visit)
      await visit.page.getByText(LOGIN_TEXT.demoHint).waitFor()
    },
  },
  {
    name: 'login-every-way',
    isWhole: true,
    open: async (visit) => {
      const provider = (id: string, label: string) => ({ id, label, isLocal: false })
      await replaceCalls(visit.page, '**/api/sign-in/providers', {
        providers: [
          provider('google', 'Google'),
          provider('facebook', 'Facebook'),
          provider('oidc', 'Verkehrsbetriebe Niederösterreich'),
        ],
        email: 'smtp',
      })
      await gotoLogin(visit)
    },
  },
  {
    name: 'login-code',
    open: async ({ page }) => {
      await page.goto('/login')
      await page.getByLabel('Your email').first().fill('greta@example.org')
      await page.getByLabel('Your email').first().press('Enter')
      await page.getByLabel(/code/i).first().waitFor()
    },
  },
  {
    name: 'login-provider',
    open: async ({ page }) => {
      await page.goto('/login')
      await page.getByRole('button', { name: LOGIN_TEXT.continueWithGoogle }).click()
      await page.waitForURL(/local-identity|interaction|pick/)
    },
  },
  {
    name: 'setup',
    open: async ({ page }) => {
      await page.goto(paths.setup.href('x'.repeat(43)))
      await page.getByRole('main').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'what-is-kept',
    isWhole: true,
    open: async ({ page }) => {
      await page.goto(paths.termsPolicy.href('privacy'))
      await page.locator('#privacy').waitFor()
    },
  },
  {
    name: 'invitation',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await page.goto('/invitation')
      await page.getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'profile-empty',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await page.goto('/profile')
      await page.getByText('No products saved').waitFor()
    },
  },
  {
    name: 'profile-loading',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await replaceCalls(page, '**/saved-products.php', 'waiting')
      await page.goto('/profile')
      await page.getByText('Loading products...').waitFor()
    },
  },
  {
    name: 'profile-saved',
    isWhole: true,
    open: async ({ page, signIn, facts }) => {
      await signIn({ name: 'Greta Holm' })
      const [celebrity] = await facts.celebrities()
      // Before the session is known, the heart would ask for a login.
      const sessionReply = page.waitForResponse('**/api/session')
      await page.goto(`/celebrity/${encodeURIComponent(celebrity?.name ?? '')}`)
      await sessionReply
      for (const index of [0, 1, 2]) {
        await page
          .getByRole('button', { name: /^Save / })
          .nth(index)
          .click()
        await page
          .getByRole('button', { name: /^Save /, pressed: true, disabled: false })
          .nth(index)
          .waitFor()
      }
      await page.goto('/profile#saved-products')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'account-settings',
    isWhole: true,
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await page.goto('/account-settings')
      await page.getByLabel('Display Name').waitFor()
    },
  },
  {
    name: 'account-devices',
    isWhole: true,
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await replaceCalls(page, '**/api/account/sessions', { sessions: DEVICES })
      await page.goto('/account-settings')
      await page.getByText('Safari on iPhone').first().waitFor()
    },
  },
  {
    name: 'account-passkeys',
    isWhole: true,
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      const passkey = (name: string, isSynced: boolean, lastUsedAt: string | null) => ({
        id: name,
        name,
        isSynced,
        createdAt: hoursAgo(2_000),
        lastUsedAt,
      })
      await replaceCalls(page, '**/api/account/passkeys', {
        passkeys: [
          passkey('iCloud Keychain', true, hoursAgo(3)),
          passkey(
            'A security key with a name as long as names of keys may be at most',
            false,
            null,
          ),
        ],
      })
      await page.goto('/account-settings')
      await page.getByText('iCloud Keychain').first().waitFor()
    },
  },
  {
    name: 'account-keys',
    isWhole: true,
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await replaceCalls(page, '**/api/account/keys', { keys: API_KEYS })
      await page.goto('/account-settings')
      await page.getByText('Nightly import').first().waitFor()
    },
  },
  {
    name: 'account-new-key',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm', invited: true })
      await page.goto('/account-settings')
      await page.getByRole('button', { name: 'Create an API key' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'account-confirm', open: (visit) => openConfirmation(visit, { provider: 'google' }) },
  {
    name: 'account-confirm-refused',
    open: (visit) =>
      openConfirmation(visit, {
        provider: 'google',
        query: `?error=${ACCOUNT_ERRORS.notConfirmedCode}`,
      }),
  },
  {
    name: 'account-confirm-code',
    open: async (visit) => {
      await openConfirmation(visit, { provider: 'email' })
      await visit.page.getByRole('dialog').getByRole('textbox').first().fill('123456')
      await visit.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      await visit.page.locator('[aria-invalid]').waitFor()
    },
  },
  {
    name: 'account-sign-out-everywhere',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await page.goto('/account-settings')
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'alerts',
    isWhole: true,
    open: async ({ page, signIn, facts }) => {
      await signIn({ name: 'Greta Holm' })
      await page.goto('/alerts')
      const headers = { origin: new URL(page.url()).origin }
      const { products } = await facts.products('feed')
      const alerts = [
        {
          on: { product: products[0]?.id },
          condition: { kind: 'below', amount: 20, currency: 'EUR', size: null },
        },
        {
          on: { product: products[1]?.id },
          condition: { kind: 'stock', size: null },
          immediate: true,
        },
        { on: { search: { q: 'dress', colour: 'black' } }, condition: { kind: 'new' } },
      ]
      for (const data of alerts) await page.request.post('/api/alerts', { headers, data })
      await page.reload()
      await page.getByRole('heading', { name: 'Active alerts' }).waitFor()
    },
  },
  {
    name: 'my-scans',
    open: async (visit) => {
      await storeScans(visit)
      await visit.page.goto('/profile#my-scans')
      await visit.page.getByRole('article').nth(1).waitFor()
    },
  },
  {
    name: 'my-scan-reopened',
    open: async (visit) => {
      const [photo] = await storeScans(visit)
      await visit.page.goto(paths.addProductPhoto.href(photo))
      await visit.page
        .getByRole('button', { name: /% sure/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'account-menu',
    open: async ({ page, signIn, isPhone }) => {
      await signIn({ name: 'Greta Holm', invited: true })
      await page.goto('/')
      await page.getByRole('button', { name: isPhone ? 'Menu' : /account/i }).click()
      await page.getByText('Sign Out').waitFor()
    },
  },
]
