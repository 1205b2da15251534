import type { Page, Route } from '@playwright/test'

/** Delays the reply to a call until released, so that a test can check the loading state. */
export const holdRoute = async (
  page: Page,
  pattern: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await answer(route)
  })
  return release
}
