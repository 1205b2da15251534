import { useId } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMarkupKeeper, KeptMarkup, MarkupKeeperContext } from './kept-markup.tsx'

const rendered: string[] = []
beforeEach(() => {
  rendered.length = 0
})

const Card = ({ text }: { text: string }) => {
  rendered.push(text)
  return <b id={useId()}>{text}</b>
}
const page = (texts: readonly string[]) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>
        <KeptMarkup cacheKey={[text]}>
          <Card text={text} />
        </KeptMarkup>
      </li>
    ))}
  </ul>
)
const render = (keeper: ReturnType<typeof createMarkupKeeper>, texts: readonly string[]) => {
  keeper.reset()
  return keeper.fill(
    renderToString(<MarkupKeeperContext value={keeper}>{page(texts)}</MarkupKeeperContext>),
  )
}

describe('a part of many pages', () => {
  it('is rendered once, and looks as if it had been rendered each time', () => {
    const keeper = createMarkupKeeper(10_000)
    const inBrowser = renderToString(page(['a', 'b']))
    rendered.length = 0
    expect(render(keeper, ['a', 'b'])).toBe(inBrowser)
    expect(render(keeper, ['a', 'b'])).toBe(inBrowser)
    expect(rendered).toEqual(['a', 'b'])
  })

  it('is not mistaken for another, on a page that mixes known and new ones', () => {
    const keeper = createMarkupKeeper(10_000)
    render(keeper, ['a', 'b'])
    const text = render(keeper, ['b', '<c>', 'a']).replaceAll(/<[^>]*>/g, ' ')
    expect(text.split(/\s+/).join(' ').trim()).toBe('b &lt;c&gt; a')
    expect(rendered).toEqual(['a', 'b', '<c>'])
  })

  it('is as in a browser beside another one and beside text', () => {
    const mixed = (
      <p>
        before
        <KeptMarkup cacheKey={['a']}>
          <i>a</i>
        </KeptMarkup>
        <KeptMarkup cacheKey={['b']}>
          <b>b</b>
          {false}
          <u>b</u>
        </KeptMarkup>
        {'two'}
        {'texts'}
        <KeptMarkup cacheKey={['a']}>
          <i>a</i>
        </KeptMarkup>
      </p>
    )
    const keeper = createMarkupKeeper(10_000)
    const inBrowser = renderToString(mixed)
    for (const _ of ['new', 'known']) {
      keeper.reset()
      const inServer = renderToString(
        <MarkupKeeperContext value={keeper}>{mixed}</MarkupKeeperContext>,
      )
      expect(keeper.fill(inServer)).toBe(inBrowser)
    }
  })

  it('is forgotten when too much is kept', () => {
    const keeper = createMarkupKeeper(100)
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) render(keeper, [text])
    expect(rendered).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'a'])
    render(keeper, ['a'])
    expect(rendered).toHaveLength(7)
  })

  it('cannot be forged by text of the catalogue', () => {
    const keeper = createMarkupKeeper(10_000)
    render(keeper, ['secret'])
    const guess = '00000000-0000-4000-8000-000000000000k0;'
    expect(render(keeper, [guess])).toContain(guess)
  })
})
