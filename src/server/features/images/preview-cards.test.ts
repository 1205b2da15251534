import { expect, it } from 'vitest'
import {
  cutIntoLines,
  removeMissingGlyphs,
  renderCardSvg,
  type TextStyle,
  measureWidth,
  wrapText,
} from './preview-cards.service.ts'

const STYLE: TextStyle = { font: 'display', size: 60, color: '#000000' }

it.each([
  ['Café Noir', 'Café Noir'],
  ['Łódź  coat', 'Lódz coat'],
  ['コート Coat', 'Coat'],
  ['<b>&"', '<b>&"'],
  ['🧥', ''],
])('%s is set as %s, with the characters that the font has', (text, shown) => {
  expect(removeMissingGlyphs(text, STYLE)).toBe(shown)
})

it('wraps at words and ends in an ellipsis what does not fit', () => {
  const lines = wrapText('Navy Sleeveless Dress With Scalloped Collar And Pockets', STYLE, 500, 2)
  expect(lines).toEqual(['Navy Sleeveless', 'Dress With Scallope…'])
  for (const line of lines) expect(measureWidth(line, STYLE)).toBeLessThanOrEqual(500)
  expect(wrapText('Tee', STYLE, 500, 2)).toEqual(['Tee'])
  expect(wrapText('x'.repeat(99), STYLE, 500, 2)).toHaveLength(1)
})

it('kerns: two letters may be closer than they are wide', () => {
  expect(measureWidth('To', STYLE)).toBeLessThan(
    measureWidth('T', STYLE) + measureWidth('o', STYLE),
  )
})

const svgOfName = (name: string) =>
  renderCardSvg({ name, brand: null, price: '€9', picture: null }, 'Wearabouts', 64).toString()

it('sets a Cyrillic or Greek title in outlines of our own', () => {
  const paths = (svg: string) => svg.match(/<path [^>]*d="M/g)?.length ?? 0
  const blank = paths(svgOfName(''))
  for (const name of ['Шерстяное пальто', 'Μάλλινο παλτό', 'Wool coat']) {
    expect(svgOfName(name)).not.toContain('<text')
    expect(paths(svgOfName(name)) - blank).toBe(name.replaceAll(' ', '').length)
  }
})

it.each([
  ['ウールのコート', 'ltr'],
  ['معطف صوفي', 'rtl'],
  ['<коат> 羊毛', 'ltr'],
])('sets %s in a font of the machine, from %s', (name, direction) => {
  const svg = svgOfName(name)
  expect(svg).toContain(`direction="${direction}"`)
  expect(svg).toContain(name.replace('<', '&lt;').replace('>', '&gt;'))
})

it('cuts other scripts at words where there are any', () => {
  expect(cutIntoLines('aaa bbb ccc ddd', 7, 2)).toEqual(['aaa bbb', 'ccc ddd'])
  expect(cutIntoLines('ああああああああ', 3, 2)).toEqual(['あああ', 'ああ…'])
})
