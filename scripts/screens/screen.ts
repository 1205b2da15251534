import type { Page } from '@playwright/test'
import type { catalogFacts } from '#tests/support/catalog-facts.ts'
import type { PersonOptions } from '#tests/support/people.ts'

export type Visit = {
  page: Page
  isPhone: boolean
  /** What the running catalogue holds. */
  facts: ReturnType<typeof catalogFacts>
  /** Makes a new person and signs them in. */
  signIn: (options?: PersonOptions) => Promise<void>
}

/** One picture per width and theme. Features list theirs in a file of their own beside this one. */
export type Screen = {
  /** Names the files; words separated by dashes. */
  name: string
  /** Opens the page and brings it into the state to be shown. */
  open: (visit: Visit) => Promise<unknown>
  /** The whole page rather than the first screen of it. */
  isWhole?: boolean
}

const RENDERED =
  /<div id="root">.*<script type="application\/json" id="initial-data">.*?<\/script>/s

/** Lets the client ask for everything: else what is in the HTML would hide the states of waiting. */
export const withoutInlinedData = (page: Page) =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    const html = await reply.text()
    return route.fulfill({
      response: reply,
      body: html.replace(RENDERED, '<div id="root"></div>'),
    })
  })

/** Calls that never come back, fail, or come back with this. */
export const withCalls = async (
  page: Page,
  calls: string,
  answer: 'waiting' | 'failing' | object,
) => {
  await withoutInlinedData(page)
  await page.route(calls, async (route) => {
    if (answer === 'waiting') return undefined
    if (answer === 'failing')
      return route.fulfill({ status: 400, json: { success: false, message: 'Please try again.' } })
    return route.fulfill({ json: { success: true, message: '', data: answer } })
  })
}
