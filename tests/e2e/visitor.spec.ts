import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { importRows } from '#server/features/ingest/index.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { SUGGESTION_TEXT } from '#shared/suggestion-messages.ts'
import { LOCAL_MAIL_PATH, paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { SHARE_TEXT } from '#shared/product-messages.ts'
import { findAxeViolations } from '#tests/support/axe.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'

test.describe.configure({ timeout: 240_000 })
// axe-core is injected into the page, which our content security policy forbids.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

const id = randomUUID().slice(0, 8)
const NAMES = [`Zoë Visitor ${id}`, `楊紫 ${id}`, `Ирина ${id}`, `فيروز ${id}`]

const pictureOf = (person: string, look: string) =>
  `https://pictures.example.com/${encodeURIComponent(person)}-${look}.jpg`

const rowOf = (person: string, look: string) =>
  catalogRow({
    celebrity_name: person,
    celebrity_image: pictureOf(person, look),
    name: `Coat ${look} ${id}`,
    website: `https://shop.example.com/${id}-${look}`,
  })

const mailsTo = async (page: Page, email: string) =>
  (await (await page.request.get(LOCAL_MAIL_PATH)).text())
    .split('<article>')
    .filter((mail) => mail.includes(`To ${email}`))

const follow = async (page: Page, person: string, email: string) => {
  await page.goto(paths.celebrity.href(person))
  await page.getByRole('button', { name: `${FOLLOWING_TEXT.follow} ${person}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `${FOLLOWING_TEXT.follow} ${person}` })
  await dialog.getByLabel('Your email').fill(email)
  await expect(dialog.getByRole('link', { name: 'RSS' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: FOLLOWING_TEXT.byMail }).click()
  await expect(dialog.getByText(ALERT_TEXT.checkMail)).toBeVisible()
  const [mail = ''] = await mailsTo(page, email)
  // It goes to whatever address was entered, so it contains nothing that users write.
  expect(mail).not.toContain(person)
  await page.goto(/href="([^"]+\/alerts#confirm[^"]+)"/.exec(mail)?.[1] ?? '')
  await page.getByRole('button', { name: 'Confirm alert' }).click()
  await expect(page.getByRole('link', { name: person })).toBeVisible()
}

test(
  'a visitor finds people, follows them by email, shares, corrects, saves and leaves',
  { tag: '@long-on-phones' },
  async ({ page, hasTouch, browser, login, database, resetLimits }) => {
    await resetLimits()
    await importRows(
      database.maintenance,
      NAMES.map((person) => rowOf(person, 'first')),
    )
    const email = `${randomUUID()}@example.com`
    for (const person of NAMES) await follow(page, person, email)
    expect(await findAxeViolations(page)).toEqual([])

    const [person = ''] = NAMES
    const look = paths.celebrityImage.href(pictureOf(person, 'first'))
    await page.goto(paths.celebrity.href(person))
    // Phones show the looks of a person on demand.
    if (hasTouch) await page.getByRole('button', { name: FOLLOWING_TEXT.summary }).click()
    await page.locator(`a[href="${look}"]`).first().click()
    await page.getByRole('button', { name: SHARE_TEXT.share }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel(SHARE_TEXT.link, { exact: true })).toHaveValue(
      new RegExp(`${look}$`),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: SUGGESTION_TEXT.notIt }).click()
    await dialog.getByLabel(SUGGESTION_TEXT.note).fill('It is the one in blue.')
    await dialog.getByRole('button', { name: SUGGESTION_TEXT.send }).click()
    await expect(dialog).toBeHidden()

    // New looks of all of them: one email.
    await importRows(
      database.maintenance,
      NAMES.map((name) => rowOf(name, 'second')),
    )
    await database.pool.query(`UPDATE alert_looks SET at = at - interval '2 hours'`)
    await database.pool.query(
      `SELECT ask_for_jobs('alert-mail', array_agg(id::text)) FROM alert_subscribers WHERE email = $1`,
      [email],
    )
    const newLooks = async () =>
      (await mailsTo(page, email)).filter((mail) => mail.includes('4 new looks'))
    await expect.poll(async () => (await newLooks()).length).toBe(1)
    const [digest = ''] = await newLooks()
    for (const name of NAMES) expect(digest).toContain(name)

    const withoutScripts = await browser.newContext({ javaScriptEnabled: false })
    const leaving = await withoutScripts.newPage()
    await leaving.goto(/href="([^"]+\/unsubscribe[^"]+)"/.exec(digest)?.[1] ?? '')
    await leaving.getByRole('button', { name: ALERT_TEXT.stop }).click()
    await expect(leaving.getByRole('heading', { name: ALERT_TEXT.stopped })).toBeVisible()
    await withoutScripts.close()
    const { rows } = await database.pool.query('SELECT FROM alert_subscribers WHERE email = $1', [
      email,
    ])
    expect(rows).toEqual([])

    await login()
    await page.goto(look)
    await page.getByRole('button', { name: BOARD_TEXT.add }).first().click()
    await dialog.getByLabel(BOARD_TEXT.name).fill(`Coats ${id}`)
    await dialog.getByRole('button', { name: BOARD_TEXT.create }).click()
    await expect(page.getByText(BOARD_TEXT.addedTo(`Coats ${id}`))).toBeVisible()
    await page.goto(paths.boards.href())
    await expect(page.getByRole('link', { name: new RegExp(`Coats ${id}`) })).toBeVisible()
  },
)
