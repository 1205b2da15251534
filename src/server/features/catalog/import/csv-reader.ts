import type { Readable } from 'node:stream'
import Papa from 'papaparse'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'
import { withoutFormulaEscape } from './formula-cells.ts'
import type { ProblemList } from './problems.ts'

export type CsvRecord = { line: number; values: Record<string, string> }

/** Far above any valid line: the longest field has 2000 characters. */
const LONGEST_LINE_CHARS = 1_000_000
/** Naming copies takes time with the square of their number: 50,000 would block the server for minutes. */
const MOST_COLUMNS = 1_000

type Options = {
  /** Decoded text in large chunks (spec section 9: 10 MB). */
  input: Readable
  problems: ProblemList
  onHeader: (columns: string[]) => void
  onRecords: (records: CsvRecord[]) => Promise<void>
  /** Maximum records per call, because objects for a whole chunk take many times its size. */
  batch: number
}

/** Reads a CSV file in chunks and reports format problems with their line. */
export const readCsv = ({
  input,
  problems,
  onHeader,
  onRecords,
  batch,
}: Options): Promise<void> => {
  let line = 1
  let columns: string[] | null = null

  const handOver = async (rows: string[][], errors: Papa.ParseError[]) => {
    let records: CsvRecord[] = []
    const quoteErrors = new Map<number, string>()
    for (const { type, row, code } of errors)
      // After a malformed quote the parser reports follow-up errors; only the first matters.
      if (type === 'Quotes' && row !== undefined && !quoteErrors.has(row))
        quoteErrors.set(row, code)
    for (const [index, row] of rows.entries()) {
      const start = line
      line += 1 + row.reduce((breaks, value) => breaks + lineBreaks(value), 0)
      const quoteError = quoteErrors.get(index)
      if (quoteError !== undefined) problems.error(start, quoteProblem(quoteError))
      else if (row.length === 1 && row[0]?.trim() === '') continue
      else if (columns === null) {
        columns = namedColumns(row, start, problems)
        onHeader(columns)
      } else if (row.length > columns.length)
        problems.error(start, CATALOG_PROBLEMS.tooManyFields(columns.length, row.length))
      else if (row.length < columns.length)
        problems.error(start, CATALOG_PROBLEMS.tooFewFields(columns.length, row.length))
      else records.push({ line: start, values: valuesByName(columns, row) })
      if (records.length < batch) continue
      await onRecords(records)
      records = []
    }
    if (records.length > 0) await onRecords(records)
  }

  return new Promise((resolve, reject) => {
    let received = 0
    input.on('data', (piece: string) => (received += piece.length))
    Papa.parse<string[]>(input, {
      skipEmptyLines: false,
      chunk: ({ data, errors, meta }, parser) => {
        if (errors.some(({ code }) => code === 'UndetectableDelimiter') && line === 1)
          problems.warn(1, CATALOG_PROBLEMS.undetectableDelimiter)
        // Unterminated quote: reading on would buffer the rest of the file.
        if (data.length === 0 && received - meta.cursor > LONGEST_LINE_CHARS) {
          problems.error(line, CATALOG_PROBLEMS.unterminatedQuote)
          input.destroy()
          parser.abort()
          return
        }
        // PapaParse's pause alone lets the stream fill an unbounded queue.
        parser.pause()
        input.pause()
        const goOn = async () => {
          await handOver(data, errors)
          input.resume()
          parser.resume()
        }
        goOn().catch(reject)
      },
      complete: () => {
        if (columns === null && problems.errors === 0) problems.error(1, 'The file is empty')
        resolve()
      },
      error: reject,
    })
  })
}

const quoteProblem = (code: string): string =>
  code === 'MissingQuotes' ? CATALOG_PROBLEMS.unterminatedQuote : CATALOG_PROBLEMS.malformedQuote

const lineBreaks = (value: string): number => {
  let count = 0
  for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1
  return count
}

/** Trimmed and lowercased; duplicates are renamed (spec section 8). */
const namedColumns = (header: string[], line: number, problems: ProblemList): string[] => {
  if (header.length > MOST_COLUMNS)
    problems.error(line, CATALOG_PROBLEMS.tooManyColumns(MOST_COLUMNS, header.length))
  const taken = new Set<string>()
  return header.slice(0, MOST_COLUMNS).map((cell) => {
    const name = cell
      .replace(/^\uFEFF/, '')
      // PostgreSQL cannot store it in a report.
      .replaceAll('\0', '')
      .trim()
      .toLowerCase()
    let unique = name
    for (let copy = 1; taken.has(unique); copy += 1) unique = `${name}_${copy}`
    if (unique !== name) problems.warn(line, CATALOG_PROBLEMS.duplicateHeader(name, unique))
    taken.add(unique)
    return unique
  })
}

const valuesByName = (columns: string[], row: string[]): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const [index, column] of columns.entries())
    values[column] = withoutFormulaEscape(row[index]?.trim() ?? '')
  return values
}
