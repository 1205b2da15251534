import { describe, expect, test } from 'vitest'
import { ownSitePath } from './own-site-path.ts'

describe('the redirect query leads to our own site only', () => {
  test.each([
    ['/add-product-photo'],
    ['/profile#saved-products'],
    ['/celebrity-search-result?celebrities=Ada%20M%2C%20B,Cleo'],
    ['/celebrity-image/aHR0cHM6Ly9leGFtcGxlLmNvbS9h'],
  ])('%s is kept', (target) => {
    expect(ownSitePath(target)).toBe(target)
  })

  test.each([
    [null],
    [undefined],
    [''],
    ['profile'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    ['http://own.invalid//evil.example'],
    ['/..//evil.example'],
    ['/./\\evil.example'],
    [`/${'a'.repeat(3_000)}`],
  ])('%j is dropped', (target) => {
    expect(ownSitePath(target)).toBeNull()
  })
})
