import { expect, test } from '#tests/support/browse.ts'

for (const [anchor, title] of [
  ['terms', 'Terms of Service'],
  ['privacy', 'Privacy Policy'],
  ['data-deletion', 'User Data Deletion Instructions'],
] as const)
  test(
    `Terms and policy has ${title} at #${anchor} and scrolls to it @long`,
    { tag: '@any-width' },
    async ({ page }) => {
      await page.goto(`/terms-policy#${anchor}`)
      const heading = page.getByRole('heading', { name: title, level: 2 })
      await expect(heading).toBeInViewport()
      await expect(page.locator(`#${anchor}`)).toContainText(title)
    },
  )

test(
  'a link on the page scrolls smoothly to its section @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/terms-policy')
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Privacy Policy' })
      .click()
    await expect(page).toHaveURL('/terms-policy#privacy')
    const heading = page.getByRole('heading', { name: 'Privacy Policy' })
    await expect(heading).toBeInViewport()
    await expect(heading).toBeFocused()
  },
)

test(
  'Contact us is a disabled form that says so and promises a reply within 24 hours',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/contact-us')
    for (const label of ['Full Name', 'Email Address', 'Phone Number', 'Message'])
      await expect(page.getByLabel(label)).toBeDisabled()
    await expect(page.getByText('within 24 hours')).toBeVisible()
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Not yet functional',
    )
  },
)

test(
  'an unknown URL shows a page with a way forward @long',
  { tag: '@any-width' },
  async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'This page has gone out of style.',
    )
    await page.getByRole('main').getByRole('link', { name: 'Trending Feed' }).click()
    await expect(page.getByRole('heading', { name: 'Trending Feed' })).toBeVisible()
  },
)
