import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

type Axe = { axe: { run: (options: RunOptions) => Promise<AxeResults> } }

/** The themes differ in colours alone, so the other one needs no second look at anything else. */
const THEMES: [name: string, options: RunOptions][] = [
  ['light', { resultTypes: ['violations'] }],
  ['dark', { resultTypes: ['violations'], runOnly: { type: 'rule', values: ['color-contrast'] } }],
]

/** axe-core's violations in both themes, in a readable form. The browser context must bypass the CSP. */
export const axeViolations = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(await readFile(axePath, 'utf8'))
  const shown = await page.evaluate(() => document.documentElement.dataset['theme'])
  const found: string[] = []
  for (const [theme, options] of THEMES) {
    const { violations } = await page.evaluate(
      async ([name, given]) => {
        // Every colour would change by a transition of its own, level by level.
        const still = new CSSStyleSheet()
        still.replaceSync('*, ::before, ::after { transition: none !important }')
        document.adoptedStyleSheets.push(still)
        document.documentElement.dataset['theme'] = name
        while (document.getAnimations().some(({ playState }) => playState === 'running'))
          await new Promise(requestAnimationFrame)
        return (window as unknown as Axe).axe.run(given)
      },
      [theme, options] as const,
    )
    for (const { id, nodes } of violations)
      for (const node of nodes)
        found.push(`${theme} ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`)
  }
  await page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme ?? 'light'
  }, shown)
  return found
}

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** Loading a screen takes as long as examining it, so one visit serves both widths. */
export const axeViolationsAtBothWidths = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const viewport of WIDTHS) {
    await page.setViewportSize(viewport)
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    for (const violation of await axeViolations(page))
      found.push(`${viewport.width} px ${violation}`)
  }
  return found
}
