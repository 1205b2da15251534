import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** axe-core's violations in a readable form. The browser context must bypass the CSP. */
export const axeViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(await readFile(axePath, 'utf8'))
  const { violations } = await page.evaluate(
    async () =>
      (await (window as unknown as { axe: { run: (options: object) => Promise<unknown> } }).axe.run(
        { resultTypes: ['violations'] },
      )) as AxeResults,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
