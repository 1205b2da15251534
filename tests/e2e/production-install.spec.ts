import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { startOpenIdProvider } from '#tests/support/openid-provider.ts'
import { createRunFolder } from '#tests/support/run-folder.ts'
import { BUILT_SERVER, findFreePort, startServerProcess } from '#tests/support/server-process.ts'

const SHOP_HOST = 'feeds.moss-and-thread.shop'
const FEED = [
  'id\ttitle\tlink\tprice\tavailability\tdescription',
  `1\tMoss green anorak\thttp://${SHOP_HOST}/1\t89 EUR\tin stock\tA light anorak`,
  `2\tMoss green scarf\thttp://${SHOP_HOST}/2\t19 EUR\tin stock\tA warm scarf`,
].join('\n')

/** Everything around a site that its operator has: a mail server, an OpenID provider, web shops. */
const startSurroundings = async () => {
  const shop = await loopbackServer(({ url }, response) => {
    if (url.pathname !== '/feed.tsv') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/tab-separated-values' })
    return void response.end(FEED)
  })
  return { shop, smtp: await startLoopbackSmtp(), openId: await startOpenIdProvider() }
}
type Surroundings = Awaited<ReturnType<typeof startSurroundings>>

const startProduction = async ({ shop, smtp, openId }: Surroundings) => {
  const [port, dataDir] = [await findFreePort(), await createRunFolder()]
  const origin = `http://localhost:${port}`
  const people = { ada: { name: 'Ada Marlow', email: 'ada@corp.example', email_verified: true } }
  await openId.order({ people, origin })
  const logFile = join('test-results', 'e2e-production.log')
  const internet = new URL('../support/pretend-internet.mjs', import.meta.url).href
  const server = await startServerProcess({
    port,
    dataDir,
    logFile,
    hasDemo: true,
    nodeArguments: ['--import', internet, ...BUILT_SERVER],
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: origin,
      SMTP_URL: smtp.url,
      ...openId.settings,
      // Nobody scans a photo here.
      VISION_WORKERS: '0',
      PRETEND_HOSTS: `${SHOP_HOST}=${new URL(shop.url).port}`,
    },
  })
  return {
    origin,
    setupLink: async () => /"setupLink":"(.*?)"/.exec(await readFile(logFile, 'utf8'))?.[1] ?? '',
    stop: async () => {
      const ended = once(server.process, 'exit')
      // Not SIGTERM: in production that waits for a load balancer to notice.
      server.process.kill('SIGINT')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const becomeAdministrator = async (page: Page, link: string) => {
  await page.goto(link)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Continue with Our company' }).click()
  await page.getByLabel('Login').fill('ada')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Become administrator' }).click()
  await page.getByRole('link', { name: 'Go to Administration' }).click()
}

const importShop = async (page: Page) => {
  await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Shops', selected: true })).toBeVisible()
  const form = page.getByRole('form', { name: 'Add a shop' })
  await form.getByLabel('Name', { exact: true }).fill('Moss and Thread')
  await form.getByLabel('Address of the feed').fill(`http://${SHOP_HOST}/feed.tsv`)
  await form.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(
    preview.getByRole('list', { name: 'First items' }).getByRole('listitem'),
  ).toHaveCount(2)
  await preview.getByRole('button', { name: 'Add shop' }).click()
  await page.getByRole('list', { name: 'Shops' }).getByText('Moss and Thread').click()
  const dialog = page.getByRole('dialog', { name: 'Moss and Thread' })
  await expect(dialog).toContainText('2 items: 2 added')
  await page.keyboard.press('Escape')
}

const inviteByMail = async (page: Page, email: string, { smtp }: Surroundings) => {
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('tab', { name: 'Invitations' }).click()
  await page.getByLabel(/Invite by email/).fill(email)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByText(/Code \w{6}, sent by email/)).toBeVisible()
  const mail = smtp.received.find(({ to }) => to.includes(email))
  return /http:\/\/localhost\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

const arriveInvited = async (page: Page, link: string) => {
  await page.goto(link)
  await expect(page.getByRole('dialog')).toContainText('Account created successfully!')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/profile#saved-products$/)
}

/** Reports a look of the feed. Returns its address. */
const reportLook = async (page: Page, origin: string) => {
  await page.goto(`${origin}/celebrity-search-result?celebrities=feed`)
  const look = page.locator('main a[href^="/celebrity-image/"]').first()
  const path = (await look.getAttribute('href')) ?? ''
  await page.goto(`${origin}/report#${path}`)
  await page.getByLabel('What is wrong with it?').selectOption('privacy')
  await page.getByLabel('Explain why it is illegal').fill('This is me, and nobody asked me.')
  await page.getByLabel('Your name').fill('Rhea Lund')
  await page.getByLabel('Your email').fill('rhea@example.com')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send notice' }).click()
  return origin + path
}

const removeReported = async (page: Page, origin: string) => {
  await page.goto(`${origin}/admin#takedown`)
  await page.getByRole('list', { name: 'Notices' }).getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason \(the sender/).fill('Shown without consent.')
  await dialog.getByRole('button', { name: 'Remove from this site' }).click()
  await expect(dialog).toBeHidden()
}

test.setTimeout(300_000)

test('a fresh install becomes a working site, with a browser alone @any-width @long', async ({
  page,
  browser,
}) => {
  const surroundings = await startSurroundings()
  const site = await startProduction(surroundings)
  const other = await (await browser.newContext()).newPage()
  try {
    await becomeAdministrator(page, await site.setupLink())
    await importShop(page)
    await arriveInvited(other, await inviteByMail(page, 'rhea@example.com', surroundings))
    await other.goto(`${site.origin}/search-result?q=moss+green+anorak`)
    await expect(other.getByText('Moss green anorak').first()).toBeVisible()

    const look = await reportLook(other, site.origin)
    await expect
      .poll(() => surroundings.smtp.received.filter(({ to }) => to.includes('rhea@example.com')))
      .toHaveLength(2)
    await removeReported(page, site.origin)
    expect((await other.goto(look))?.status()).toBe(410)

    await page.goto(`${site.origin}/admin#audit`)
    const log = page.getByRole('list', { name: 'Audit log' })
    for (const event of ['set up link made', 'admin made', 'shop added', 'invitation created'])
      await expect(log.getByText(event).first()).toBeVisible()
  } finally {
    await other.context().close()
    await site.stop()
    surroundings.openId.stop()
    surroundings.smtp.close()
    await surroundings.shop.close()
  }
})
