import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { escapeTags, RichText } from './rich-text.tsx'

const render = (text: string) =>
  renderToStaticMarkup(
    <RichText
      text={text}
      tags={{
        b: <strong />,
        link: <em />,
      }}
    />,
  )

describe('a message with tags', () => {
  test.each([
    ['No tags', 'No tags'],
    ['<b>All</b>', '<strong>All</strong>'],
    ['Two <b>tags</b>, <link>here</link>.', 'Two <strong>tags</strong>, <em>here</em>.'],
    ['<link>Read <b>this</b></link>', '<em>Read <strong>this</strong></em>'],
    ['<b>عربي</b> & <b>日本</b>', '<strong>عربي</strong> &amp; <strong>日本</strong>'],
  ])('renders %s', (text, markup) => {
    expect(render(text)).toBe(markup)
  })

  test('keeps unknown tags as text', () => {
    expect(render('<i>x</i>')).toBe('&lt;i&gt;x&lt;/i&gt;')
  })

  test.each(['<b>x', '</b>', '<b>x</b>', '&lt;b>', '&amp;', 'H&M'])(
    'keeps the name %s as it is',
    (name) => {
      expect(render(`Looks of <b>${escapeTags(name)}</b>`)).toBe(
        `Looks of ${renderToStaticMarkup(<strong>{name}</strong>)}`,
      )
    },
  )
})
