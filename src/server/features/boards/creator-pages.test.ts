import { expect, it } from 'vitest'
import { htmlFromMarkdown } from './creator-pages.ts'

it('renders markdown with plain links', () => {
  expect(htmlFromMarkdown('**Hello** [blog](https://ada.example)')).toBe(
    '<p><strong>Hello</strong> <a href="https://ada.example" rel="noopener nofollow ugc">blog</a></p>\n',
  )
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://spy.example/pixel.gif)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '<a href="javascript:alert(1)">x</a>',
])('lets nothing through that could run or spy: %s', (text) => {
  const html = htmlFromMarkdown(text)
  expect(html).not.toMatch(/<(script|img)|href="(javascript|data)/i)
})
