import type { Locator } from '@playwright/test'
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

test('every part of the administration is reached by its group, its address and the search', async ({
  page,
  login,
}) => {
  await login({ name: 'Ada Admin', admin: true })
  await page.goto('/admin')
  const groups = page.getByRole('navigation', { name: 'Administration' })
  await groups.getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('tab', { name: 'Health', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(/\/admin#audit$/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Audit log', selected: true })).toBeVisible()
  await page.getByLabel('Find in administration').fill('commission')
  await page.getByRole('link', { name: 'Publishing: Affiliate' }).click()
  await expect(page.getByRole('tab', { name: 'Affiliate', selected: true })).toBeVisible()
  await expect(groups.getByRole('link', { name: 'Publishing' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  expect(await findAxeViolations(page)).toEqual([])
})

test('on a phone, the tabs of every group fit', async ({ page, login }) => {
  await login({ name: 'Ada Admin', admin: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  const groups = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
  const rightOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.x ?? NaN) + (box?.width ?? NaN)
  }
  for (const group of await groups.all()) {
    await group.click()
    const tablist = page.getByRole('tablist', { name: await group.innerText() })
    await expect(tablist).toBeVisible()
    const last = tablist.getByRole('tab').last()
    expect(await rightOf(last)).toBeLessThanOrEqual(await rightOf(tablist))
  }
})
