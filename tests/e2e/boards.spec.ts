import type { Page } from '@playwright/test'
import { buildEmbedPath } from '#shared/syndication.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'

const firstLook = async (page: Page) => {
  const reply = await page.request.get('/api/images?celebrities=feed&seed=0')
  const { data } = (await reply.json()) as { data: { images: { image: string }[] } }
  return paths.celebrityImage.href(data.images[0]?.image ?? '')
}

test('a board is filled, ordered with the keyboard, shared, and gone when its link is revoked', async ({
  page,
  login,
  browser,
}) => {
  await login()
  await page.goto(await firstLook(page))
  await page.getByRole('button', { name: BOARD_TEXT.add }).first().click()
  await page.getByLabel(BOARD_TEXT.name).fill('Autumn')
  await page.getByRole('button', { name: BOARD_TEXT.create }).click()
  await expect(page.getByText(BOARD_TEXT.addedTo('Autumn'))).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  const card = page.getByRole('article').first()
  await card.hover()
  await card.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: BOARD_TEXT.add }).click()
  await page.getByRole('button', { name: /^Autumn/ }).click()
  await expect(page.getByText(BOARD_TEXT.addedTo('Autumn')).last()).toBeVisible()

  // Closing the dialog goes back in the history.
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => page.evaluate(() => window.history.state?.overlay ?? null)).toBeNull()

  await page.goto(paths.boards.href())
  await page.getByRole('link', { name: 'Autumn' }).click()
  const items = page.getByRole('list', { name: 'Autumn' }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expect(items.first().getByRole('button', { name: /^Save / })).toBeHidden()
  await items
    .last()
    .getByRole('button', { name: /^Move up/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(items.first().getByRole('button', { name: /^Save / })).toBeVisible()

  await page.getByRole('button', { name: BOARD_TEXT.share, exact: true }).click()
  await page.getByRole('button', { name: BOARD_TEXT.makeLink }).click()
  const link = await page.getByRole('dialog').getByRole('link').getAttribute('href')
  const elsewhere = await browser.newContext()
  const visitor = await elsewhere.newPage()
  await visitor.goto(link ?? '')
  await expect(visitor.getByRole('heading', { name: 'Autumn', level: 1 })).toBeVisible()
  await expect(visitor.getByText(BOARD_TEXT.total)).toBeVisible()
  await page.getByRole('button', { name: BOARD_TEXT.revoke }).click()
  await expect(page.getByRole('dialog').getByText(BOARD_TEXT.private)).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: BOARD_TEXT.notFound })).toBeVisible()
  await elsewhere.close()
})

/** What WordPress does with a page it has discovered, in a frame with exactly this sandbox. */
const blogWith = (frame: string) => `<!doctype html><title>A blog</title>
<iframe id="frame" sandbox="allow-scripts" security="restricted" width="600" height="300"
  data-secret="Secret1234" src="${frame}#?secret=Secret1234"></iframe>
<script>
  const frame = document.querySelector('#frame')
  addEventListener('message', ({ data, source }) => {
    if (source !== frame.contentWindow || data.secret !== frame.dataset.secret) return
    if (data.message === 'height')
      frame.height = String(Math.min(1000, Math.max(200, Math.round(data.value))))
    const isOurs = new URL(data.value, frame.src).host === new URL(frame.src).host
    if (data.message === 'link' && isOurs && document.activeElement === frame)
      window.top.location.href = data.value
  })
</script>`

test(
  'WordPress gets the height of an embedded look, and a tap leads to its page',
  { tag: '@any-width' },
  async ({ page, baseURL }) => {
    const look = await firstLook(page)
    const name = decodeURIComponent(look.split('/').at(-1) ?? '')
    const blog = await loopbackServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(blogWith(baseURL + buildEmbedPath('look', name)))
    })
    const problems: string[] = []
    const plain = await page.context().newPage()
    plain.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await plain.goto(blog.url)
    const frame = plain.locator('#frame')
    await expect(frame).not.toHaveAttribute('height', '300')
    const height = Number(await frame.getAttribute('height'))
    expect(height).toBeGreaterThanOrEqual(200)
    expect(height).toBeLessThanOrEqual(1000)
    const inside = plain.frameLocator('#frame')
    await expect(inside.getByRole('heading', { level: 1 })).toBeVisible()
    const picture = inside.locator('img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(problems).toEqual([])
    await inside.getByRole('listitem').first().getByRole('link').click()
    await expect(plain).toHaveURL(baseURL + look)
    // No other page may be framed.
    const refused = await page.request.get(look)
    expect(refused.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await blog.close()
  },
)
