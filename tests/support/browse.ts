import { test as base } from '@playwright/test'
import { catalogFacts } from './catalog-facts.ts'

type BrowseFixtures = {
  facts: ReturnType<typeof catalogFacts>
  isPhone: boolean
  /** Anything the page complained of; a test that ends with complaints fails. */
  complaints: string[]
}

/** A visitor with the catalogue's facts at hand, on a page that must not complain. */
export const test = base.extend<BrowseFixtures>({
  facts: async ({ request }, use) => use(catalogFacts(request)),
  isPhone: async ({ viewport }, use) => use((viewport?.width ?? 0) <= 600),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) complaints.push(message.text())
      })
      await use(complaints)
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
