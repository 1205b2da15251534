import { describe, expect, it } from 'vitest'
import {
  findAccentProblem,
  createAccentStyles,
  createAccentTheme,
  computeContrast,
} from './accent.ts'

describe('the accent', () => {
  it('is measured as WCAG does', () => {
    expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it.each([['#d7263d'], ['#0b5fff'], ['#1c6b4a'], ['#7a1fa2'], ['#16130f']])(
    '%s is readable in both themes',
    (color) => {
      expect(findAccentProblem(color)).toBeNull()
      const { light, dark } = createAccentTheme(color)
      expect(computeContrast(light.strong, '#faf7f2')).toBeGreaterThanOrEqual(4.5)
      expect(computeContrast(light.onAccent, light.accent)).toBeGreaterThanOrEqual(4.5)
      expect(computeContrast(dark.accent, '#141210')).toBeGreaterThanOrEqual(4.5)
      expect(computeContrast(dark.onAccent, dark.accent)).toBeGreaterThanOrEqual(4.5)
      expect(createAccentStyles(color)).toContain(`--color-accent:${color};`)
    },
  )

  it.each([['#ffe600'], ['#ffffff'], ['#9be7ff']])('%s is refused as too light', (color) => {
    expect(findAccentProblem(color)).toMatch(/^Too light/)
  })
})
