import type { Page } from '@playwright/test'
import { readCatalogFacts } from './catalog-facts.ts'
// Tests with other fixtures per worker could not share its browser.
import { test as base } from './e2e-fixtures.ts'

type BrowseFixtures = {
  facts: ReturnType<typeof readCatalogFacts>
  isPhone: boolean
  /** Serve real pictures. By default they are a grey square. */
  hasRealPictures: boolean
  /** Errors the page reported; a test that ends with any fails. */
  complaints: string[]
}

/** Browsers divide the size by the density that `srcset` implies, so a single pixel would have none. */
const GRAY_SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path fill="#c2c2c2" d="M0 0h64v64H0z"/></svg>'

/** Drawing real pictures takes most of the time. */
export const replacePictures = (page: Page) =>
  page.route('**/api/image-proxy?*', (route) =>
    route.fulfill({ body: GRAY_SQUARE, contentType: 'image/svg+xml' }),
  )

/** Fixtures for a visitor: facts about the catalogue, and a page that must not report errors. */
export const test = base.extend<BrowseFixtures>({
  facts: async ({ request }, provide) => provide(readCatalogFacts(request)),
  isPhone: async ({ viewport }, provide) => provide((viewport?.width ?? 0) <= 600),
  hasRealPictures: [false, { option: true }],
  complaints: [
    async ({ page, hasRealPictures }, provide) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) complaints.push(message.text())
      })
      if (!hasRealPictures) await replacePictures(page)
      await provide(complaints)
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
