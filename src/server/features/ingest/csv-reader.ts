import { FORMULA_CELL } from '#server/core/csv.ts'
import type { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'
import { type CsvRow, createCsvRows } from './csv-rows.ts'
import { ITEM_TEXT, ROW_TEXT } from './feed-messages.ts'

/** The problem of an item that a takedown covers. */
export const WITHHELD = ITEM_TEXT.withheld

/** A problem with a line of a catalogue file. Errors stop the import, warnings do not. */
export type LineProblem = { line: number; severity: 'error' | 'warning'; message: string }

const MAX_KEPT = 1_000

/** Keeps a limited number, because a file may have a million broken lines. */
export class ProblemList {
  readonly kept: LineProblem[] = []
  errors = 0
  warnings = 0

  add(problem: LineProblem) {
    if (problem.severity === 'error') this.errors += 1
    else this.warnings += 1
    if (this.kept.length < MAX_KEPT) this.kept.push(problem)
  }

  error(line: number, message: string) {
    this.add({ line, severity: 'error', message })
  }

  warn(line: number, message: string) {
    this.add({ line, severity: 'warning', message })
  }
}

const withoutFormulaEscape = (cell: string): string =>
  cell.startsWith("'") && FORMULA_CELL.test(cell) ? cell.slice(1) : cell

export type CsvRecord = { line: number; values: Record<string, string> }

/** Far above any valid line: the longest field has 2000 characters. */
const MAX_LINE_CHARS = 1_000_000
const SLICE_CHARS = 256 * 1024
/** Naming duplicates takes quadratic time: 50,000 columns would block the server for minutes. */
const MAX_COLUMNS = 1_000

type CsvOptions = {
  /** Decoded text in large chunks. */
  input: Readable
  problems: ProblemList
  /** The columns of a file without a header, derived from its first row; null if that is a header. */
  columnsWithoutHeader?: (first: readonly string[]) => string[] | null
  /** Whether a row is neither header nor record. */
  isSkipped?: (fields: readonly string[]) => boolean
  onHeader: (columns: string[]) => void
  onRecords: (records: CsvRecord[]) => Promise<void>
  /** Maximum records per call, because objects for a whole chunk take many times its size. */
  batch: number
}

export const readCsv = async ({
  input,
  problems,
  columnsWithoutHeader,
  isSkipped,
  onHeader,
  onRecords,
  batch,
}: CsvOptions): Promise<void> => {
  let line = 1
  let columns: string[] | null = null
  /** Without a header, rows may have more or fewer fields than assumed. */
  let isExact = true

  const passOn = async (rows: CsvRow[]) => {
    let records: CsvRecord[] = []
    for (const { fields, quoteProblem } of rows) {
      const start = line
      line += 1 + fields.reduce((breaks, value) => breaks + countLineBreaks(value), 0)
      if (quoteProblem !== null) problems.error(start, QUOTE_PROBLEMS[quoteProblem])
      else if (fields.length === 1 && fields[0]?.trim() === '') continue
      if (columns === null && quoteProblem === null) {
        const assumedColumns = columnsWithoutHeader?.(fields) ?? null
        if (assumedColumns) {
          columns = assumedColumns
          isExact = false
          onHeader(columns)
        }
      }
      if (quoteProblem !== null || isSkipped?.(fields)) continue
      if (columns === null) {
        columns = uniqueColumnNames(fields, start, problems)
        onHeader(columns)
      } else if (isExact && fields.length !== columns.length)
        problems.error(start, describeFieldCount(columns.length, fields.length))
      else records.push({ line: start, values: valuesByName(columns, fields) })
      if (records.length < batch) continue
      await onRecords(records)
      records = []
    }
    if (records.length > 0) await onRecords(records)
  }

  const csv = createCsvRows()
  for await (const text of slicesOf(input)) {
    await passOn(csv.push(text))
    // Reading on would buffer the rest of the file.
    if (csv.waitingChars() <= MAX_LINE_CHARS) continue
    problems.error(line, CATALOG_PROBLEMS.unterminatedQuote)
    return
  }
  await passOn(csv.end())
  if (csv.delimiter() === null) problems.warn(1, CATALOG_PROBLEMS.undetectableDelimiter)
  if (columns === null && problems.errors === 0) problems.error(1, ROW_TEXT.emptyFile)
}

/** Lets requests run between two slices. */
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

const describeFieldCount = (expected: number, count: number): string =>
  count > expected
    ? CATALOG_PROBLEMS.tooManyFields(expected, count)
    : CATALOG_PROBLEMS.tooFewFields(expected, count)

const countLineBreaks = (value: string): number => {
  let count = 0
  for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1
  return count
}

/** Trimmed and lowercased; a duplicate gets a new name and a warning. */
const uniqueColumnNames = (header: string[], line: number, problems: ProblemList): string[] => {
  if (header.length > MAX_COLUMNS)
    problems.error(line, CATALOG_PROBLEMS.tooManyColumns(MAX_COLUMNS, header.length))
  const usedNames = new Set<string>()
  return header.slice(0, MAX_COLUMNS).map((cell) => {
    const name = cell
      // PostgreSQL cannot store it in a report.
      .replaceAll('\0', '')
      .trim()
      .toLowerCase()
    let unique = name
    for (let copy = 1; usedNames.has(unique); copy += 1) unique = `${name}_${copy}`
    if (unique !== name) problems.warn(line, CATALOG_PROBLEMS.duplicateHeader(name, unique))
    usedNames.add(unique)
    return unique
  })
}

const valuesByName = (columns: string[], row: string[]): Record<string, string> => {
  // Without a prototype, because a column may be called __proto__.
  const values = Object.create(null) as Record<string, string>
  for (const [index, column] of columns.entries())
    values[column] = withoutFormulaEscape(row[index]?.trim() ?? '')
  return values
}
