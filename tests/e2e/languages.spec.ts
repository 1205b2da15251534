import { SCREEN_GROUPS } from '#lab/screens/screen-groups.ts'
import { openInLanguage } from '#lab/screens/translated-page.ts'
import { paths } from '#shared/paths.ts'
import { replacePictures } from '#tests/support/browse.ts'
import { readCatalogFacts } from '#tests/support/catalog-facts.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { findEnglishTexts, listEnglishWords } from '#tests/support/english-words.ts'
import { takeSample } from '#tests/support/length.ts'
import { withRunningApp } from '#tests/support/running-page.ts'

const PATIENCE_MS = 900_000
/** A scan takes longest. */
const SCREEN_MS = 60_000
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const LANGUAGES = [
  { language: 'de', direction: 'ltr' },
  { language: 'ar', direction: 'rtl' },
]
/** How many screens of each group a short run looks at. */
const SAMPLE = 5

const { browse, account, studio, admin } = SCREEN_GROUPS
for (const [group, screens] of Object.entries({ browse, account, studio, admin }))
  for (const [shift, { language, direction }] of LANGUAGES.entries())
    test(
      `screens in ${language} have no English left and fit: ${group}`,
      { tag: '@any-width' },
      async ({ browser, login }) => {
        test.setTimeout(PATIENCE_MS)
        const english = listEnglishWords(language)
        for (const [index, screen] of takeSample(screens, SAMPLE).entries()) {
          // Each screen is seen wide in one language and narrow in the other.
          const viewport = WIDTHS[(index + shift) % WIDTHS.length] ?? null
          const context = await browser.newContext({
            viewport,
            extraHTTPHeaders: { 'accept-language': language },
          })
          const page = withRunningApp(await context.newPage())
          const problems: string[] = []
          page.on('pageerror', (error) => problems.push(error.message))
          await replacePictures(page)
          context.setDefaultTimeout(SCREEN_MS)
          const failure = await screen
            .open({
              page: openInLanguage(page, language),
              isPhone: viewport?.width === 390,
              facts: readCatalogFacts(context.request),
              signIn: async (options) => void (await login({ ...options, context })),
            })
            .then(() => null, String)
          expect.soft(failure, screen.name).toBeNull()
          const root = page.locator('html')
          await expect.soft(root, screen.name).toHaveAttribute('lang', language)
          await expect.soft(root, screen.name).toHaveCSS('direction', direction)
          const left = await findEnglishTexts(page, english)
          expect.soft(left, `English on ${screen.name}`).toEqual([])
          const overflow = await root.evaluate((node) => node.scrollWidth - node.clientWidth)
          expect.soft(overflow, screen.name).toBeLessThanOrEqual(0)
          expect.soft(problems, screen.name).toEqual([])
          await context.close()
        }
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
