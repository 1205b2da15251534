import { randomUUID } from 'node:crypto'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'

/** A scan keeps both cores busy for seconds, longer on a loaded machine. */
test.describe.configure({ timeout: 240_000 })
const SCAN = { timeout: 120_000 }

// axe-core is injected into the page, which our content security policy forbids.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'an editor publishes a look from a photo with few actions, and withdraws it',
  { tag: '@long-on-phones' },
  async ({ page, login }) => {
    const person = `Nova ${randomUUID().slice(0, 8)}`
    await login({ role: 'editor', name: 'Edda Editor' })
    await page.goto('/studio')
    let actions = 0
    const act = async (action: Promise<unknown>) => {
      actions += 1
      await action
    }
    await act(page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles(await streetPhoto(3)))
    await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/)
    const left = page.getByText(/objects? left to decide/)
    await expect(left).toBeVisible(SCAN)
    expect(await axeViolations(page)).toEqual([])

    await act(page.getByLabel(STUDIO_TEXT.who).fill(person))
    await expect(page.getByText(STUDIO_TEXT.newPerson(person))).toBeVisible()
    // From here on by keyboard: each decision leads to the next object.
    const objects = await page.getByRole('button', { name: /^(Confirm|Unknown): / }).count()
    expect(objects).toBeGreaterThan(0)
    await page
      .getByRole('button', { name: /^Confirm: / })
      .first()
      .focus()
    for (let confirmed = 0; confirmed < 5; confirmed += 1) {
      const focused = page.locator('[data-confirm]:focus')
      if ((await focused.count()) === 0) break
      const name = await focused.getAttribute('aria-label')
      if (!name?.startsWith('Confirm')) break
      await act(page.keyboard.press('Enter'))
      await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
    }
    await act(page.getByRole('button', { name: STUDIO_TEXT.publish, exact: true }).click())
    await expect(page.getByText(STUDIO_TEXT.published)).toBeVisible()
    expect(actions).toBeLessThanOrEqual(12)

    await page.getByRole('link', { name: STUDIO_TEXT.view }).click()
    await expect(page.getByRole('heading', { name: person })).toBeVisible()
    await expect(page.getByText(/says? our editors/).first()).toBeVisible()
    const look = page.url()
    expect((await page.request.get(`/api/search?q=${encodeURIComponent(person)}`)).ok()).toBe(true)
    expect(await (await page.request.get('/api/celebrities')).text()).toContain(person)

    await page.goBack()
    await page.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    await expect(page.getByText(STUDIO_TEXT.withdrawn)).toBeVisible()
    expect((await page.request.get(look)).status()).toBe(410)
    expect(await (await page.request.get('/api/celebrities')).text()).not.toContain(person)
  },
)
