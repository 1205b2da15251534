import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { writeCsv } from './csv.ts'

it('writes cells that other readers read back, also those with marks, line breaks and blanks', () => {
  const rows = [
    ['name', 'a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', ' padded ', '', '; | \t'],
    ['Łódź', 'فستان', '连衣裙', '👗', '0', '1.5', '"', ','],
  ]
  const text = writeCsv(rows)
  expect(Papa.parse(text.trimEnd()).data).toEqual(rows)
  expect(text.endsWith('\r\n')).toBe(true)
})

it('writes nothing for null, and numbers as they are', () => {
  expect(writeCsv([[null, 0, 12.5, 'x']])).toBe(',0,12.5,x\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(1)', '\tx', "'=1", '＝1'])(
  'keeps spreadsheets from running %j',
  (formula) => {
    expect(writeCsv([[formula]])).toBe(`"'${formula}"\r\n`)
  },
)
