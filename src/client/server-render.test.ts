import { readFile } from 'node:fs/promises'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { createQueryClient } from '#client/lib/query.ts'
import { FIND_TITLE } from '#shared/messages.ts'
import { formatCelebritySelection, EVERYONE, paths } from '#shared/paths.ts'
import { App } from './app/app.tsx'
import { findRoute, SCREENS } from './app/screens.tsx'
import { provideInitialData } from './lib/initial-data.ts'
import { renderScreen } from './server-render.tsx'

const reply = (data: unknown) => ({ status: 'success', data })
const visitor = { '/api/session': reply({ user: null }) }
const celebrity = { name: 'Zoë O’Hara $&', image: '/media/celebrities/zoe.jpg' }

const ADDRESSES = [
  ...Object.values(paths)
    .filter(({ access, pattern }) => access === 'public' && !pattern.includes(':'))
    .map(({ pattern }) => pattern),
  paths.celebritySearchResult.href(EVERYONE),
  paths.searchResult.href(EVERYONE),
  paths.celebrity.href('Zoë'),
  paths.celebrityImage.href('https://pictures.example.com/1.jpg'),
  paths.celebrityImage.href('').replace(/[^/]*$/, 'not-base64!'),
  '/nothing/here',
]

const look = (number: number) => ({
  image: `/media/looks/${number}.jpg`,
  name: `Coat <${number}>`,
  number_of_products: number,
  celebrity_name: 'Zoë',
  celebrity_portrait: '/media/celebrities/zoe.jpg',
  width: 800,
  height: 1_000 + number,
  color: '#aabbcc',
})
const FEED_DATA = {
  seed: 1,
  [`/api/images?celebrities=${EVERYONE}&seed=1`]: reply({
    images: Array.from({ length: 30 }, (_, number) => look(number)),
    celebrities: [],
    unknown: [],
    total: 30,
    next: null,
  }),
}

const NAMED = formatCelebritySelection(['Zoë'])
const product = (number: number) => ({
  id: String(number),
  name: `Coat <${number}>`,
  price: number % 2 === 0 ? '$120.50' : 'on request',
  website: number % 3 === 0 ? 'https://shop.example.org/coat' : '',
  brand: number % 4 === 0 ? null : 'Almara & Sons',
  category: 'outerwear',
  celebrity_name: 'Zoë',
  celebrity_image: number % 5 === 0 ? '' : '/media/looks/1.jpg',
  product_image: number % 2 === 0 ? `/media/products/${number}.jpg` : null,
  box: number % 3 === 0 ? { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } : null,
  ...(number % 7 === 0 ? { availability: 'out_of_stock' } : {}),
})
const PRODUCTS_DATA = {
  seed: 1,
  ...Object.fromEntries(
    [EVERYONE, NAMED].map((celebrities) => [
      `/api/products?${new URLSearchParams({ celebrities, seed: '1' })}`,
      reply({
        products: Array.from({ length: 12 }, (_, number) => product(number)),
        celebrities: celebrities === EVERYONE ? [] : [{ ...celebrity, name: 'Zoë' }],
        unknown: [],
        total: 30,
        next: 'more',
      }),
    ]),
  ),
}

const EMPTY_HOME = { celebrities: [], samples: [], example: null, newLooks: [] }
const homeData = (number: number) => ({
  '/api/home': reply({
    newLooks: [look(number + 1), look(number + 2)],
    celebrities: [celebrity, { ...celebrity, name: `Zoë ${number}` }],
    samples: [1, 2, 3].map((slide) => ({
      name: `Coat <${number + slide}>`,
      brand: 'Almara & Sons',
      price: `$${number}`,
      category: 'Outerwear',
      image: `/media/products/${slide}.jpg`,
      look: slide === 1 ? { image: '/media/looks/1.jpg', product_id: '1' } : null,
    })),
    example: { ...look(number), products: [product(number), product(number + 3)] },
  }),
})
const summaryData = (number: number) => ({
  [`/api/people/${encodeURIComponent('Zoë')}`]: reply({
    looks: [{ ...look(number), takenOn: '2026-05-01', addedAt: '2026-05-02T00:00:00.000Z' }],
    brands: [{ name: 'Almara & Sons', count: number }],
    colours: [{ name: 'black', count: number }],
  }),
})
const DATA = [
  visitor,
  { ...visitor, ...FEED_DATA, ...homeData(1), ...summaryData(1) },
  { ...PRODUCTS_DATA, ...homeData(2) },
  {
    ...PRODUCTS_DATA,
    ...summaryData(2),
    affiliate: [
      { host: 'shop.example.org', kind: 'parameter', name: 'tag', value: '1', person: null },
    ],
  },
  {},
]

