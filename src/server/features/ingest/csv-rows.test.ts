import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { createCsvRows, type CsvRow } from './csv-rows.ts'

/** In pieces of so many characters. */
const readRows = (text: string, size: number) => {
  const csv = createCsvRows()
  const rows: CsvRow[][] = []
  for (let start = 0; start < text.length; start += size)
    rows.push(csv.push(text.slice(start, start + size)))
  rows.push(csv.end())
  return { rows: rows.flat(), delimiter: csv.delimiter() }
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

const papaRowsOf = (text: string, delimiter: string): CsvRow[] => {
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
    const { delimiter } = readRows(text, text.length)
    const expected = meaningOf(papaRowsOf(text, delimiter ?? ','))
    for (const size of [1, 7, text.length])
      expect(meaningOf(readRows(text, size).rows), JSON.stringify(text)).toEqual(expected)
  }
})

it.each([
  ['a comma between fields that contain semicolons', 'name,sizes\nDress,S;M;L\nCoat,M\n', ','],
  ['a semicolon between prices with commas', 'name;price\nDress;12,50\nCoat;9,00\n', ';'],
  ['a tab between titles with commas', 'id\ttitle\n1\tDress, red, long\n2\tCoat\n', '\t'],
  ['a bar', 'id|title|price\n1|Dress, red|12,50\n', '|'],
  ['a separator inside quotes, which does not count', 'id;title\n1;"a,b,c"\n2;"d,e,f"\n', ';'],
  ['empty lines, which do not count', '\n\nid,title\n\n1,Dress\n', ','],
  ['the more fields of two that divide evenly', 'a;b,c;d,e;f\n1;2,3;4,5;6\n', ';'],
  ['ASCII’s separator of units', 'id\u001Ftitle\n1\u001FDress\n', '\u001F'],
  ['nothing, in a single column', 'title\nDress\nCoat\n', null],
  ['nothing, in an empty file', '', null],
])('detects %s', (_, text, delimiter) => {
  expect(readRows(text, 7).delimiter).toBe(delimiter)
})

it.each([
  ['commas in one line', ','],
  ['quoted values in one line', '",'],
  ['lines without a comma', 'x\n'],
])('takes time for many %s that grows with their number alone', (_, mark) => {
  const timeOf = (text: string) => {
    const started = performance.now()
    readRows(text, text.length)
    return performance.now() - started
  }
  const hostile = mark.repeat(200_000 / mark.length)
  const ordinary = 'one,two,three\n'.repeat(200_000 / 14)
  timeOf(ordinary)
  const ratios = [1, 2].map(() => timeOf(hostile) / timeOf(ordinary))
  expect(Math.min(...ratios)).toBeLessThan(30)
})
