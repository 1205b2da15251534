import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { EVERYONE, paths } from '#shared/paths.ts'
import { expect, test } from '#tests/support/browse.ts'
import { takeSample } from '#tests/support/length.ts'

type Tree = { [key: string]: string | Tree }
const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
const readMessages = (code: string) =>
  new Map(flatten(JSON.parse(readFileSync(`src/shared/locales/${code}.json`, 'utf8')) as Tree))

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** English messages of at least two words that the language says differently, as patterns. */
const listEnglishTexts = (code: string): RegExp[] => {
  const translations = readMessages(code)
  const said = new Set(translations.values())
  return [...readMessages('en')].flatMap(([key, english]) => {
    const isTranslated = translations.has(key) && !said.has(english)
    const isSimple = !/, (?:plural|select)|'|<|^\{/.test(english)
    const words = english.replaceAll(/\{[^}]*\}/g, '').match(/[A-Za-z]{2,}/g) ?? []
    if (!isTranslated || !isSimple || words.length < 2) return []
    const pattern = english
      .split(/\{[^}]*\}/)
      .map(escapePattern)
      .join('.+')
    return [new RegExp(`^${pattern}$`)]
  })
}

/** All that can be read or heard on a page. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const { parentElement, textContent } = nodes.currentNode
      if (
        !/^(SCRIPT|STYLE)$/.test(parentElement?.tagName ?? '') &&
        !parentElement?.closest('[lang=en]')
      )
        texts.push(textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label],[title],[alt],[placeholder]'))
      for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
        texts.push(element.getAttribute(name) ?? '')
    return [document.title, ...texts].map((text) => text.trim()).filter(Boolean)
  })

for (const [code, direction] of [
  ['de', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(
    `pages in ${code} have no English left and fit`,
    { tag: '@any-width' },
    async ({ page, facts }) => {
      test.setTimeout(120_000)
      const english = listEnglishTexts(code)
      const { images } = await facts.images(EVERYONE)
      const look = images[0]
      const name = look?.celebrity_name ?? ''
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      const screens = [
        paths.home.href(),
        '/search-result?q=black+dress&sort=price',
        paths.product.href((await facts.products(name)).products[0]?.id ?? ''),
        paths.celebrityImage.href(look?.image ?? ''),
        paths.celebrity.href(name),
        paths.allCelebrities.href(),
        paths.celebritySearchResult.href(EVERYONE),
        paths.find.href(),
        paths.termsPolicy.href(),
        paths.contactUs.href(),
        paths.login.href(),
        paths.report.href(),
        '/no/such/page',
      ]
      for (const path of takeSample(screens, 7)) {
        await page.goto(`/${code}${path === '/' ? '' : path}`)
        await expect(page.locator('html')).toHaveAttribute('data-app', 'running')
        await expect(page.locator('html')).toHaveAttribute('lang', code)
        expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(direction)
        const left = (await readTexts(page)).filter((text) => english.some((one) => one.test(text)))
        expect([...new Set(left)], `English on ${path}`).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, path).toBeLessThanOrEqual(0)
      }
      expect(problems).toEqual([])
    },
  )

test('another language is proposed once, and a chosen one is kept', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-AT' })
  const page = await context.newPage()
  await page.goto(paths.contactUs.href())
  await page.getByRole('complementary').getByRole('link').click()
  await expect(page).toHaveURL(`/de${paths.contactUs.href()}`)
  await page.goto(paths.report.href())
  await expect(page).toHaveURL(`/de${paths.report.href()}`)
  await page.getByRole('link', { name: 'English', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto(paths.contactUs.href())
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('complementary').getByRole('link')).toHaveCount(0)
  await context.close()
})
