import type { Page } from '@playwright/test'

/** Pages without the app, such as the offline page, are ready at once. */
const ANSWERING = 'html[data-app=running], html:not(:has(#root))'

/** Makes `goto` wait for hydration instead of the server-rendered markup. */
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
