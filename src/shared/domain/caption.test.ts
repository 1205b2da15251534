import { expect, test } from 'vitest'
import { parseCaption } from './caption.ts'

const linksOf = (caption: string) =>
  parseCaption(caption)
    .flat()
    .filter(({ isLink }) => isLink)
    .map(({ text }) => text)

test('keeps line breaks of every system, also empty lines', () => {
  expect(parseCaption('One\r\n\nТри').map((line) => line.map(({ text }) => text))).toEqual([
    ['One'],
    [],
    ['Три'],
  ])
})

test.each([
  ['See https://shop.example/a?b=1.', ['https://shop.example/a?b=1']],
  ['(https://shop.example/a), http://b.example!', ['https://shop.example/a', 'http://b.example']],
  ['帽子はhttps://店.example/帽子。', ['https://店.example/帽子']],
  ['“https://a.example/it’s”', ['https://a.example/it’s']],
  [
    '(https://a.example/Dress_(clothing)), https://b.example/x_(y).',
    ['https://a.example/Dress_(clothing)', 'https://b.example/x_(y)'],
  ],
  ['https://a.example/x[1]] [https://b.example]', ['https://a.example/x[1]', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x', []],
  ['https:// ftp://a.example <a href="https://b.example">b</a>', ['https://b.example']],
])('finds the links of ‘%s’ and nothing else', (caption, links) => {
  expect(linksOf(caption)).toEqual(links)
})

test('leaves nothing out', () => {
  const caption = 'A https://a.example/x, and <b>more</b> & “more”.'
  expect(
    parseCaption(caption)[0]
      ?.map(({ text }) => text)
      .join(''),
  ).toBe(caption)
})
