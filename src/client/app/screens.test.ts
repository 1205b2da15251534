import { describe, expect, it } from 'vitest'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { formatCelebritySelection, paths } from '#shared/paths.ts'
import { renderScreen } from '#client/server-render.tsx'

const reply = (data: unknown) => ({ success: true, message: '', data })
const ADA = { name: 'Ada Lune', image: '/media/celebrities/ada.jpg' }
const SEED = 1
const UNKNOWN = 'Nobody At All'

const call = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query)}`
const ofPeople = (path: string, names: readonly string[]) =>
  call(path, { celebrities: formatCelebritySelection(names), seed: String(SEED) })
const render = (address: string, data: Record<string, unknown>) =>
  renderScreen(address, { '/api/session': reply({ user: null }), seed: SEED, ...data }).markup

const noImages = { total: 0, celebrities: [], unknown: [UNKNOWN], images: [], next: null }
const noProducts = { total: 0, celebrities: [], unknown: [UNKNOWN], products: [], next: null }

describe('All Celebrities', () => {
  const data = { '/api/celebrities': reply({ total: 1, celebrities: [ADA], next: null }) }
  const link = `href="${paths.celebritySearchResult.href([ADA.name])}"`

  it('opens outside select mode', () => {
    const markup = render(paths.allCelebrities.href(), data)
    expect(markup).toContain(link)
    expect(markup).not.toContain('Search Products')
  })
})

describe('looks of selected people', () => {
  const headingOf = (markup: string) =>
    /<h1[^>]*>(.*?)<\/h1>/.exec(markup)?.[1]?.replaceAll(/<[^>]+>/g, '')

  it('names everybody once, as the catalogue does', () => {
    const names = ['Ada Lune', 'ADA LUNE', 'Ada Moon']
    const found = { ...noImages, celebrities: [ADA], unknown: [], total: 3 }
    const data = { [ofPeople('/api/images', names)]: reply(found) }
    const heading = headingOf(render(paths.celebritySearchResult.href(names), data))
    expect(heading).toMatch(/^3 Images found for Ada Lune(?!.*(moon|LUNE))/)
  })

  it('says that there are none if nobody is selected', () => {
    const heading = headingOf(render('/celebrity-search-result', {}))
    expect(heading?.trim()).toBe('0 Images found')
  })
})

describe('a filtered list', () => {
  const product = { id: '1', name: 'Coat', price: '$1', website: '', brand: null, category: null }
  const card = { ...product, celebrity_name: ADA.name, celebrity_image: '', product_image: null }
  const listed = { next: null, products: [{ ...card, box: null }] }
  const data = {
    [ofPeople('/api/products', [ADA.name])]: reply({
      ...listed,
      total: 30,
      celebrities: [ADA],
      unknown: [],
    }),
    [call('/api/search/products', { celebrities: ADA.name, kind: 'coats' })]: reply({
      ...listed,
      total: 5,
      applied: [{ facet: 'kind', value: 'coats', label: 'Coats' }],
    }),
  }

  it.each([paths.celebrity.href(ADA.name), paths.searchResult.href([ADA.name])])(
    '%s says how many products there are once, with and without a filter',
    (address) => {
      const counts = (markup: string) => markup.match(/\d+ products?\b/gi)
      expect(counts(render(address, data))).toEqual([expect.stringMatching(/^30 products$/i)])
      const filtered = `${address}${address.includes('?') ? '&' : '?'}kind=coats`
      expect(counts(render(filtered, data))).toEqual([expect.stringMatching(/^5 products$/i)])
    },
  )
})

describe('a search whose words could not all be used', () => {
  const did = 'No results for corduroy trousers. Showing results without “corduroy”.'
  const found = (relaxed: object[]) => ({
    [call('/api/search/products', { q: 'corduroy trousers' })]: reply({
      next: null,
      products: [],
      total: 5,
      isMore: false,
      applied: [],
      relaxed,
    }),
  })
  const address = '/search-result?q=corduroy+trousers'

  it('says what was done, and offers to take the word out', () => {
    const markup = render(address, found([{ words: 'corduroy', did }]))
    expect(markup).toContain(did)
    expect(markup).toContain('aria-label="Remove filter corduroy"')
  })

  it('offers nothing for what stands nowhere in the search, and says nothing without need', () => {
    const markup = render(address, found([{ words: 'mules and clogs', did }]))
    expect(markup).toContain(did)
    expect(markup).not.toContain('Remove filter mules')
    expect(render(address, found([]))).not.toContain(RESULTS_TEXT.relaxed)
  })
})

describe('a search that was corrected or finds nothing', () => {
  const reading = (members: object) => ({
    [call('/api/search/products', { q: 'drses' })]: reply({
      next: null,
      products: [],
      total: 0,
      isMore: false,
      applied: [],
      relaxed: [],
      corrected: null,
      nearest: [],
      ...members,
    }),
  })
  const address = '/search-result?q=drses'

  it('says how it was read, and links to the search as it was typed', () => {
    const markup = render(
      address,
      reading({ corrected: { typed: 'drses', query: 'dress', reason: 'spelling' } }),
    )
    expect(markup).toContain('Showing results for <strong>dress</strong>. ')
    expect(markup).toContain('href="/search-result?q=drses&amp;exact=1"')
    expect(markup).toContain('Search for “drses” instead.')
    expect(render(address, reading({}))).not.toContain('Showing results for')
  })

  it('says what nothing is called, and links to the nearest searches', () => {
    const did = 'Nothing here is called “drses”.'
    const markup = render(
      address,
      reading({ relaxed: [{ words: 'drses', did }], nearest: ['dress'] }),
    )
    expect(markup.split(did)).toHaveLength(2)
    expect(markup).toContain('href="/search-result?q=dress"')
  })
})

describe('an unknown celebrity', () => {
  const plain = RESULTS_TEXT.noOneCalled(UNKNOWN)
  const allCelebrities = `href="${paths.allCelebrities.href()}"`
  const inMain = (markup: string) => markup.slice(markup.indexOf('<main'), markup.indexOf('</main'))

  it.each([
    [paths.celebrity.href(UNKNOWN), { [ofPeople('/api/products', [UNKNOWN])]: reply(noProducts) }],
    [
      paths.searchResult.href([UNKNOWN]),
      { [ofPeople('/api/products', [UNKNOWN])]: reply(noProducts) },
    ],
    [
      paths.celebritySearchResult.href([UNKNOWN]),
      { [ofPeople('/api/images', [UNKNOWN])]: reply(noImages) },
    ],
  ])('%s says so once, and offers All Celebrities instead of filters', (address, data) => {
    const main = inMain(render(address, data))
    // The name is marked as one.
    expect(main.replaceAll(/<\/?bdi[^>]*>/g, '').split(plain)).toHaveLength(2)
    expect(main.split(allCelebrities)).toHaveLength(2)
    expect(main).not.toContain('>Filter<')
    expect(main).not.toContain('0 products')
  })
})

describe('links to shops', () => {
  const LOOK = 'https://pictures.example.com/1.jpg'
  const RULE = { host: 'shop.test', person: null, kind: 'parameter', name: 'ref', value: 'us' }
  const worn = (id: string, name: string, website: string) => ({
    id,
    name,
    website,
    price: '$1',
    category: null,
    brand: null,
    product_image: null,
    celebrity_name: ADA.name,
    celebrity_image: LOOK,
    box: null,
  })
  const data = {
    [call('/api/image', { url: LOOK })]: reply({
      image: { url: LOOK, width: 10, height: 10, color: null },
      celebrity: { ...ADA, styleType: 'celebrity' },
      products: [
        worn('1', 'Coat', 'https://shop.test/coat'),
        worn('2', 'Hat', 'https://plain.test/hat'),
      ],
    }),
  }
  const linksOf = (markup: string) =>
    Array.from(markup.matchAll(/<a [^>]*href="https:[^>]*>.*?<\/a>/g), ([link]) => link)

  it('say Ad and rel=sponsored exactly where a rule applies, also after the rules have changed', () => {
    for (const rules of [[], [RULE], []]) {
      const affiliate = rules.length > 0 ? { affiliate: rules } : {}
      const markup = render(paths.celebrityImage.href(LOOK), { ...data, ...affiliate })
      const [coat = '', hat = ''] = linksOf(markup)
      const isAd = rules.length > 0
      expect(coat).toContain(
        isAd ? 'href="https://shop.test/coat?ref=us"' : '"https://shop.test/coat"',
      )
      expect(coat.includes('rel="noopener nofollow sponsored"')).toBe(isAd)
      expect(/<span [^>]*>Ad<\/span> /.test(coat)).toBe(isAd)
      expect(markup.includes('Links marked “Ad” earn us a commission')).toBe(isAd)
      expect(hat).toContain('rel="noopener nofollow"')
      expect(hat).not.toContain('>Ad<')
    }
  })
})
