import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Draft } from '#shared/contract/studio.ts'
import { getCenter } from '#shared/domain/box.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { FOLLOWING_TEXT } from '#shared/following-messages.ts'
import { PRODUCT_PAGE_TEXT } from '#shared/product-page-messages.ts'
import { STUDIO_ERRORS, STUDIO_TEXT } from '#shared/studio-messages.ts'
import { findAxeViolations } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { holdRoute } from '#tests/support/held-route.ts'
import { streetPhoto } from '#tests/support/demo-photos.ts'
import { createZip } from '#tests/support/zip-file.ts'
import { withRunningApp } from '#tests/support/running-page.ts'

const quoted = (text: string) => text.replaceAll(/[^\w\s]/g, '.')

/** More than 10 MB, because noise cannot be packed. */
const largePicture = () => {
  const size = { width: 2_000, height: 2_000, channels: 3 } as const
  return sharp(randomBytes(size.width * size.height * size.channels), { raw: size })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** A scan keeps both cores busy for seconds, longer on a loaded machine. */
test.describe.configure({ timeout: 240_000 })
const SCAN = { timeout: 120_000 }

// axe-core is injected into the page, which our content security policy forbids.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

test(
  'an editor publishes a look from a photo; visitors find, follow and embed it until it is withdrawn',
  { tag: '@long-on-phones' },
  async ({ page, login, browser, baseURL }) => {
    const photo = await streetPhoto(3)
    const person = `Nova ${randomUUID().slice(0, 8)}`
    await login({ role: 'editor', name: 'Edda Editor' })
    await page.goto('/studio')
    let actions = 0
    const act = async (action: Promise<unknown>) => {
      actions += 1
      await action
    }
    await act(page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles(photo))
    await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/)
    const left = page.getByText(/objects? left to decide/)
    await expect(left).toBeVisible(SCAN)
    expect(await findAxeViolations(page)).toEqual([])

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
    const look = new URL(page.url()).pathname

    const elsewhere = await browser.newContext({
      ...(baseURL === undefined ? {} : { baseURL }),
      reducedMotion: 'reduce',
    })
    const visitor = withRunningApp(await elsewhere.newPage())
    await visitor.addInitScript(() => localStorage.setItem('wearabouts.scan-place', 'server'))
    const alternate = async (type: string) =>
      (await visitor.locator(`link[type="${type}"]`).first().getAttribute('href')) ?? ''

    // By search.
    await visitor.goto('/')
    await visitor.getByRole('button', { name: 'Search', exact: true }).click()
    await visitor.getByRole('combobox', { name: /^Search/ }).fill(person)
    await visitor.getByRole('option', { name: person }).first().click()
    await visitor.locator(`a[href="${look}"]`).first().click()
    await expect(visitor.getByRole('heading', { name: person })).toBeVisible()
    // Without names, the pattern below would match any product.
    await expect(visitor.getByRole('article').getByRole('heading').first()).toBeVisible()
    const worn = await visitor.getByRole('article').getByRole('heading').allInnerTexts()

    // By photo: the finder names the product, and its page who wears it.
    await visitor.goto('/find')
    await visitor.getByLabel(PHOTO_TEXT.upload).setInputFiles(photo)
    await expect(visitor.getByRole('button', { name: FINDER_TEXT.scanAgain })).toBeAttached(SCAN)
    const found = visitor.getByRole('article').filter({
      has: visitor.getByRole('heading', { name: new RegExp(worn.map(quoted).join('|')) }),
    })
    for (const object of await visitor.getByRole('button', { name: /% sure/ }).all()) {
      if (await found.first().isVisible()) break
      await object.click()
      // Of some objects the finder says something else.
      await found
        .first()
        .waitFor({ timeout: 15_000 })
        .catch(() => undefined)
    }
    const product = await found.first().getByRole('heading').getByRole('link').getAttribute('href')
    await visitor.goto(product ?? '')
    const wearers = visitor.getByRole('region', { name: PRODUCT_PAGE_TEXT.wornBy })
    await expect(wearers.getByRole('link', { name: person })).toHaveAttribute('href', look)

    // Follows, subscribes and embeds.
    await login({ context: elsewhere })
    await visitor.goto(paths.celebrity.href(person))
    await visitor.getByRole('button', { name: `${FOLLOWING_TEXT.follow} ${person}` }).click()
    await expect(
      visitor.getByRole('button', { name: `${FOLLOWING_TEXT.follows} ${person}` }),
    ).toBeVisible()
    const feeds = [
      await alternate('application/atom+xml'),
      await alternate('application/feed+json'),
    ]
    await visitor.goto(paths.following.href())
    await expect(visitor.locator(`a[href="${look}"]`).first()).toBeVisible()
    await visitor.goto(look)
    const oembed = await alternate('application/json+oembed')
    const { html } = (await (await visitor.request.get(oembed)).json()) as { html: string }
    const embed = new URL(/<iframe src="([^"]+)"/.exec(html)?.[1] ?? '').pathname
    const framed = await elsewhere.newPage()
    await framed.goto(embed)
    await expect(framed.getByRole('heading', { name: new RegExp(person) }).first()).toBeVisible()
    const picture = (await framed.locator('img').first().getAttribute('src')) ?? ''
    const places = [look, picture, embed, oembed, ...feeds]
    for (const place of places) expect((await visitor.request.get(place)).status()).toBe(200)

    await page.goBack()
    await page.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    await expect(page.getByText(STUDIO_TEXT.withdrawn)).toBeVisible()
    for (const place of places)
      expect([404, 410], place).toContain((await visitor.request.get(place)).status())
    for (const list of ['/api/celebrities', '/api/following', product ?? '', '/feeds/atom'])
      expect(await (await visitor.request.get(list)).text(), list).not.toContain(person)
    const search = await visitor.request.get(`/api/search?q=${encodeURIComponent(person)}`)
    expect(await search.text()).not.toContain(person)
    await elsewhere.close()
  },
)

