import { describe, expect, test, vi } from 'vitest'
import { demoCatalog } from './catalog.ts'
import { buildCelebrityImageName } from '#shared/domain/celebrity.ts'

const { celebrities, home, rows, samples } = demoCatalog()
const groups = <T, K>(list: readonly T[], key: (item: T) => K): Map<K, T[]> => {
  const byKey = new Map<K, T[]>()
  for (const item of list) byKey.set(key(item), [...(byKey.get(key(item)) ?? []), item])
  return byKey
}

describe('people', () => {
  test('include at least sixty celebrities and creators, eight of them on Home', () => {
    expect(celebrities.length).toBeGreaterThanOrEqual(60)
    expect(new Set(home).size).toBe(8)
    for (const name of home) expect(celebrities.some((person) => person.name === name)).toBe(true)
    expect(new Set(celebrities.map(({ styleType }) => styleType))).toEqual(
      new Set(['celebrity', 'creator']),
    )
    expect(new Set(celebrities.map(({ image }) => image)).size).toBe(celebrities.length)
  })
  test("have names with '$', accents and apostrophes, and images named after them", () => {
    for (const sign of [/\$/, /[À-ž]/, /'/])
      expect(celebrities.some(({ name }) => sign.test(name))).toBe(true)
    for (const { name, image } of celebrities) {
      expect(image).toBe(`/media/demo/celebrities/${buildCelebrityImageName(name)}`)
      expect(image).toMatch(/\/[a-z0-9]+(-[a-z0-9]+)*\.jpg$/)
    }
  })
  test('have four to ten looks each', () => {
    const looks = groups(rows, ({ celebrity_name }) => celebrity_name)
    expect(looks.size).toBe(celebrities.length)
    for (const looksOfPerson of looks.values()) {
      const count = new Set(looksOfPerson.map(({ celebrity_image }) => celebrity_image)).size
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
  test('number over 1,100 in all six categories, and several people wear the same', () => {
    expect(products.size).toBeGreaterThanOrEqual(1100)
    expect(new Set(rows.map(({ category }) => category))).toEqual(
      new Set(['clothing', 'footwear', 'bags', 'jewelry', 'accessories', 'other']),
    )
    const sharedProducts = [...products.values()].filter(
      (list) => new Set(list.map(({ celebrity_name }) => celebrity_name)).size > 1,
    )
    expect(sharedProducts.length).toBeGreaterThan(300)
  })
  test('have the same name, price and link in every look', () => {
    for (const list of products.values())
      for (const field of ['name', 'price', 'website', 'brand', 'category'] as const)
        expect(new Set(list.map((row) => row[field])).size).toBe(1)
    expect(new Set([...products.values()].map(([row]) => row?.website)).size).toBe(products.size)
    expect(new Set([...products.values()].map(([row]) => row?.name)).size).toBe(products.size)
  })
  test('link only to example.com', () => {
    for (const { website } of rows) {
      const url = new URL(website)
      expect(url.protocol).toBe('https:')
      expect(url.hostname).toMatch(/^([a-z0-9-]+\.)?example\.com$/)
    }
  })
  test('have well-formed prices in several currencies', () => {
    for (const { price } of rows)
      expect(price).toMatch(
        /^([$€£]\d{1,3}(,\d{3})*(\.\d\d)?|CHF \d{1,3}(,\d{3})*|¥\d{1,3}(,\d{3})*)$/,
      )
    expect(new Set(rows.map(({ price }) => price.slice(0, 1))).size).toBe(5)
  })
})

test('every box is inside its picture', () => {
  for (const { box, image_width, image_height } of rows) {
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(1.0001)
    expect(box.y + box.height).toBeLessThanOrEqual(1.0001)
    expect(Math.min(box.width * image_width, box.height * image_height)).toBeGreaterThan(4)
  }
})

test('there are four samples for the slideshow', () => {
  expect(samples).toHaveLength(4)
  expect(new Set(samples.map(({ category }) => category)).size).toBeGreaterThanOrEqual(3)
})

test('a new process generates the same catalogue', async () => {
  vi.resetModules()
  const again = await import('./catalog.ts')
  expect(again.demoCatalog).not.toBe(demoCatalog)
  expect(again.demoCatalog()).toEqual(demoCatalog())
})
