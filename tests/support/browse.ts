import { catalogFacts } from './catalog-facts.ts'
// Tests with other fixtures per worker could not share its browser.
import { test as base } from './e2e-fixtures.ts'

type BrowseFixtures = {
  facts: ReturnType<typeof catalogFacts>
  isPhone: boolean
  /** Serve real pictures. By default they are a grey dot, because drawing them takes most of the time. */
  hasRealPictures: boolean
  /** Errors the page reported; a test that ends with any fails. */
  complaints: string[]
}

const GRAY_DOT = Buffer.from(
  'R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==',
  'base64',
)

/** Fixtures for a visitor: facts about the catalogue, and a page that must not report errors. */
export const test = base.extend<BrowseFixtures>({
  facts: async ({ request }, provide) => provide(catalogFacts(request)),
  isPhone: async ({ viewport }, provide) => provide((viewport?.width ?? 0) <= 600),
  hasRealPictures: [false, { option: true }],
  complaints: [
    async ({ page, hasRealPictures }, provide) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) complaints.push(message.text())
      })
      if (!hasRealPictures)
        await page.route('**/api/image-proxy?*', (route) =>
          route.fulfill({ body: GRAY_DOT, contentType: 'image/gif' }),
        )
      await provide(complaints)
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
