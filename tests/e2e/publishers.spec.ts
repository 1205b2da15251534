import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { SUGGESTION_TEXT } from '#shared/suggestion-messages.ts'
import { paths } from '#shared/paths.ts'
import { CREATOR_TEXT } from '#shared/creator-messages.ts'
import { SHARE_TEXT } from '#shared/product-messages.ts'
import { STUDIO_ERRORS, STUDIO_TEXT } from '#shared/studio-messages.ts'
import { findAxeViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { corneredPicture } from '#tests/support/pictures.ts'

/** A scan keeps both cores busy for seconds, longer on a loaded machine. */
test.describe.configure({ timeout: 240_000 })
// axe-core is injected into the page, which our content security policy forbids.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

const addPhoto = async (page: Page, color: string) => {
  await page.goto(paths.studio.href())
  await page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await corneredPicture(color),
  })
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/)
  // Nothing says that it scans before the draft is shown. Only editors are asked who wears it.
  await expect(page.getByRole('heading', { name: STUDIO_TEXT.worn })).toBeVisible()
  await expect(page.getByText(STUDIO_TEXT.scanning)).toBeHidden({ timeout: 120_000 })
}

const randomColor = () => `#${randomUUID().slice(0, 6)}`

/** An object with a product that no shop page describes. */
const addProductByHand = async (page: Page, title: string) => {
  // Its proposal moves the buttons, so a click meanwhile may miss.
  const searched = page.waitForResponse(/\/api\/scan-box/)
  await page.getByRole('button', { name: STUDIO_TEXT.addObject }).click()
  await page.getByRole('button', { name: STUDIO_TEXT.addInMiddle }).click()
  await page.keyboard.press('Escape')
  await searched
  await expect(page.getByText(STUDIO_TEXT.searchingBox)).toBeHidden()
  await page
    .getByRole('button', {
      name: new RegExp(`^(${STUDIO_TEXT.chooseAnother}|${STUDIO_TEXT.chooseProduct}): `),
    })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: STUDIO_TEXT.byHand }).click()
  await dialog.getByRole('button', { name: STUDIO_TEXT.takeThis }).click()
  await expect(dialog.getByText(STUDIO_TEXT.incomplete)).toBeVisible()
  await dialog.getByLabel(STUDIO_TEXT.productTitle).fill(title)
  await dialog.getByLabel(STUDIO_TEXT.shopLink).fill(`https://shop.example.org/${randomUUID()}`)
  await dialog.getByRole('button', { name: STUDIO_TEXT.pictureCrop }).click()
  await expect(dialog.getByRole('button', { name: STUDIO_TEXT.removePicture })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: STUDIO_TEXT.takeThis }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(title).first()).toBeVisible()
}

const publish = async (page: Page) => {
  await page.getByRole('button', { name: STUDIO_TEXT.publish, exact: true }).click()
  await expect(page.getByRole('link', { name: STUDIO_TEXT.view })).toBeVisible()
  return (await page.getByRole('link', { name: STUDIO_TEXT.view }).getAttribute('href')) ?? ''
}

