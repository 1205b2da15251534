import { describe, expect, test } from 'vitest'
import { demoCatalog } from './catalog.ts'
import { csvOf } from './export.ts'
import { imageNameFromCelebrity } from './wardrobe/people.ts'

const { celebrities, rows, samples } = demoCatalog()
const groups = <T, K>(list: readonly T[], key: (item: T) => K): Map<K, T[]> => {
  const found = new Map<K, T[]>()
  for (const item of list) found.set(key(item), [...(found.get(key(item)) ?? []), item])
  return found
}

describe('people', () => {
  test('at least sixty, eight of them on Home, celebrities and creators', () => {
    expect(celebrities.length).toBeGreaterThanOrEqual(60)
    expect(celebrities.filter(({ home }) => home)).toHaveLength(8)
    expect(new Set(celebrities.map(({ styleType }) => styleType))).toEqual(
      new Set(['celebrity', 'creator']),
    )
    expect(new Set(celebrities.map(({ image }) => image)).size).toBe(celebrities.length)
  })
  test("names with '$', accents and apostrophes, and the image derived from them", () => {
    for (const sign of [/\$/, /[À-ž]/, /'/])
      expect(celebrities.some(({ name }) => sign.test(name))).toBe(true)
    expect(imageNameFromCelebrity("  A$ia O'Néill -- Brûlé! ")).toBe('asia-o-neill-brule.jpg')
    for (const { name, image } of celebrities) {
      expect(image).toBe(`/media/demo/celebrities/${imageNameFromCelebrity(name)}`)
      expect(image).toMatch(/\/[a-z0-9]+(-[a-z0-9]+)*\.jpg$/)
    }
  })
  test('four to ten looks each', () => {
    const looks = groups(rows, ({ celebrity_name }) => celebrity_name)
    expect(looks.size).toBe(celebrities.length)
    for (const own of looks.values()) {
      const count = new Set(own.map(({ celebrity_image }) => celebrity_image)).size
      expect(count).toBeGreaterThanOrEqual(4)
      expect(count).toBeLessThanOrEqual(10)
    }
    expect(new Set(rows.map(({ celebrity_image }) => celebrity_image)).size).toBeGreaterThanOrEqual(
      400,
    )
  })
})

describe('products', () => {
  const products = groups(rows, ({ product_image }) => product_image)
  test('some 1,200, over all six categories, most of them shared by several looks', () => {
    expect(products.size).toBeGreaterThanOrEqual(1100)
    expect(new Set(rows.map(({ category }) => category))).toEqual(
      new Set(['clothing', 'footwear', 'bags', 'jewelry', 'accessories', 'other']),
    )
    const shared = [...products.values()].filter(
      (list) => new Set(list.map(({ celebrity_name }) => celebrity_name)).size > 1,
    )
    expect(shared.length).toBeGreaterThan(300)
  })
  test('one product is one name, one price and one link wherever it is worn', () => {
    for (const list of products.values())
      for (const field of ['name', 'price', 'website', 'brand', 'category'] as const)
        expect(new Set(list.map((row) => row[field])).size).toBe(1)
    expect(new Set([...products.values()].map(([row]) => row?.website)).size).toBe(products.size)
    expect(new Set([...products.values()].map(([row]) => row?.name)).size).toBe(products.size)
  })
  test('no link leads to a shop that could be real', () => {
    for (const { website } of rows) {
      const url = new URL(website)
      expect(url.protocol).toBe('https:')
      expect(url.hostname).toMatch(/^([a-z0-9-]+\.)?example\.com$/)
    }
  })
  test('prices are written as shops write them, in several currencies', () => {
    for (const { price } of rows)
      expect(price).toMatch(
        /^([$€£]\d{1,3}(,\d{3})*\.\d\d|CHF \d{1,3}(,\d{3})*|¥\d{1,3}(,\d{3})*)$/,
      )
    expect(new Set(rows.map(({ price }) => price.slice(0, 1))).size).toBe(5)
  })
})

test('every box lies inside its picture', () => {
  for (const { box, image_width, image_height } of rows) {
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(1.0001)
    expect(box.y + box.height).toBeLessThanOrEqual(1.0001)
    expect(Math.min(box.width * image_width, box.height * image_height)).toBeGreaterThan(4)
  }
})

test('four samples for the slideshow', () => {
  expect(samples).toHaveLength(4)
  expect(new Set(samples.map(({ category }) => category)).size).toBeGreaterThanOrEqual(3)
})

test('the same catalogue every time', () => {
  expect(demoCatalog()).toMatchObject({ celebrities, rows, samples })
})

test('the CSV quotes what needs quoting', () => {
  const [head, first] = csvOf(rows.slice(0, 1)).split('\r\n')
  expect(head).toBe(
    'celebrity_name,celebrity_image,name,price,website,category,brand,style_type,product_image,box,image_width,image_height',
  )
  expect(first).toContain('"{""x"":')
})
