import { describe, expect, test } from 'vitest'
import {
  parseSelection,
  buildCelebrityImageHref,
  buildCelebritySearchHref,
  decodeImageUrl,
  paths,
  parseProfileTab,
  toSlug,
} from './paths.ts'

describe('route table', () => {
  test.each<[string, { pattern: string; access: string }]>([
    ['public', paths.home],
    ['public', paths.searchResult],
    ['public', paths.allCelebrities],
    ['public', paths.termsPolicy],
    ['public', paths.contactUs],
    ['signed-out', paths.login],
    ['public', paths.celebrity],
    ['public', paths.product],
    ['public', paths.demoShop],
    ['public', paths.celebritySearchResult],
    ['public', paths.celebrityImage],
    ['public', paths.show],
    ['user', paths.profile],
    ['public', paths.invitation],
    ['public', paths.setup],
    ['public', paths.report],
    ['public', paths.emailLink],
    ['user', paths.accountSettings],
    ['admin', paths.admin],
    ['invited', paths.addProductManual],
    ['invited', paths.addProductPhoto],
  ])('access %s: %o', (access, path) => {
    expect(path.access).toBe(access)
  })

  test('every route is listed here, so that none is added or lost by accident', () => {
    expect(Object.values(paths).map((path) => path.pattern)).toEqual([
      '/',
      '/search-result',
      '/all-celebrities',
      '/terms-policy',
      '/contact-us',
      '/login',
      '/celebrity/:celebrity',
      '/product/:id/:slug?',
      '/demo-shop/:shop',
      '/celebrity-search-result',
      '/celebrity-image/:celebrityImage',
      '/tag/:name',
      '/event/:name',
      '/show/:name',
      '/profile',
      '/creator/:name',
      '/my-page',
      '/clicks',
      '/following',
      '/boards',
      '/boards/:id',
      '/board/:token',
      '/invitation',
      '/sign-in',
      '/setup',
      '/report',
      '/alerts',
      '/admin',
      '/studio/:draft?',
      '/studio/:draft/preview',
      '/account-settings',
      '/find',
      '/shop-the-look',
      '/add-product-manual',
      '/add-product-photo',
    ])
  })
})

describe('addresses', () => {
  test.each([
    [paths.home.href(), '/'],
    [paths.termsPolicy.href('data-deletion'), '/terms-policy#data-deletion'],
    [paths.login.href(), '/login'],
    [paths.login.href({ ref: 'a b' }), '/login?ref=a+b'],
    [
      paths.login.href({ redirect: '/add-product-photo?x=1#y' }),
      '/login?redirect=%2Fadd-product-photo%3Fx%3D1%23y',
    ],
    [paths.celebrity.href('A$AP / Ko'), '/celebrity/A%24AP%20%2F%20Ko'],
    [paths.celebrity.href('Ada', 'belt-bags'), '/celebrity/Ada?kind=belt-bags'],
    [paths.profile.href('my-products'), '/profile#my-products'],
    [
      paths.addProductPhoto.href('/media/uploads/a b.jpg'),
      '/add-product-photo?scan=%2Fmedia%2Fuploads%2Fa%20b.jpg',
    ],
    [paths.searchResult.href(), '/search-result'],
    [paths.searchResult.href(['Ada']), '/search-result?celebrities=Ada'],
    [buildCelebritySearchHref('feed'), '/celebrity-search-result?celebrities=feed'],
    [
      buildCelebritySearchHref(['Ada', 'Bo Li']),
      '/celebrity-search-result?celebrities=Ada,Bo%20Li',
    ],
  ])('%s', (href, expected) => {
    expect(href).toBe(expected)
  })

  test.each([
    ['', 'saved-products'],
    ['#saved-products', 'saved-products'],
    ['#my-products', 'my-products'],
    ['my-products', 'my-products'],
    ['#my-scans', 'my-scans'],
    ['#other', 'saved-products'],
  ])('the active tab comes from the URL hash %j: %s', (hash, tab) => {
    expect(parseProfileTab(hash)).toBe(tab)
  })
})

describe('celebrities in the query', () => {
  const readBack = (href: string) =>
    parseSelection(new URL(href, 'http://x').searchParams.get('celebrities'))

  test.each([
    [['Ada']],
    [['Ada', 'Bo', 'Cy']],
    [['A, B & C', 'D+E=F']],
    [['100%', 'a%2Cb', '%25']],
    [['Zoë O’Neil', '李']],
  ])('the selection %j survives the address', (names) => {
    expect(readBack(buildCelebritySearchHref(names))).toEqual(names)
    const reencoded = new URL(buildCelebritySearchHref(names), 'http://x')
    reencoded.searchParams.set('celebrities', reencoded.searchParams.get('celebrities') ?? '')
    expect(readBack(reencoded.href)).toEqual(names)
  })

  test('=feed is feed mode', () => {
    expect(readBack(buildCelebritySearchHref('feed'))).toBe('feed')
  })

  test.each([
    [null, []],
    ['', []],
    [' , ,', []],
    ['Ada,,Ada , Bo', ['Ada', 'Bo']],
  ])('%j holds %j', (value, names) => {
    expect(parseSelection(value)).toEqual(names)
  })
})

describe('celebrityImage is the base64 of the image URL', () => {
  test('an address made by plain base64 is read', () => {
    expect(decodeImageUrl('aHR0cHM6Ly9leGFtcGxlLmNvbS9hLmpwZw==')).toBe('https://example.com/a.jpg')
    expect(buildCelebrityImageHref('https://example.com/a.jpg')).toBe(
      '/celebrity-image/aHR0cHM6Ly9leGFtcGxlLmNvbS9hLmpwZw%3D%3D',
    )
  })

  test.each([
    ['https://example.com/a.jpg'],
    ['https://example.com/élan/李.jpg?x=1&y=%20'],
    ['https://example.com/???>>>~~~ÿÿÿ.jpg'],
    ['/pictures/look-1.jpg'],
  ])('%s survives the address, percent-decoded or not', (imageUrl) => {
    const segment = buildCelebrityImageHref(imageUrl).split('/')[2] ?? ''
    expect(buildCelebrityImageHref(imageUrl).split('/')).toHaveLength(3)
    expect(decodeImageUrl(segment)).toBe(imageUrl)
    expect(decodeImageUrl(decodeURIComponent(segment))).toBe(imageUrl)
  })

  test.each([[''], ['a'], ['not base64!'], ['%'], ['%E0%A4%A'], ['/////w==']])(
    'broken: %j gives null',
    (parameter) => {
      expect(decodeImageUrl(parameter)).toBeNull()
    },
  )
})

test.each([
  ['Silk & Lace Dress', 'silk-lace-dress'],
  ['Café – größe!', 'cafe-große'],
  ['  --  ', ''],
  ['x'.repeat(90), 'x'.repeat(60)],
])('%s', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})
