import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { provideInitialData } from '#client/lib/initial-data.ts'
import { type Look, LookInfo, LookOrigin } from './look-info.tsx'

// There is no document here.
provideInitialData({})

const NOTHING = { credit: null, source: null, licence: null, takenOn: null }

test.each([
  ['its date', { takenOn: '2024-03-09' }, 'Taken on: 9 March 2024. '],
  ['whom to credit', { credit: 'Pia Ø. Photo' }, 'Photo: Pia Ø. Photo. '],
  [
    'its source by its host, and a licence without an address',
    { source: 'https://magazine.example/looks/7', licence: 'CC BY 4.0' },
    'Source: magazine.example. Licence: CC BY 4.0. ',
  ],
])('a look shows %s', (_, facts, words) => {
  const markup = renderToStaticMarkup(<LookOrigin origin={{ ...NOTHING, ...facts }} />)
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe(words)
})

const ignore = () => undefined
const handlers = {
  onPointerEnter: ignore,
  onPointerLeave: ignore,
  onFocus: ignore,
  onBlur: ignore,
}

describe('what a look says besides its picture', () => {
  const look: Look = {
    image: {
      url: '/media/looks/1.jpg',
      width: 900,
      height: 1200,
      color: null,
      topics: {
        names: [
          { kind: 'show', name: 'Łódź Nights' },
          { kind: 'tag', name: '红毯' },
        ],
        season: 2,
        episode: null,
      },
      corrections: [
        { on: '2026-11-02', from: 'Шуба', to: 'فستان' },
        { on: '2026-11-03', from: 'Hat', to: null },
      ],
    },
    celebrity: { name: 'Ирина', image: '/media/celebrities/1.jpg', styleType: 'creator' },
    products: [],
  }
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <LookInfo look={look} lights={{ handlers: () => handlers, isLit: () => false }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  test('leads to its show and its tags', () => {
    // Words of others are marked.
    const words = markup.replaceAll(/<\/?bdi[^>]*>/g, '')
    expect(words).toMatch(/href="\/show\/%C5%81%C3%B3d%C5%BA%20Nights"[^>]*>Łódź Nights, Season 2</)
    expect(words).toMatch(/href="\/tag\/%E7%BA%A2%E6%AF%AF"[^>]*>#红毯</)
  })

  test('names what was corrected, and when', () => {
    const text = markup.replaceAll(/<[^>]*>/g, '')
    expect(text).toContain('2 Nov 2026: “Шуба” was replaced by “فستان” after a suggestion.')
    expect(text).toContain('3 Nov 2026: “Hat” was removed after a suggestion.')
  })
})
