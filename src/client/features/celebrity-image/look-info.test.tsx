import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LookOrigin } from './look-info.tsx'

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