/** The app as `start.tsx` renders it, which keeps no markup. */
const renderedInBrowser = (address: string, data: Record<string, unknown>) => {
  const queries = createQueryClient()
  const route = findRoute(new URL(address, 'http://page').pathname)
  provideInitialData(data)
  const markup = renderToString(
    createElement(App, {
      queries,
      screens: route ? [route] : [],
      router: (routes) => createElement(StaticRouter, { location: address }, routes),
    }),
  )
  queries.clear()
  return markup.replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, '')
}

describe('a screen rendered by the server', () => {
  it('shows what the data of its page holds', () => {
    const { markup, module } = renderScreen(paths.home.href(), {
      ...visitor,
      '/api/home': reply({ ...EMPTY_HOME, celebrities: [celebrity] }),
    })
    expect(markup).toContain('Personal AI for Celebrity &amp; Creator Styles')
    expect(markup).toContain('Zoë O’Hara $&amp;')
    expect(module).toBeNull()
  })

  it('keeps nothing of one page for the next', () => {
    renderScreen(paths.home.href(), {
      '/api/home': reply({ ...EMPTY_HOME, celebrities: [celebrity] }),
    })
    expect(renderScreen(paths.home.href(), {}).markup).not.toContain('Zoë')
  })

  it('leaves nothing running behind it', () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    renderScreen(paths.home.href(), visitor)
    expect(timers()).toBe(before)
  })

  it('escapes what it is given', () => {
    const name = '</script><img src=x onerror=alert(1)>'
    const { markup } = renderScreen(paths.home.href(), {
      '/api/home': reply({ ...EMPTY_HOME, celebrities: [{ ...celebrity, name }] }),
    })
    expect(markup).not.toContain('<img src=x')
  })

  it.each(ADDRESSES)('%s needs no browser to render', (address) => {
    expect(renderScreen(address, visitor).markup).toContain('Skip to content')
  })

  it.each(ADDRESSES)('%s is what the browser renders first, though parts are kept', (address) => {
    for (const data of DATA) {
      renderScreen(address, data)
      expect(renderScreen(address, data).markup).toBe(renderedInBrowser(address, data))
    }
  })

  it.each([paths.searchResult.href(EVERYONE), paths.celebrity.href('Zoë')])(
    '%s shows the products of its data',
    (address) => {
      const { markup } = renderScreen(address, { ...visitor, ...PRODUCTS_DATA })
      expect(markup.match(/<article/g)).toHaveLength(12)
      expect(markup).toContain('Coat &lt;11&gt;')
    },
  )
})

describe('the source file of a screen', () => {
  it.each(SCREENS.map(([pattern, { module }]) => ({ pattern, module })))(
    'of $pattern is a file of the project',
    async ({ module }) => {
      if (module !== null)
        await expect(readFile(module, 'utf8')).resolves.toContain('export default')
    },
  )
})

describe('without the photo finder for everyone', () => {
  const off = { ...visitor, finder: 'off' }

  it('no screen leads to it', () => {
    for (const address of ['/', paths.termsPolicy.href()]) {
      expect(renderScreen(address, visitor).markup).toContain(FIND_TITLE)
      expect(renderScreen(address, off).markup).not.toContain(FIND_TITLE)
    }
  })

  it('its address has no screen', () => {
    expect(renderScreen(paths.find.href(), visitor).markup).toContain(FIND_TITLE)
    expect(renderScreen(paths.find.href(), off).markup).not.toContain(FIND_TITLE)
  })
})