test(
  'photos of an archive become dated drafts, each on its own, and a second import adds none',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login({ role: 'creator', name: 'Carla Creator' })
    const photos = await Promise.all(
      [4, 5].map(async (index) => readFile(await streetPhoto(index))),
    )
    const archive = createZip([
      {
        name: 'export/posts_1.json',
        content: JSON.stringify(
          photos.map((_, index) => ({
            uri: `media/photo-${index}.jpg`,
            creation_timestamp: Date.UTC(2024, 6, 14) / 1000,
          })),
        ),
      },
      ...photos.map((content, index) => ({ name: `export/media/photo-${index}.jpg`, content })),
      { name: 'export/media/damaged.jpg', content: photos[0]?.subarray(0, 200) ?? '' },
      { name: 'export/media/unpackable.jpg', content: 'x'.repeat(9_000), claimedBytes: 9 },
      { name: 'export/media/large.png', content: await largePicture() },
      { name: 'export/media/notes.txt', content: 'no photo' },
    ])
    const file = { name: 'photos.zip', mimeType: 'application/zip', buffer: archive }
    await page.goto(paths.studio.href())
    const field = page.getByLabel(STUDIO_TEXT.archive)
    await field.setInputFiles(file)
    await expect(page.getByText(STUDIO_TEXT.archiveOver(3, 0))).toBeVisible()
    const refused = page.getByRole('alert').filter({ hasText: STUDIO_TEXT.refusedPhotos(2) })
    await expect(refused.getByRole('listitem')).toHaveText([
      'export/media/unpackable.jpg: The file is larger than it says.',
      /^export.media.damaged.jpg: The picture/,
    ])
    const drafts = page.getByRole('tabpanel').getByRole('listitem')
    await expect(drafts).toHaveCount(3)
    await expect(drafts.filter({ hasText: '14 Jul 2024' })).toHaveCount(2)
    await field.setInputFiles(file)
    await expect(page.getByText(STUDIO_TEXT.archiveOver(0, 3))).toBeVisible()
    await expect(drafts).toHaveCount(3)
    const { data } = (await (await page.request.get('/api/celebrities')).json()) as {
      data: { celebrities: { name: string }[] }
    }
    expect(data.celebrities.map(({ name }) => name)).not.toContain('Carla Creator')
  },
)

