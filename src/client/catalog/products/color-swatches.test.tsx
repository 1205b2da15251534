import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ColorSwatches } from './color-swatches.tsx'

const color = (id: string, colour: string, family: string | null) => ({
  id,
  name: `Rib dress ${colour}`,
  colour,
  family,
})
const render = (more: number) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ColorSwatches
          pageId="1"
          name="Rib dress"
          isApart={false}
          colours={{ first: [color('1', 'Marine', 'navy'), color('2', 'Petal', null)], more }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
/** Where each link leads, and what it is called. */
const readLinks = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, content = '']) => [
    href,
    content.replaceAll(/<[^>]*>/g, ''),
  ])

it('leads to each colour by its name, and to the product for those that are not shown', () => {
  expect(readLinks(render(3))).toEqual([
    ['/product/1/rib-dress-marine', 'Marine'],
    ['/product/2/rib-dress-petal', 'Petal'],
    ['/product/1/rib-dress', '3 more'],
  ])
  expect(readLinks(render(0))).toHaveLength(2)
  expect(render(0)).toContain('background:#1d2a4d')
})
