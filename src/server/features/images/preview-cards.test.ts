import { expect, it } from 'vitest'
import { createMachineFonts } from './machine-fonts.ts'
import {
  cutIntoLines,
  measureWidth,
  renderCardSvg,
  type TextStyle,
  wrapText,
} from './preview-cards.service.ts'

const STYLE: TextStyle = { font: 'display', size: 60, color: '#000000' }

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

const ALL_FONTS = { has: () => true }
const NO_FONTS = { has: () => false }
const svgOfName = (name: string, fonts = NO_FONTS) =>
  renderCardSvg(
    { name, brand: null, price: '€9', picture: null },
    'Wearabouts',
    64,
    fonts,
  ).toString()
const outlinesOf = (name: string) => svgOfName(name).match(/<path [^>]*d="M/g)?.length ?? 0

it.each([
  'Łukasz Żółć',
  'Ondřej Šťastný',
  'Đặng Thị Ngọc Ánh',
  'Ğülşen İı',
  'Ondr\u030cej',
  'Шерстяное пальто',
  'Қазақ Ґанна',
  'Μάλλινο παλτό',
])('sets every letter of %s in outlines of our own, with its marks', (name) => {
  const letters = name.normalize('NFC').replaceAll(' ', '').length
  expect(outlinesOf(name) - outlinesOf('')).toBe(letters)
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  if (plain !== name) expect(svgOfName(name)).not.toBe(svgOfName(plain))
})

it.each(['ウールのコート', 'معطف صوفي', 'Łódź 羊毛'])(
  'leaves %s out if no installed font has its characters',
  (name) => expect(svgOfName(name)).toBe(svgOfName('')),
)

it('does without pictographs that no font has, and with them if one has', () => {
  expect(svgOfName('Summer ☀️ 🧥')).toBe(svgOfName('Summer'))
  expect(svgOfName('Summer 🧥', ALL_FONTS)).toContain('Summer 🧥')
  expect(svgOfName('🧥')).toBe(svgOfName(''))
})

it('asks once which characters installed fonts have, and warns of missing scripts', async () => {
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(words) }
  const read = createMachineFonts(log, async () => '20-7e 4e00-9fff 3041-3096\n600-6ff\n')
  const { has } = await read()
  await read()
  expect(['中', 'の', 'ع', 'é', 'ก'].map(has)).toEqual([true, true, true, false, false])
  expect(warnings).toMatchObject([
    [{ scripts: ['Korean', 'Hebrew', 'Hindi', 'Thai'] }, expect.anything()],
  ])
  const none = await createMachineFonts(log, () => Promise.reject(new Error('ENOENT')))()
  expect(none.has('中')).toBe(false)
})

it.each([
  ['ウールのコート', 'ltr'],
  ['معطف صوفي', 'rtl'],
  ['<коат> 羊毛', 'ltr'],
])('sets %s in a font of the machine, from %s', (name, direction) => {
  const svg = svgOfName(name, ALL_FONTS)
  expect(svg).toContain(`direction="${direction}"`)
  expect(svg).toContain(name.replace('<', '&lt;').replace('>', '&gt;'))
})

it('cuts other scripts at words where there are any', () => {
  expect(cutIntoLines('aaa bbb ccc ddd', 7, 2)).toEqual(['aaa bbb', 'ccc ddd'])
  expect(cutIntoLines('ああああああああ', 3, 2)).toEqual(['あああ', 'ああ…'])
})
