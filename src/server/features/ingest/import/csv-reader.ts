import type { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'
import { createCsvRows, type CsvRow } from './csv-rows.ts'
import { withoutFormulaEscape } from './formula-cells.ts'
import type { ProblemList } from './problems.ts'

export type CsvRecord = { line: number; values: Record<string, string> }

/** Far above any valid line: the longest field has 2000 characters. */
const LONGEST_LINE_CHARS = 1_000_000
const SLICE_CHARS = 256 * 1024
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

/** Reads a CSV file in pieces and reports format problems with their line. */
export const readCsv = async ({
  input,
  problems,
  onHeader,
  onRecords,
  batch,
}: Options): Promise<void> => {
  let line = 1
  let columns: string[] | null = null

  const handOver = async (rows: CsvRow[]) => {
    let records: CsvRecord[] = []
    for (const { fields, quoteProblem } of rows) {
      const start = line
      line += 1 + fields.reduce((breaks, value) => breaks + lineBreaks(value), 0)
      if (quoteProblem !== null) problems.error(start, QUOTE_PROBLEMS[quoteProblem])
      else if (fields.length === 1 && fields[0]?.trim() === '') continue
      else if (columns === null) {
        columns = namedColumns(fields, start, problems)
        onHeader(columns)
      } else if (fields.length > columns.length)
        problems.error(start, CATALOG_PROBLEMS.tooManyFields(columns.length, fields.length))
      else if (fields.length < columns.length)
        problems.error(start, CATALOG_PROBLEMS.tooFewFields(columns.length, fields.length))
      else records.push({ line: start, values: valuesByName(columns, fields) })
      if (records.length < batch) continue
      await onRecords(records)
      records = []
    }
    if (records.length > 0) await onRecords(records)
  }

  const csv = createCsvRows()
  for await (const text of slicesOf(input)) {
    await handOver(csv.push(text))
    // Reading on would buffer the rest of the file.
    if (csv.waitingChars() <= LONGEST_LINE_CHARS) continue
    problems.error(line, CATALOG_PROBLEMS.unterminatedQuote)
    return
  }
  await handOver(csv.end())
  if (!csv.isDetected()) problems.warn(1, CATALOG_PROBLEMS.undetectableDelimiter)
  if (columns === null && problems.errors === 0) problems.error(1, 'The file is empty')
}

/** Requests get their turn between two slices. */
async function* slicesOf(input: Readable): AsyncGenerator<string> {
  for await (const piece of input as AsyncIterable<string>)
    for (let start = 0; start < piece.length; start += SLICE_CHARS) {
      yield piece.slice(start, start + SLICE_CHARS)
      await immediate()
    }
}

const QUOTE_PROBLEMS = {
  unterminated: CATALOG_PROBLEMS.unterminatedQuote,
  malformed: CATALOG_PROBLEMS.malformedQuote,
}

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
