import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pino from 'pino'
import { openDatabase } from '#server/core/db/database.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import { catalogRow, csvOf } from '#tests/support/catalog-rows.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { insertPerson } from '#tests/support/people.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'
import { withRunningApp } from '#tests/support/running-page.ts'
import {
  BUILT_SERVER,
  E2E_SECRET,
  findFreePort,
  startServerProcess,
} from '#tests/support/server-process.ts'
import { takeSample } from '#tests/support/length.ts'

const SHOP_HOST = 'feeds.eve-and-mallory.shop'
const LOOK = 'https://pictures.example.com/eve-1.jpg'

/** Leaves an attribute, a title, a script and a comment, then runs in every way markup can. */
const hostile = (field: string) =>
  `Eve ${field} "'></title></script></textarea>--><img src=x onerror=run('${field}')>` +
  `<svg onload=run('${field}')></svg><script>run('${field}')</script>` +
  `<iframe srcdoc="<script>parent.run('${field}')</script>"></iframe>` +
  `{{constructor.constructor("run('${field}')")()}}\${run('${field}')}$&$\`\\u003cscript>`
/** Where a text may have a hundred characters only. */
const brief = (field: string) => `Eve"'></title></script><img src=x onerror=run('${field}')>`
const LIVE_LINK = "javascript:run('link')"
const inAttribute = (address: string, field: string) =>
  `${address}?"onerror="run('${field}')"onmouseover="run('${field}')"x='`