test(
  'an object drawn by hand gets a name and a box that can be moved; another tab’s changes are never overwritten',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login({ role: 'editor', name: 'Edda Editor' })
    await page.goto(paths.studio.href())
    await page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles(await streetPhoto(6))
    await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1) ?? ''
    await expect(page.getByText(/left to decide|Nothing was found/)).toBeVisible(SCAN)
    const content = async () => {
      const reply = await page.request.get(`/api/studio/drafts/${id}`)
      const { data } = (await reply.json()) as { data: Draft }
      return data.content
    }
    const savedObject = async () => (await content()).items.at(-1)
    /** Rounded, because fractions are computed. */
    const savedBox = async () => {
      const box = Object.entries((await savedObject())?.box ?? {})
      return Object.fromEntries(box.map(([side, share]) => [side, Number(share.toFixed(3))]))
    }
    const number = (await content()).items.length + 1

    await page.getByRole('button', { name: STUDIO_TEXT.addObject }).click()
    await page.getByRole('button', { name: STUDIO_TEXT.addInMiddle }).click()
    const selected = page.getByRole('group', { name: STUDIO_TEXT.boxOf('').slice(2) })
    await expect(selected).toBeFocused()
    await expect.poll(savedBox).toEqual({ x: 0.35, y: 0.35, width: 0.3, height: 0.3 })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(savedBox).toEqual({ x: 0.36, y: 0.35, width: 0.3, height: 0.31 })
    const corner = await selected.locator('[data-corner=bottom-right]').boundingBox()
    const { x, y } = getCenter(corner ?? { x: 0, y: 0, width: 0, height: 0 })
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 20, y - 30, { steps: 3 })
    await page.mouse.up()
    await expect.poll(async () => (await savedObject())?.box.width).toBeLessThan(0.3)
    expect(await savedBox()).toMatchObject({ x: 0.36, y: 0.35 })

    await page.getByLabel(STUDIO_TEXT.nameOf(number)).fill('Ødemark 帽子')
    const heading = page.getByRole('heading', { name: `${number} Ødemark 帽子` })
    await expect(heading).toBeVisible()
    await expect.poll(async () => (await savedObject())?.label).toBe('Ødemark 帽子')
    expect(await findAxeViolations(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('button', { name: `${number}: Ødemark 帽子` })).toBeVisible()
    await page.getByRole('button', { name: `${number}: Ødemark 帽子` }).focus()
    await page.keyboard.press('Enter')
    await expect(selected).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `${number}: Ødemark 帽子` })).toBeFocused()

    const other = withRunningApp(await page.context().newPage())
    await other.goto(page.url())
    await other.getByLabel(STUDIO_TEXT.credit).fill('Łucja')
    await expect.poll(async () => (await content()).credit).toBe('Łucja')
    await page.getByLabel(STUDIO_TEXT.credit).fill('Somebody else')
    await expect(page.getByRole('alert')).toContainText(STUDIO_ERRORS.savedElsewhere)
    expect((await content()).credit).toBe('Łucja')
    await page.getByRole('button', { name: STUDIO_TEXT.loadAgain }).click()
    await expect(page.getByLabel(STUDIO_TEXT.credit)).toHaveValue('Łucja')
  },
)

test(
  'a change that is saved while the scan ends is kept, and what was found is added',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login({ role: 'editor', name: 'Edda Editor' })
    const statuses: number[] = []
    let release = () => {}
    const saved = new Promise<void>((resolve) => {
      release = resolve
    })
    let read = 0
    await page.route('**/api/studio/drafts/*', async (route) => {
      if (route.request().method() === 'PUT') {
        const response = await route.fetch()
        statuses.push(response.status())
        release()
        return route.fulfill({ response })
      }
      read += 1
      if (read > 1) {
        await saved
        return route.fallback()
      }
      // The page gets to know the draft as it was before the scan ended.
      const readDraft = async () => ((await (await route.fetch()).json()) as { data: Draft }).data
      await expect.poll(async () => (await readDraft()).scan, SCAN).toBe('done')
      const draft = await readDraft()
      const content = { ...draft.content, items: [] }
      const data = { ...draft, content, scan: 'scanning', version: draft.version - 1 }
      return route.fulfill({ json: { success: true, data } })
    })
    await page.goto(paths.studio.href())
    await page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles(await streetPhoto(6))
    const credit = page.getByLabel(STUDIO_TEXT.credit)
    await credit.fill('Łucja')
    await expect(page.getByText(/left to decide/)).toBeVisible(SCAN)
    await expect(page.getByText(STUDIO_TEXT.saved, { exact: true })).toBeVisible()
    await expect(credit).toHaveValue('Łucja')
    expect(statuses).toEqual([409, 200])
    await page.reload()
    await expect(credit).toHaveValue('Łucja')
  },
)

