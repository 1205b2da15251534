import { LOGIN_TEXT } from '#shared/account-messages.ts'
import { type Screen, withCalls } from './screen.ts'

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
    name: 'account-menu',
    open: async ({ page, signIn, isPhone }) => {
      await signIn({ name: 'Greta Holm', invited: true })
      await page.goto('/')
      await page.getByRole('button', { name: isPhone ? 'Menu' : /account/i }).click()
      await page.getByText('Sign Out').waitFor()
    },
  },
]
