import { expect, it } from 'vitest'
import { presentCounts } from './filter-labels.ts'

it('lists kinds by what choosing them would leave, with what belongs to them', () => {
  const kind = (value: string, count: number) => ({
    facet: 'kind' as const,
    value,
    count,
  })
  const counted = [kind('sandals', 35), kind('boots', 26), kind('ankle-boots', 17)]
  const present = (isSample: boolean) =>
    presentCounts({ values: counted, isSample }, []).map(({ label, count }) => [label, count])
  expect(present(false)).toEqual([
    ['Boots', 43],
    ['Sandals', 35],
    ['Ankle boots', 17],
  ])
  expect(present(true)).toEqual([
    ['Boots', null],
    ['Sandals', null],
    ['Ankle boots', null],
  ])
})
