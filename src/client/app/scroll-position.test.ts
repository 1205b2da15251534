import { describe, expect, it } from 'vitest'
import { planScroll } from './scroll-position.ts'

describe('navigation resets scroll to the top unless returning to a saved position', () => {
  it.each([
    ['a link', 'PUSH', null, '', false, { kind: 'to', top: 0 }],
    ['a link to where one was before', 'PUSH', 900, '', false, { kind: 'to', top: 0 }],
    ['returning', 'POP', 900, '', false, { kind: 'to', top: 900 }],
    ['returning to a page with a hash', 'POP', 900, '#privacy', false, { kind: 'to', top: 900 }],
    ['the first page', 'POP', null, '', false, { kind: 'to', top: 0 }],
    ['an anchor', 'PUSH', null, '#privacy', false, { kind: 'anchor' }],
    ['history state of the same page', 'REPLACE', null, '', true, { kind: 'keep' }],
    ['another query in the same place', 'REPLACE', null, '', false, { kind: 'to', top: 0 }],
  ] as const)('%s', (_, how, saved, hash, isSamePage, plan) => {
    expect(planScroll(how, saved, hash, isSamePage)).toEqual(plan)
  })
})
