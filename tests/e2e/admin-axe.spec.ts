import { adminScreens } from '#lab/screens/admin-screens.ts'
import { axeViolationsAtBothWidths } from '#tests/support/axe.ts'
import { catalogFacts } from '#tests/support/catalog-facts.ts'
import { expect, test } from '#tests/support/e2e-fixtures.ts'
import { sampleOf } from '#tests/support/length.ts'

const PATIENCE_MS = 300_000

// Injecting axe-core violates the page's CSP.
test.use({ bypassCSP: true, reducedMotion: 'reduce' } as object)

const title =
  'axe-core finds no violation in either theme in the administration and on the notice form'
test(title, { tag: '@any-width' }, async ({ page, context, login }) => {
  test.setTimeout(PATIENCE_MS)
  const signIn = async (...options: Parameters<typeof login>) => {
    await login(...options)
  }
  for (const screen of sampleOf(adminScreens, 3)) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Otherwise only the part after # would change, and nothing be loaded again.
    await page.goto('about:blank')
    await screen.open({ page, isPhone: false, facts: catalogFacts(context.request), signIn })
    expect(await axeViolationsAtBothWidths(page), screen.name).toEqual([])
  }
})