test(
  'a creator whose name is taken names the page, is found everywhere, and renames it',
  { tag: '@long-on-phones' },
  async ({ page, login }) => {
    const reply = await page.request.get('/api/celebrities')
    const { data } = (await reply.json()) as { data: { celebrities: { name: string }[] } }
    const taken = data.celebrities[0]?.name ?? ''
    const id = randomUUID().slice(0, 8)
    const name = `아라 ${id}`
    await login({ role: 'creator', name: taken })
    await page.goto(paths.studio.href())
    await expect(page.getByRole('alert')).toContainText(STUDIO_ERRORS.nameTaken(taken))
    await page.getByRole('button', { name: CREATOR_TEXT.chooseName }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(CREATOR_TEXT.displayName, { exact: true }).fill(name)
    await dialog.getByLabel(CREATOR_TEXT.address, { exact: true }).fill(`ara-${id}`)
    await dialog.getByRole('button', { name: CREATOR_TEXT.save }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('link', { name: NAVIGATION_TEXT.yourPage })).toHaveAttribute(
      'href',
      paths.creator.href(`ara-${id}`),
    )

    await addPhoto(page, randomColor())
    await addProductByHand(page, `Hanbok jacket ${id}`)
    await page.getByText(STUDIO_TEXT.details).click()
    await page.getByLabel(STUDIO_TEXT.wornSize).fill('38')
    await page.getByLabel(STUDIO_TEXT.code, { exact: true }).fill(`ARA${id}`)
    await page.getByLabel(STUDIO_TEXT.tags).fill(`#한복 ${id}, كييف ${id}`)
    expect(await findAxeViolations(page)).toEqual([])
    const look = await publish(page)
    await page.goto(look)
    await expect(page.getByText('Worn in size 38')).toBeVisible()
    await expect(page.getByText(`Code ARA${id}`)).toBeVisible()
    await page.getByRole('link', { name: `#كييف ${id}` }).click()
    await expect(page.getByRole('heading', { name: `كييف ${id}`, level: 1 })).toBeVisible()
    await expect(page.locator(`a[href="${look}"]`).first()).toBeVisible()

    const pageLink = page.getByRole('link', { name: `${NAVIGATION_TEXT.creatorPage} of ${name}` })
    await page.goto(look)
    await expect(pageLink).toHaveAttribute('href', paths.creator.href(`ara-${id}`))
    await page.goto(paths.celebrity.href(name))
    await page.getByRole('link', { name: NAVIGATION_TEXT.creatorPage, exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await page.goto('/')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: /^Search/ }).fill(name)
    await page
      .getByRole('option', { name: new RegExp(`${id}.*${NAVIGATION_TEXT.creatorPage}`) })
      .click()
    await expect(page).toHaveURL(new RegExp(`/creator/ara-${id}$`))

    await page.goto(paths.ownCreatorPage.href())
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: CREATOR_TEXT.clicks })).toBeVisible()
    await page.getByRole('button', { name: CREATOR_TEXT.edit }).click()
    await dialog.getByLabel(CREATOR_TEXT.displayName, { exact: true }).fill(`Ara ${id}`)
    await dialog.getByLabel(CREATOR_TEXT.address, { exact: true }).fill(`ara-new-${id}`)
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: CREATOR_TEXT.save }).first().click()
    await expect(page).toHaveURL(new RegExp(`/creator/ara-new-${id}$`))
    await expect(page.getByRole('heading', { name: `Ara ${id}`, level: 1 })).toBeVisible()
    await page.goto(paths.creator.href(`ara-${id}`))
    await expect(page).toHaveURL(new RegExp(`/creator/ara-new-${id}$`))
    await page.goto(look)
    await expect(page.getByRole('heading', { name: `Ara ${id}` })).toBeVisible()
  },
)

test(
  'a creator gets from a photo to a published look in six taps',
  { tag: '@long-on-phones' },
  async ({ page, login }) => {
    await login({ role: 'creator', name: `Ирина ${randomUUID().slice(0, 8)}` })
    await page.goto('/')
    let taps = 0
    const tap = async (action: Promise<unknown>) => {
      taps += 1
      await action
    }
    const isNarrow = (page.viewportSize()?.width ?? 0) <= 600
    await tap(page.getByRole('button', { name: isNarrow ? 'Menu' : /^Account: / }).click())
    const studio = { name: NAVIGATION_TEXT.studio, exact: true }
    await tap(page.getByRole(isNarrow ? 'link' : 'menuitem', studio).click())
    // One to open the device's pictures, one to choose.
    taps += 1
    await tap(page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles(await streetPhoto(3)))
    await expect(page.getByText(/objects? left to decide/)).toBeVisible({ timeout: 120_000 })
    await tap(
      page
        .getByRole('button', { name: /^Confirm(: | \d+ exact)/ })
        .first()
        .click(),
    )
    await tap(page.getByRole('button', { name: STUDIO_TEXT.publish, exact: true }).click())
    await expect(page.getByText(STUDIO_TEXT.published)).toBeVisible()
    expect(taps).toBeLessThanOrEqual(6)
  },
)

