import { expect, it } from 'vitest'
import { EURO_BANDS, priceBandsIn } from './product-filter.store.ts'
import { presentCounts } from './filter-labels.ts'

it('lists kinds by what choosing them would leave, with what belongs to them', () => {
  const kind = (value: string, count: number) => ({
    facet: 'kind' as const,
    value,
    count,
  })
  const counted = [kind('sandals', 35), kind('boots', 26), kind('ankle-boots', 17)]
  const present = (isSample: boolean) =>
    presentCounts({ values: counted, isSample, bands: EURO_BANDS }, []).map(({ label, count }) => [
      label,
      count,
    ])
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

it('offers prices that are round in the currency of the visitor', () => {
  const rates = { date: '', perEuro: { USD: 1.25, JPY: 160 } }
  const values = [{ facet: 'price' as const, value: '1', count: 3 }]
  const offered = (currency: string) =>
    presentCounts({ values, isSample: false, bands: priceBandsIn(currency, rates) }, [])
  expect(offered('USD')).toMatchObject([{ value: '25-50USD', label: '$25 – $50' }])
  expect(offered('JPY')).toMatchObject([{ value: '2500-5000JPY', label: '¥2,500 – ¥5,000' }])
  expect(offered('XXX')).toMatchObject([{ value: '25-50EUR' }])
  expect(priceBandsIn('USD', rates).euros[0]).toBe(20)
})