test(
  'changes that could not be saved are saved later, also after other pages were opened',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login({ role: 'editor', name: 'Edda Editor' })
    await page.goto(paths.studio.href())
    await page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles(await streetPhoto(6))
    await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/)
    const address = new URL(page.url()).pathname
    const credit = page.getByLabel(STUDIO_TEXT.credit)
    const savedCredit = async () => {
      const reply = await page.request.get(`/api${address.replace('/studio/', '/studio/drafts/')}`)
      return ((await reply.json()) as { data: Draft }).data.content.credit
    }
    await expect(page.getByText(/left to decide|Nothing was found/)).toBeVisible(SCAN)

    let refused = 0
    await page.route('**/api/studio/drafts/*', (route) => {
      if (route.request().method() !== 'PUT' || refused > 0) return route.fallback()
      refused += 1
      return route.fulfill({ status: 503, json: { success: false, message: 'Busy.' } })
    })
    await credit.fill('Łucja')
    await expect.poll(savedCredit).toBe('Łucja')
    expect(refused).toBe(1)

    await page.context().setOffline(true)
    await credit.fill('王小明')
    const saveAgain = page.getByRole('button', { name: STUDIO_TEXT.saveAgain })
    await expect(saveAgain).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(credit).toBeHidden()
    await page.goBack()
    await expect(credit).toHaveValue('王小明')
    await page.context().setOffline(false)
    await expect.poll(savedCredit).toBe('王小明')
    await expect(saveAgain).toBeHidden()
  },
)

test(
  'another spelling of a name is announced before and after publishing, and only changes can be published',
  { tag: '@any-width' },
  async ({ page, login }) => {
    await login({ role: 'editor', name: 'Edda Editor' })
    const { data } = (await (await page.request.get('/api/celebrities')).json()) as {
      data: { celebrities: { name: string }[] }
    }
    const known = data.celebrities[0]?.name ?? ''
    await page.goto(paths.studio.href())
    await page.getByLabel(STUDIO_TEXT.addPhotos).setInputFiles(await streetPhoto(3))
    await expect(page.getByText(/objects? left to decide/)).toBeVisible(SCAN)
    const who = page.getByLabel(STUDIO_TEXT.who)
    await who.fill('..')
    await expect(page.getByText(NAME_PROBLEMS.noLetters)).toBeVisible()
    await who.fill(known.toUpperCase())
    await expect(page.getByText(STUDIO_TEXT.publishedAs(known))).toBeVisible()
    await expect(page.getByText(STUDIO_TEXT.newPerson(known.toUpperCase()))).toBeHidden()
    const date = page.getByLabel(STUDIO_TEXT.takenOn)
    await date.fill('2999-01-01')
    await expect(page.getByText(STUDIO_ERRORS.futureDate)).toBeVisible()
    await date.fill('2024-03-09')
    await page
      .getByRole('button', { name: /^Confirm: / })
      .first()
      .click()

    await page.getByRole('button', { name: STUDIO_TEXT.preview }).click()
    // The editor says much of the same until the preview opens.
    await expect(page.getByRole('link', { name: STUDIO_TEXT.backToEditing })).toBeVisible()
    await expect(page.getByText(STUDIO_TEXT.publishedAs(known))).toBeVisible()
    await expect(page.getByRole('heading', { name: known })).toBeVisible()
    // The editor publishes what it saved, before the server has sent the draft again.
    const release = await holdRoute(page, '**/api/studio/drafts/*')
    await page.getByRole('link', { name: STUDIO_TEXT.backToEditing }).click()
    await page.getByRole('button', { name: STUDIO_TEXT.publish, exact: true }).click()
    release()
    await expect(page.getByText(STUDIO_TEXT.publishedUnder(known))).toBeVisible()

    const publishChanges = page.getByRole('button', { name: STUDIO_TEXT.publishChanges })
    await expect(publishChanges).toBeDisabled()
    await expect(page.getByText(STUDIO_TEXT.nothingToPublish)).toBeVisible()
    await page.getByLabel(STUDIO_TEXT.credit).fill('Pia Photo')
    await expect(publishChanges).toBeEnabled()
    await page.getByLabel(STUDIO_TEXT.credit).fill('')
    await expect(publishChanges).toBeDisabled()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: STUDIO_TEXT.withdraw, exact: true }).click()
    await expect(page.getByText(STUDIO_TEXT.withdrawn)).toBeVisible()
  },
)
