import { randomUUID } from 'node:crypto'
import { createSetup } from '#server/features/accounts/setup.service.ts'
import { findAxeViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'a set-up link makes an administrator, who suspends a user and invites another',
  { tag: '@long-on-phones' },
  async ({ page, login, database, baseURL }) => {
    const id = randomUUID()
    const other = await login({ name: 'Suspended Sam', email: `sam.${id}@example.com` })
    await login({ name: 'Ada Admin' })
    await page.goto(await createSetup(database.pool).extraLink(baseURL ?? ''))
    await page.getByRole('button', { name: 'Become administrator' }).click()
    await expect(page).toHaveURL(/\/setup$/)
    await page.getByRole('link', { name: 'Go to Administration' }).click()

    await page.getByLabel('Name or email').fill(`sam.${id}`)
    await page.getByRole('button', { name: 'Suspended Sam' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Lift the suspension' })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    const { rowCount } = await database.pool.query('SELECT FROM sessions WHERE user_id = $1', [
      other.uid,
    ])
    expect(rowCount).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: 'Invitations' }).click()
    await page.getByLabel(/Invite by email/).fill(`guest.${id}@example.com`)
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await expect(page.getByText(/Code \w{6}/)).toBeVisible()
    await expect(page.getByText(`guest.${id}@example.com`, { exact: true })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
  },
)

test('on a phone, the chosen of many tabs is not where they fade out', async ({ page, login }) => {
  await login({ name: 'Ada Admin', admin: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin#takedown')
  const rightOf = async (role: 'tab' | 'tablist', options = {}) => {
    const box = await page.getByRole(role, options).boundingBox()
    return (box?.x ?? NaN) + (box?.width ?? NaN)
  }
  const fadePx = 56
  await expect
    .poll(async () => (await rightOf('tablist')) - (await rightOf('tab', { name: 'Takedown' })))
    .toBeGreaterThan(fadePx)
})
