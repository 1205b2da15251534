import { describe, expect, test } from 'vitest'
import { MANUAL_PRODUCT_PROBLEMS as PROBLEMS } from '#shared/account-messages.ts'
import { manualProductSchema } from '#shared/contract/library.ts'
import { findPhotoProblem } from './manual-product.ts'

const product = { title: 'Wool coat', price: '120.50', website: 'https://example.com/coat' }

test('a complete form is accepted and trimmed', () => {
  expect(manualProductSchema.parse({ ...product, title: ' Wool coat ' })).toEqual(product)
})

describe('manual product form', () => {
  test.each([
    ['title required', { title: '  ' }, 'title', PROBLEMS.titleRequired],
    ['title missing', { title: undefined }, 'title', PROBLEMS.titleRequired],
    ['title endless', { title: 'x'.repeat(301) }, 'title', PROBLEMS.titleTooLong],
    ['price required', { price: '' }, 'price', PROBLEMS.priceRequired],
    ['price numeric', { price: 'ten' }, 'price', PROBLEMS.priceInvalid],
    ['price step 0.01', { price: '1.005' }, 'price', PROBLEMS.priceInvalid],
    ['price minimum 0', { price: '-0.01' }, 'price', PROBLEMS.priceInvalid],
    ['price endless', { price: '9'.repeat(41) }, 'price', PROBLEMS.priceInvalid],
    ['website required', { website: '' }, 'website', PROBLEMS.websiteRequired],
    ['website URL-shaped', { website: 'example.com' }, 'website', PROBLEMS.websiteInvalid],
    ['website http only', { website: 'ftp://example.com' }, 'website', PROBLEMS.websiteInvalid],
    ['website broken', { website: 'http://%%' }, 'website', PROBLEMS.websiteInvalid],
    [
      'website endless',
      { website: `https://example.com/${'x'.repeat(2_048)}` },
      'website',
      PROBLEMS.websiteTooLong,
    ],
  ])('%s', (_rule, wrong, field, message) => {
    const issues = manualProductSchema.safeParse({ ...product, ...wrong }).error?.issues ?? []
    expect(issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
  })

  test('price 0 is a price', () => {
    expect(manualProductSchema.safeParse({ ...product, price: '0' }).success).toBe(true)
  })
})

test.each([
  ['image/png', null],
  ['image/heic', null],
  ['application/pdf', PROBLEMS.photoNotImage],
  ['', PROBLEMS.photoNotImage],
])('photo any image: %j', (mimeType, problem) => {
  expect(findPhotoProblem(mimeType)).toBe(problem)
})