test(
  'an editor schedules, withdraws and publishes a look again, and hands a draft over',
  { tag: '@long-on-phones' },
  async ({ page, login }) => {
    const id = randomUUID().slice(0, 8)
    const colleague = `Bo Editor ${id}`
    await login({ role: 'editor', name: colleague })
    await login({ role: 'editor', name: 'Edda Editor' })
    await addPhoto(page, randomColor())
    await page.getByLabel(STUDIO_TEXT.who).fill(`Никита ${id}`)
    await addProductByHand(page, `Wool hat ${id}`)

    await page.getByRole('button', { name: STUDIO_TEXT.schedule }).click()
    const dialog = page.getByRole('dialog')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await dialog.getByLabel(STUDIO_TEXT.scheduleAt).fill(`${tomorrow}T12:30`)
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: STUDIO_TEXT.scheduleIt }).click()
    const callOff = page.getByRole('button', { name: STUDIO_TEXT.callOff })
    await expect(callOff).toBeVisible()
    await page.reload()
    await callOff.click()
    await expect(callOff).toBeHidden()

    await page.getByLabel(STUDIO_TEXT.occasionKind).selectOption('show')
    await page.getByLabel(STUDIO_TEXT.occasion, { exact: true }).fill(`紅毯之夜 ${id}`)
    await page.getByLabel(STUDIO_TEXT.season).fill('2')
    await page.getByLabel(STUDIO_TEXT.episode).fill('3')
    const look = await publish(page)
    await page.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    await dialog.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    await expect(page.getByText(STUDIO_TEXT.withdrawn)).toBeVisible()
    expect((await page.request.get(look)).status()).toBe(410)
    await page.getByLabel(STUDIO_TEXT.credit).fill('Łucja Foto')
    expect(await publish(page)).toBe(look)
    await page.goto(look)
    await expect(page.getByText('Łucja Foto')).toBeVisible()
    await expect(page.getByText(`Wool hat ${id}`).first()).toBeVisible()
    await page.getByRole('link', { name: `紅毯之夜 ${id}, Season 2, episode 3` }).click()
    await expect(page.getByRole('heading', { name: 'Season 2, episode 3' })).toBeVisible()
    await page.getByRole('button', { name: SHARE_TEXT.share }).click()
    await expect(dialog.getByRole('link', { name: 'RSS' })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: /^Search/ }).fill(`紅毯之夜 ${id}`)
    await page.getByRole('option', { name: new RegExp(`${id}.*Show`) }).click()
    await expect(page).toHaveURL(/\/show\//)
    await page.goto(`/search-result?q=${encodeURIComponent(`紅毯之夜 ${id}`)}`)
    await expect(page.getByRole('link', { name: `紅毯之夜 ${id} Show` })).toBeVisible()
    await page.goto(look)

    // A visitor's suggestion waits in the queue; what the editor changes stays visible.
    await page.getByRole('button', { name: SUGGESTION_TEXT.notIt }).click()
    await dialog.getByRole('button', { name: SUGGESTION_TEXT.send }).click()
    await expect(dialog).toBeHidden()
    await page.goto(`${paths.studio.href()}#suggestions`)
    const waiting = page.getByRole('listitem').filter({ hasText: `Никита ${id}` })
    await waiting.getByRole('button', { name: STUDIO_TEXT.takeOut }).click()
    await expect(waiting).toBeHidden()
    await page.goto(look)
    await expect(
      page.getByText(SUGGESTION_TEXT.corrected(`Wool hat ${id}`, null), { exact: false }),
    ).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])

    await addPhoto(page, randomColor())
    await page.getByRole('button', { name: STUDIO_TEXT.handOver }).click()
    await dialog.getByLabel(STUDIO_TEXT.editor).selectOption({ label: colleague })
    await dialog.getByRole('button', { name: STUDIO_TEXT.handOver }).click()
    await expect(page).toHaveURL(/\/studio$/)
    await expect(page.getByText(STUDIO_TEXT.handedOver)).toBeVisible()
  },
)

test(
  'an administrator renames a person, chooses the portrait, and merges two',
  { tag: '@long-on-phones' },
  async ({ page, login }) => {
    const id = randomUUID().slice(0, 8)
    const [first, second, renamed] = [`Ada ${id}`, `Bea ${id}`, `홍길동 ${id}`]
    await login({ name: 'Ada Admin', admin: true })
    for (const name of [first, second]) {
      await addPhoto(page, randomColor())
      await page.getByLabel(STUDIO_TEXT.who).fill(name)
      await addProductByHand(page, `Felt hat of ${name}`)
      await publish(page)
    }
    const dialog = page.getByRole('dialog')
    const openPerson = async (typed: string, name = typed) => {
      await page.getByLabel('Any name of a person').fill(typed)
      await page.getByRole('list', { name: 'Celebrities' }).getByRole('button', { name }).click()
    }
    await page.goto('/admin#celebrities')
    await openPerson(first)
    await dialog.getByLabel('Name', { exact: true }).fill(renamed)
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText('Renamed. Addresses with')).toBeVisible()
    await page.keyboard.press('Escape')
    await openPerson(first, renamed)
    await dialog.getByRole('textbox', { name: /^Other names/ }).fill(`${first}\nStage ${id}`)
    await dialog.getByRole('button', { name: 'Save other names' }).click()
    await expect(page.getByText('Other names saved')).toBeVisible()
    await dialog.getByText('Choose the portrait').click()
    await dialog.getByRole('button', { name: `Use look 1 of ${renamed}` }).click()
    await expect(page.getByText('Portrait changed')).toBeVisible()
    await dialog.getByLabel(`Who ${renamed} is, too`).fill(second)
    await dialog.getByRole('button', { name: `Merge into ${second}` }).click()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByText(`${renamed} is now ${second}`)).toBeVisible()
    await page.goto(paths.celebrity.href(`Stage ${id}`))
    await expect(page.getByRole('heading', { name: second, level: 1 })).toBeVisible()
    await expect(page.getByText(`Felt hat of ${first}`).first()).toBeVisible()
  },
)
