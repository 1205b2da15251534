// `npm run screens`: takes a screenshot of every screen and state, in its widths and both themes, into
// screens/, with an index page. `npm run screens -- --languages=de,ar --variants=390-dark home`
// takes Home on a dark phone in German and Arabic; `--html` keeps its text too.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { openRunningApp } from '#lab/running-app.ts'
import { SCREEN_GROUPS } from './screen-groups.ts'
import type { Screen } from './screen.ts'
import { openInLanguage } from './translated-page.ts'
import type { Database } from '#server/core/db/database.ts'
import { readCatalogFacts } from '#tests/support/catalog-facts.ts'
import { openE2eDatabase, signInWith } from '#tests/support/e2e-people.ts'
import type { PersonOptions } from '#tests/support/people.ts'
import { withRunningApp } from '#tests/support/running-page.ts'

const SCREENS: Screen[] = Object.values(SCREEN_GROUPS).flat()
const FOLDER = 'screens'
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
const TABLET = { width: 768, height: 1024 }
const THEMES = ['light', 'dark'] as const
const PATIENCE_MS = 10_000

const options = process.argv.slice(2)
const readOption = (name: string) =>
  options
    .find((option) => option.startsWith(`--${name}=`))
    ?.split('=')[1]
    ?.split(',')
const LANGUAGES = readOption('languages') ?? ['en']
const VARIANTS = readOption('variants')
const KEEPS_HTML = options.includes('--html')
const SELECTED = options.filter((option) => !option.startsWith('--'))

type Studio = { browser: Browser; baseURL: string; database: Database }

type Variant = { language: string; size: (typeof SIZES)[number]; theme: (typeof THEMES)[number] }

const buildFileName = (screen: Screen, { language, size, theme }: Variant) =>
  `${language === 'en' ? '' : `${language}-`}${screen.name}-${size.width}-${theme}.png`

const waitUntilStill = async (page: Page) => {
  await page.evaluate(() => document.fonts.ready)
  await page
    .waitForFunction(
      () =>
        [...document.images].every((image) => {
          const { top, bottom } = image.getBoundingClientRect()
          return image.complete || bottom < 0 || top > innerHeight
        }) && document.getAnimations().every(({ playState }) => playState !== 'running'),
      undefined,
      { timeout: PATIENCE_MS },
    )
    // A skeleton pulses forever: take it as it is.
    .catch(() => undefined)
}

const takeScreenshot = async (
  { browser, baseURL, database }: Studio,
  screen: Screen,
  variant: Variant,
) => {
  const { language, size, theme } = variant
  const context = await browser.newContext({
    baseURL,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: size.width <= 600,
  })
  try {
    const english = withRunningApp(await context.newPage())
    const page = language === 'en' ? english : openInLanguage(english, language)
    const visit = {
      page,
      isPhone: size.width <= 600,
      facts: readCatalogFacts(context.request),
      signIn: async (options: PersonOptions = {}) => {
        await signInWith(database, context, baseURL, options)
      },
    }
    await screen.open(visit)
    // A full-page screenshot starts at the top, even if the page scrolled itself.
    if (screen.isWhole) await page.evaluate(() => window.scrollTo(0, 0))
    await waitUntilStill(page)
    await page.screenshot({
      path: join(FOLDER, buildFileName(screen, variant)),
      fullPage: screen.isWhole ?? false,
    })
    if (KEEPS_HTML) {
      const html = await page.evaluate(() => document.documentElement.outerHTML)
      await writeFile(join(FOLDER, buildFileName(screen, variant).replace('.png', '.html')), html)
    }
  } finally {
    await context.close()
  }
}

const listVariants = (screen: Screen): Variant[] =>
  LANGUAGES.flatMap((language) =>
    (screen.isAlsoTablet ? [...SIZES, TABLET] : SIZES).flatMap((size) =>
      THEMES.map((theme) => ({ language, size, theme })),
    ),
  ).filter(({ size, theme }) => VARIANTS?.includes(`${size.width}-${theme}`) ?? true)

const renderIndexPage = () => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 14px system-ui; margin: 24px; background: #777; color: #fff }
  .row { display: flex; gap: 16px; align-items: start; margin-bottom: 48px }
  img { height: 520px; width: auto; object-fit: cover; object-position: top; max-width: 40vw }
</style>
${SCREENS.map(
  (screen) =>
    `<h2>${screen.name}</h2>\n<div class="row">${listVariants(screen)
      .map((variant) => {
        const file = buildFileName(screen, variant)
        return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`
      })
      .join('')}</div>`,
).join('\n')}
</html>
`

const takeScreenshots = async () => {
  const selectedScreens = SCREENS.filter(
    ({ name }) => SELECTED.length === 0 || SELECTED.includes(name),
  )
  if (SELECTED.length === 0) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const { baseURL, browser, close } = await openRunningApp()
  const database = await openE2eDatabase()
  const failed: string[] = []
  let count = 0
  try {
    for (const screen of selectedScreens)
      for (const variant of listVariants(screen)) {
        count += 1
        await takeScreenshot({ browser, baseURL, database }, screen, variant).catch(
          (error: unknown) => {
            failed.push(`${buildFileName(screen, variant)}: ${String(error).split('\n')[0] ?? ''}`)
          },
        )
      }
    await writeFile(join(FOLDER, 'index.html'), renderIndexPage())
  } finally {
    await database.close()
    await close()
  }
  console.log(`${count - failed.length} screens: ${FOLDER}/index.html`)
  for (const line of failed) console.error(line)
  process.exitCode = failed.length > 0 ? 1 : 0
}

await takeScreenshots()
