import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import { isLongRun } from './length.ts'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

type Axe = { axe: { run: (where: ElementContext, options: RunOptions) => Promise<AxeResults> } }

/** The rule for target sizes (WCAG 2.2) is off by default. */
const EVERYTHING: RunOptions = {
  resultTypes: ['violations'],
  rules: { 'target-size': { enabled: true } },
}
/** The themes differ in colours alone, so only colours are checked again in the other one. */
const COLORS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast'] },
}
const PHONE_PIXELS = 600

/** A short run sees a wide screen in the light theme and a narrow one in the dark theme. */
const listThemes = (width: number): [name: string, options: RunOptions][] => {
  if (!isLongRun) return [[width < PHONE_PIXELS ? 'dark' : 'light', EVERYTHING]]
  return [
    ['light', EVERYTHING],
    ['dark', COLORS],
  ]
}

/** What comes later in a long list repeats what comes first. */
const REPEATED = isLongRun ? null : { longerThan: 9, seen: 4 }

/** axe-core's violations, in a readable form. The browser context must bypass the CSP. */
export const findAxeViolations = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile(axePath, 'utf8'))
  const currentTheme = await page.evaluate(() => document.documentElement.dataset['theme'])
  const messages: string[] = []
  const width = page.viewportSize()?.width ?? 0
  for (const [theme, options] of listThemes(width)) {
    const { violations } = await page.evaluate(
      async ([name, options, repeated]) => {
        // Every colour would change by a transition of its own, level by level.
        const stillStyles = new CSSStyleSheet()
        stillStyles.replaceSync('*, ::before, ::after { transition: none !important }')
        document.adoptedStyleSheets.push(stillStyles)
        document.documentElement.dataset['theme'] = name
        // Those that follow scrolling run as long as they exist.
        const isMoving = ({ playState, timeline }: Animation) =>
          playState === 'running' && timeline instanceof DocumentTimeline
        while (document.getAnimations().some(isMoving)) await new Promise(requestAnimationFrame)
        const exclude = repeated
          ? [...document.querySelectorAll('ul, ol')].flatMap(({ children }) =>
              children.length > repeated.longerThan ? [...children].slice(repeated.seen) : [],
            )
          : []
        return (window as unknown as Axe).axe.run({ include: [document], exclude }, options)
      },
      [theme, options, REPEATED] as const,
    )
    for (const { id, nodes } of violations)
      for (const node of nodes)
        messages.push(`${theme} ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`)
  }
  await page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme ?? 'light'
  }, currentTheme)
  return messages
}

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** A short run sees each screen at one of them: which one depends on its path, not on chance. */
const listWidths = (page: Page) => {
  if (isLongRun) return WIDTHS
  const { pathname } = new URL(page.url())
  return WIDTHS.filter((_, index) => index === pathname.length % WIDTHS.length)
}

/** Loading a screen takes as long as examining it, so one visit serves both widths. */
export const findAxeViolationsAtBothWidths = async (page: Page): Promise<string[]> => {
  const messages: string[] = []
  for (const viewport of listWidths(page)) {
    await page.setViewportSize(viewport)
    // A button may stay busy, as that of a shop that is being read.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]:not(button)'))
    for (const violation of await findAxeViolations(page))
      messages.push(`${viewport.width} px ${violation}`)
  }
  return messages
}
