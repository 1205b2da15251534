import { describe, expect, it } from 'vitest'
import { buildWordsHref } from '#client/catalog/search-links.ts'
import { listSearchOptions, listStartOptions, stepOption } from './search-overlay.tsx'

describe('the search field', () => {
  it('lists celebrities before products, each with the place it leads to', () => {
    const options = listSearchOptions({
      celebrities: [{ name: 'Ada Lane', image: 'ada-lane.jpg', styleType: 'creator' }],
      products: [],
    })
    expect(options.map(({ to }) => to)).toEqual(['/celebrity-search-result?celebrities=Ada%20Lane'])
  })

  it('lists suggested searches first', () => {
    const options = listSearchOptions({
      suggestions: [{ text: 'red dress', count: 31 }],
      celebrities: [{ name: 'Ada Lane', image: 'ada-lane.jpg', styleType: 'creator' }],
      products: [],
    })
    expect(options.map(({ kind, to }) => [kind, to])).toEqual([
      ['words', '/search-result?q=red+dress'],
      ['celebrity', '/celebrity-search-result?celebrities=Ada%20Lane'],
    ])
  })

  it('lists who or what has the name that was typed before searches', () => {
    const results = {
      suggestions: [{ text: 'zoe lane coat', count: 2 }],
      celebrities: [
        { name: 'Ada Lane', image: 'ada-lane.jpg', styleType: 'creator' as const },
        { name: 'Zoë Lane', image: 'zoe-lane.jpg', styleType: 'creator' as const },
      ],
      products: [],
    }
    const kindsFor = (typed: string) =>
      listSearchOptions(results, typed).map((option) =>
        option.kind === 'celebrity' ? option.celebrity.name : option.kind,
      )
    expect(kindsFor('zoe lane ')).toEqual(['Zoë Lane', 'words', 'Ada Lane'])
    expect(kindsFor('zoe lan')).toEqual(['words', 'Ada Lane', 'Zoë Lane'])
    expect(kindsFor('')).toEqual(['words', 'Ada Lane', 'Zoë Lane'])
  })

  it.each([
    ['Zoë’s Coats', 'creator'],
    ['zoe', 'creator'],
    ['zoe in autumn', 'collection'],
  ])('lists the page of a creator or a board that is called %s first', (typed, first) => {
    const results = {
      suggestions: [{ text: 'coat', count: 2 }],
      celebrities: [{ name: 'Ada Lane', image: 'ada-lane.jpg', styleType: 'creator' as const }],
      creators: [{ name: 'zoe', displayName: 'Zoë’s Coats', portrait: 'zoe.jpg' }],
      collections: [{ id: '1', token: 'token', title: 'Zoë in Autumn', items: 3, pictures: [] }],
      products: [],
    }
    const kinds = listSearchOptions(results, typed).map(({ kind }) => kind)
    expect(kinds.slice(0, 2)).toEqual([first, 'words'])
  })

  it('offers recent and popular searches and categories before anything is typed', () => {
    const categories = [{ text: 'boots', count: 12 }]
    expect(
      listStartOptions(['red dress'], [{ text: 'coat', count: 3 }], categories).map(
        ({ label, options }) => [label, options.map(({ to }) => to)],
      ),
    ).toEqual([
      ['Recent searches', ['/search-result?q=red+dress']],
      ['Popular searches', ['/search-result?q=coat']],
      ['Categories', ['/search-result?q=boots']],
    ])
    expect(listStartOptions([], [], categories).map(({ label }) => label)).toEqual(['Categories'])
  })

  it('leads from a product to its look, or to the results where nobody wears it', () => {
    const worn = {
      id: '7',
      celebrity_name: 'Ada Lane',
      celebrity_image: '/a.jpg',
      name: 'Wool Coat',
      price: '$9',
      website: 'https://shop.example/coat',
      category: null,
      brand: null,
      product_image: null,
      box: null,
    }
    const unworn = { ...worn, celebrity_name: '', celebrity_image: '' }
    const options = listSearchOptions({ celebrities: [], products: [worn, unworn] })
    expect(options[0]?.to).toMatch(/^\/celebrity-image\/.+#/)
    expect(options[1]?.to).toBe('/search-result?q=Wool+Coat')
  })

  it('walks down from the field through the options and back to the field', () => {
    expect([-1, 0, 1].map((active) => stepOption(active, 1, 2))).toEqual([0, 1, -1])
    expect([1, 0, -1].map((active) => stepOption(active, -1, 2))).toEqual([0, -1, 1])
    expect(stepOption(-1, 1, 0)).toBe(-1)
    expect(stepOption(-1, -1, 0)).toBe(-1)
  })

  it('has a page for any words', () => {
    expect(buildWordsHref('red & blue')).toBe('/search-result?q=red+%26+blue')
  })
})
