import { LOGIN_TEXT } from '#shared/account-messages.ts'
import { type Screen, withCalls } from './screen.ts'

const HOUR_MS = 60 * 60_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const device = (name: string, hours: number, isCurrent = false) => ({
  id: name,
  device: name,
  provider: 'google',
  address: '203.0.113.7',
  startedAt: ago(hours * 20),
  lastSeenAt: ago(hours),
  isCurrent,
})
const DEVICES = [
  device('Chrome on macOS', 0, true),
  device('Safari on iPhone', 5),
  device('Firefox on Windows', 400),
]

export const accountScreens: Screen[] = [
  {
    name: 'login',
    open: async ({ page }) => {
      await page.goto('/login')
      await page.getByText('Demo sign-in is active').waitFor()
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
      await withCalls(page, '**/saved-products.php', 'waiting')
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
      const known = page.waitForResponse('**/api/session')
      await page.goto(`/celebrity/${encodeURIComponent(celebrity?.name ?? '')}`)
      await known
      for (const place of [0, 1, 2]) {
        await page
          .getByRole('button', { name: /^Save / })
          .nth(place)
          .click()
        await page
          .getByRole('button', { name: /^Save /, pressed: true, disabled: false })
          .nth(place)
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
      await withCalls(page, '**/api/account/sessions', { sessions: DEVICES })
      await page.goto('/account-settings')
      await page.getByText('Safari on iPhone').waitFor()
    },
  },
  {
    name: 'account-confirm',
    open: async ({ page, signIn }) => {
      await signIn({ name: 'Greta Holm' })
      await withCalls(page, '**/api/account/confirm', { url: '/', provider: 'google' })
      await page.goto('/account-settings')
      await page
        .getByRole('button', { name: /delete/i })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
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
    name: 'login-overlay',
    open: async ({ page }) => {
      await page.goto('/search-result?q=dress')
      await page
        .getByRole('button', { name: /^Save / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
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