const item = (id: number, { link = `https://${SHOP_HOST}/${id}`, picture = '' } = {}) => {
  const inside = {
    id: String(id),
    title: hostile('title'),
    description: hostile('description'),
    brand: brief('brand'),
    color: hostile('color'),
    material: hostile('material'),
    size: hostile('size'),
    link,
    image_link: picture || inAttribute(`https://${SHOP_HOST}/${id}.jpg`, 'picture'),
    additional_image_link: "data:text/html,<script>run('data')</script>",
    price: '10 EUR',
  }
  const fields = Object.entries(inside).map(
    ([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`,
  )
  return `<item>${fields.join('')}</item>`
}
const SHOP_FEED = `<rss><channel>${item(1)}${item(2, {
  link: inAttribute(`https://${SHOP_HOST}/2`, 'link'),
  picture: LIVE_LINK,
})}${item(3)}${item(4)}${item(5, { link: LIVE_LINK })}</channel></rss>`

const row = catalogRow({
  celebrity_name: brief('person'),
  celebrity_image: LOOK,
  name: hostile('name').slice(0, 400),
  brand: brief('brand'),
  website: inAttribute('https://shop.example.com/1', 'website'),
  product_image: inAttribute('https://pictures.example.com/1.jpg', 'product picture'),
  image_source: inAttribute('https://pictures.example.com/', 'source'),
  image_credit: hostile('credit'),
  image_licence: hostile('licence'),
})
const FORMULA = '=HYPERLINK("https://evil.example","Click")'
const columns = Object.keys(row)
const GOOD_FILE = csvOf([row, catalogRow({ name: FORMULA })], columns)
const BAD_FILE = csvOf(
  [{ ...row, website: LIVE_LINK, image_source: LIVE_LINK, price: hostile('price') }],
  columns,
)

/** Elements that the app never makes and that markup in a text would. */
const liveParts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (/^(href|src|action|formaction|xlink:href|data)$/.test(name) &&
              /^\s*(javascript|vbscript|data:text)/i.test(value)),
        )
        .map(({ name, value }) => `<${element.localName} ${name}="${value}">`),
    ),
  )

const upload = async (page: Page, name: string, text: string, result: RegExp) => {
  const buffer = Buffer.from(text)
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Imports' })).toContainText(result, {
    timeout: 60_000,
  })
}

const importShop = async (page: Page, origin: string) => {
  const shop = { name: hostile('shop').slice(0, 80), credit: hostile('credit').slice(0, 300) }
  const source = `http://${SHOP_HOST}/feed.xml`
  const headers = { origin }
  const added = await page.request.post('/api/admin/shops', { data: { ...shop, source }, headers })
  expect(await added.json()).toMatchObject({ success: true })
  await page.goto('/admin#shops')
  const shown = page.getByRole('list', { name: 'Shops' }).getByText(shop.name)
  await expect(async () => {
    await page.reload()
    await shown.click()
    await expect(page.getByRole('dialog')).toContainText('5 items: 4 added')
  }).toPass()
}

test('nothing that a shop or a catalogue file says becomes live @any-width @long', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const dataDir = await createRunFolder()
  const shop = await loopbackServer((_, response) => void response.end(SHOP_FEED))
  const server = await startServerProcess({
    port: await findFreePort(),
    dataDir,
    logFile: join('test-results', 'hostile-server.log'),
    hasDemo: false,
    nodeArguments: [
      '--import',
      new URL('../support/pretend-internet.mjs', import.meta.url).href,
      ...BUILT_SERVER,
    ],
    env: {
      VISION_WORKERS: '0',
      PRETEND_HOSTS: `${SHOP_HOST}=${new URL(shop.url).port}`,
    },
  })
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, log, 'tool')
  // The policy would hide a text that is not escaped.
  const context = await browser.newContext({ baseURL: server.baseUrl, bypassCSP: true })
  try {
    const admin = await insertPerson(database.pool, E2E_SECRET, { admin: true })
    const [name = '', value = ''] = admin.cookie.split('=')
    await context.addCookies([{ name, value, url: server.baseUrl }])
    const page = withRunningApp(await context.newPage())
    const hasRun: string[] = []
    await page.exposeFunction('run', (field: string) => hasRun.push(`${field} at ${page.url()}`))
    page.on('dialog', (dialog) => void dialog.dismiss())
    const expectNothingLive = async () => {
      expect.soft(await liveParts(page), page.url()).toEqual([])
      expect.soft(hasRun).toEqual([])
    }

    await page.goto('/admin#catalogue')
    await upload(page, "<img src=x onerror=run('file')>.csv", BAD_FILE, /Refused/)
    await upload(page, 'good.csv', GOOD_FILE, /2 rows: 2 added/)
    await expectNothingLive()
    await importShop(page, server.baseUrl)
    await expectNothingLive()

    const { rows: products } = await database.pool.query<{ id: string; title: string }>(
      'SELECT id, title FROM catalog.products ORDER BY id',
    )
    const pages = [
      '/',
      paths.celebritySearchResult.href(EVERYONE),
      paths.searchResult.href(EVERYONE),
      '/search-result?q=eve',
      `/search-result?q=${encodeURIComponent(hostile('query').slice(0, 180))}`,
      paths.allCelebrities.href(),
      paths.celebrity.href(row.celebrity_name ?? ''),
      paths.celebrityImage.href(LOOK),
      ...products.map(({ id }) => `/product/${id}`),
      '/admin#jobs',
      '/admin#audit',
    ]
    for (const path of takeSample(pages, 7)) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectNothingLive()
    }
    // The texts did arrive, as text.
    expect(products).toHaveLength(6)
    await page.goto(paths.celebrityImage.href(LOOK))
    await expect(page.getByText("onerror=run('credit')").first()).toBeVisible()
    await expect(page.getByText("onerror=run('name')").first()).toBeVisible()

    const { rows: stored } = await database.pool.query(
      `SELECT FROM catalog.offers WHERE url ~* '^\\s*(javascript|data|vbscript):'
      UNION ALL SELECT FROM catalog.looks WHERE source ~* '^\\s*(javascript|data|vbscript):'
      UNION ALL SELECT FROM catalog.products, unnest(pictures) picture
        WHERE picture ~* '^\\s*(javascript|data|vbscript):'`,
    )
    expect(stored).toHaveLength(0)

    for (const file of ['/sitemap.xml', '/sitemap-products-1.xml', '/sitemap-people-1.xml']) {
      const xml = await (await page.request.get(file)).text()
      const problems = await page.evaluate((text) => {
        const document = new DOMParser().parseFromString(text, 'application/xml')
        return [...document.querySelectorAll('parsererror, script, img, svg')].map(String)
      }, xml)
      expect(problems, `${file} ${xml}`).toEqual([])
    }
    const csv = await page.request.get('/products.csv')
    expect(csv.headers()['content-disposition']).toContain('attachment')
    expect(await csv.text()).toContain('HYPERLINK')
    expect(await csv.text()).not.toMatch(/(^|[,"\n])=HYPERLINK/)
  } finally {
    await context.close()
    await database.close()
    await server.stop()
    await shop.close()
    await removeDataDir(dataDir)
  }
})
