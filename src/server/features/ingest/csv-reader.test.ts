import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { createCsvRows, type CsvRow } from './csv-reader.ts'

/** In pieces of so many characters. */
const rowsOf = (text: string, size: number) => {
  const csv = createCsvRows()
  const rows: CsvRow[][] = []
  for (let start = 0; start < text.length; start += size)
    rows.push(csv.push(text.slice(start, start + size)))
  return [...rows, csv.end()].flat()
}

const MARKS = ['a', 'b c', ' ', ',', ',', '"', '"', '""', '",', ';', '\t']

/** Texts that are the same on every machine. */
const textOf = (seed: number) => {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const marks = [...MARKS, below(3) === 0 ? '\r\n' : '\n']
  return Array.from({ length: 1 + below(30) }, () => marks[below(marks.length)]).join('')
}

/** What a reader makes of it: empty lines do not count. */
const meaningOf = (rows: CsvRow[]) =>
  rows
    .map(({ fields, quoteProblem }) => [fields.map((value) => value.trim()), quoteProblem] as const)
    .filter(([fields, quoteProblem]) => quoteProblem !== null || fields.join('') !== '')

const papaRowsOf = (text: string): CsvRow[] => {
  const { delimiter } = Papa.parse(text, { skipEmptyLines: true }).meta
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  return data.map((fields, index) => {
    const code = errors.find(({ type, row }) => type === 'Quotes' && row === index)?.code
    if (code === undefined) return { fields, quoteProblem: null }
    return { fields, quoteProblem: code === 'MissingQuotes' ? 'unterminated' : 'malformed' }
  })
}

it('reads 300 strange texts as PapaParse does, wherever they are cut', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const text = textOf(seed)
    const expected = meaningOf(papaRowsOf(text))
    for (const size of [1, 7, text.length])
      expect(meaningOf(rowsOf(text, size)), JSON.stringify(text)).toEqual(expected)
  }
})

it.each([
  ['commas in one line', ','],
  ['quoted values in one line', '",'],
  ['lines without a comma', 'x\n'],
])('takes time for many %s that grows with their number alone', (_, mark) => {
  const timeOf = (text: string) => {
    const started = performance.now()
    rowsOf(text, text.length)
    return performance.now() - started
  }
  const hostile = mark.repeat(200_000 / mark.length)
  const ordinary = 'one,two,three\n'.repeat(200_000 / 14)
  timeOf(ordinary)
  const ratios = [1, 2].map(() => timeOf(hostile) / timeOf(ordinary))
  expect(Math.min(...ratios)).toBeLessThan(30)
})
