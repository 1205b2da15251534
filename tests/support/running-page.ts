import type { Page } from '@playwright/test'

/** A page without an app, as the one shown offline, is all there as it is. */
const ANSWERING = 'html[data-app=running], html:not(:has(#root))'

/** Its `goto` ends when the app answers, not when what the server rendered is to be seen. */
export const withRunningApp = (page: Page): Page => {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit' && response?.headers()['content-type']?.includes('html'))
      await page.locator(ANSWERING).waitFor({ state: 'attached' })
    return response
  }
  return page
}
