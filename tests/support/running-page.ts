import type { Page } from '@playwright/test'

/** Its `goto` ends when the app answers, not when what the server rendered is to be seen. */
export const withRunningApp = (page: Page): Page => {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit' && response?.headers()['content-type']?.includes('html'))
      await page.locator('html[data-app=running]').waitFor({ state: 'attached' })
    return response
  }
  return page
}
