import { adminScreens } from '#lab/screens/admin-screens.ts'
import { studioScreens } from '#lab/screens/studio-screens.ts'
import { findAxeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { readCatalogFacts } from '#tests/support/catalog-facts.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { takeSample } from '#tests/support/length.ts'

const PATIENCE_MS = 300_000

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

for (const [where, screens] of [
  ['in the administration and on the notice form', adminScreens],
  ['in the studio, on boards, pages of creators and embeds', studioScreens],
] as const)
  test(
    `axe-core finds no violation in either theme ${where}`,
    { tag: '@any-width' },
    async ({ page, context, login }) => {
      test.setTimeout(PATIENCE_MS)
      const signIn = async (...options: Parameters<typeof login>) => {
        await login(...options)
      }
      for (const screen of takeSample(screens, 3)) {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        // Otherwise only the part after # would change, and nothing be loaded again.
        await page.goto('about:blank')
        await screen.open({
          page,
          isPhone: false,
          facts: readCatalogFacts(context.request),
          signIn,
        })
        expect(await findAxeViolationsAtBothWidths(page), screen.name).toEqual([])
      }
    },
  )
