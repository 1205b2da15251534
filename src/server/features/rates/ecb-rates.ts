import { SaxesParser } from 'saxes'
import type { Rates } from '#shared/domain/money.ts'

export class RatesUnusable extends Error {}

/** Fewer cannot be the whole list. */
const FEWEST_RATES = 5

/** The newest day of the European Central Bank's XML, or of a file of the same form. */
export const parseEcbRates = (xml: string): Rates => {
  const days: { date: string; perEuro: Record<string, number> }[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new RatesUnusable(`The exchange rates are not well-formed XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes: { time, currency, rate } }) => {
    if (name.replace(/^.*:/, '') !== 'Cube') return
    if (time !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(time))
      days.push({ date: time, perEuro: {} })
    const value = Number(rate)
    const day = days.at(-1)
    if (day && currency !== undefined && /^[A-Z]{3}$/.test(currency) && value > 0 && value < 1e9)
      day.perEuro[currency] = value
  })
  parser.write(xml).close()
  const newest = days.toSorted((a, b) => b.date.localeCompare(a.date))[0]
  if (!newest || Object.keys(newest.perEuro).length < FEWEST_RATES)
    throw new RatesUnusable('The address of the exchange rates answers with something else')
  return newest
}
