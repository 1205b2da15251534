import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Picture } from './picture.tsx'

it('what has no picture shows a drawing in its place, and asks for nothing', () => {
  const markup = renderToStaticMarkup(
    <Picture url="" alt="Wool coat" shape="product" frameRatio={1} />,
  )
  expect(markup).toContain('<svg')
  expect(markup).toContain('Wool coat')
  expect(markup).not.toContain('<img')
})
