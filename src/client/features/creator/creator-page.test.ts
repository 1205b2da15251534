import { expect, it } from 'vitest'
import { parseLinks, formatLinks } from './creator-page.tsx'

it('reads back what it writes', () => {
  const links = [
    { label: 'My blog', url: 'https://ada.example' },
    { label: 'Shop', url: 'http://shop.example/a?b=c' },
  ]
  expect(parseLinks(`\n${formatLinks(links)}\n`)).toEqual(links)
})

it.each(['https://ada.example', 'Blog', 'Blog javascript:alert(1)'])('refuses %s', (text) => {
  expect(parseLinks(text)).toBeNull()
})
