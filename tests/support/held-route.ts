import type { Page, Route } from '@playwright/test'

/** Holds back the answer to a call until it is released, so that what shows meanwhile can be seen. */
export const heldRoute = async (
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
