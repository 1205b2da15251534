import { expect, it } from 'vitest'
import { settable, type TextStyle, widthOf, wrapped } from './preview-cards.service.ts'

const STYLE: TextStyle = { font: 'display', size: 60, color: '#000000' }

it.each([
  ['Café Noir', 'Café Noir'],
  ['Łódź  coat', 'Lódz coat'],
  ['コート Coat', 'Coat'],
  ['<b>&"', '<b>&"'],
  ['🧥', ''],
])('%s is set as %s, with the characters that the font has', (text, shown) => {
  expect(settable(text, STYLE)).toBe(shown)
})

it('wraps at words and ends in an ellipsis what does not fit', () => {
  const lines = wrapped('Navy Sleeveless Dress With Scalloped Collar And Pockets', STYLE, 500, 2)
  expect(lines).toEqual(['Navy Sleeveless', 'Dress With Scallope…'])
  for (const line of lines) expect(widthOf(line, STYLE)).toBeLessThanOrEqual(500)
  expect(wrapped('Tee', STYLE, 500, 2)).toEqual(['Tee'])
  expect(wrapped('x'.repeat(99), STYLE, 500, 2)).toHaveLength(1)
})

it('kerns: two letters may be closer than they are wide', () => {
  expect(widthOf('To', STYLE)).toBeLessThan(widthOf('T', STYLE) + widthOf('o', STYLE))
})
