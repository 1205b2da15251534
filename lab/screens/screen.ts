import type { Page } from '@playwright/test'
import type { readCatalogFacts } from '#tests/support/catalog-facts.ts'
import type { PersonOptions } from '#tests/support/people.ts'

export type Visit = {
  page: Page
  isPhone: boolean
  /** Facts about the running catalogue. */
  facts: ReturnType<typeof readCatalogFacts>
  /** Creates a user and signs them in. */
  signIn: (options?: PersonOptions) => Promise<void>
}

/** Taken once per width and theme. */
export type Screen = {
  /** Part of the file names, in kebab-case. */
  name: string
  /** Opens the page and brings it into the state to show. */
  open: (visit: Visit) => Promise<unknown>
  /** The full page instead of the viewport. */
  isWhole?: boolean
  /** At the width of a tablet as well. */
  isAlsoTablet?: boolean
}

const RENDERED =
  /<div id="root">.*<script type="application\/json" id="initial-data">.*?<\/script>/s

/** Strips inlined data from the HTML, which would hide loading states, except for what is given. */
export const removeInlinedData = (page: Page, data: Record<string, unknown> = {}) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    const html = await reply.text()
    return route.fulfill({
      response: reply,
      body: html.replace(
        RENDERED,
        `<div id="root"></div><script type="application/json" id="initial-data">${JSON.stringify(data)}</script>`,
      ),
    })
  })

/** Makes calls wait forever, fail, or reply with this data. */
export const replaceCalls = async (
  page: Page,
  calls: string,
  answer: 'waiting' | 'failing' | object,
) => {
  await removeInlinedData(page)
  await page.route(calls, async (route) => {
    if (answer === 'waiting') return undefined
    if (answer === 'failing')
      return route.fulfill({ status: 400, json: { success: false, message: 'E 400' } })
    return route.fulfill({ json: { success: true, message: '', data: answer } })
  })
}
