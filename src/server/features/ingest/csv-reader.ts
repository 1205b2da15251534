import { FORMULA_CELL } from '#server/core/formula-cell.ts'
import Papa from 'papaparse'
import type { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { CATALOG_PROBLEMS } from '#shared/messages.ts'

/** The problem of an item that a takedown covers. */
export const WITHHELD = 'was removed after a notice and is not imported'

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

type Options = {
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
}: Options): Promise<void> => {
  let line = 1
  let columns: string[] | null = null
  /** Without a header, rows may have more or fewer fields than assumed. */
  let isExact = true

  const passOn = async (rows: CsvRow[]) => {
    let records: CsvRecord[] = []
    for (const { fields, quoteProblem } of rows) {
      const start = line
      line += 1 + fields.reduce((breaks, value) => breaks + lineBreaks(value), 0)
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
      } else if (isExact && fields.length > columns.length)
        problems.error(start, CATALOG_PROBLEMS.tooManyFields(columns.length, fields.length))
      else if (isExact && fields.length < columns.length)
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
    await passOn(csv.push(text))
    // Reading on would buffer the rest of the file.
    if (csv.waitingChars() <= MAX_LINE_CHARS) continue
    problems.error(line, CATALOG_PROBLEMS.unterminatedQuote)
    return
  }
  await passOn(csv.end())
  if (!csv.isDetected()) problems.warn(1, CATALOG_PROBLEMS.undetectableDelimiter)
  if (columns === null && problems.errors === 0) problems.error(1, 'The file is empty')
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

const lineBreaks = (value: string): number => {
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

/** Only the first problem of a row counts: after a malformed quote the rest cannot be trusted. */
type QuoteProblem = 'unterminated' | 'malformed'
export type CsvRow = { fields: string[]; quoteProblem: QuoteProblem | null }

type Format = { delimiter: string; newline: '\n' | '\r'; isDetected: boolean }

const QUOTE = '"'
/** The format is detected in this much of the file. */
const OPENING_CHARS = 32 * 1024

/** PapaParse takes quadratic time in the length of a line, so it sees only the opening. */
const detectCsvFormat = (opening: string): Format => {
  const newline = opening.includes('\n') || !opening.includes('\r') ? '\n' : '\r'
  const isCut = opening.length === OPENING_CHARS
  const lines = (isCut && opening.slice(0, opening.lastIndexOf(newline) + 1)) || opening
  const { meta, errors } = Papa.parse<string[]>(lines, { preview: 10, skipEmptyLines: true })
  const isDetected = errors.every(({ code }) => code !== 'UndetectableDelimiter')
  return { delimiter: meta.delimiter, newline, isDetected }
}

/** Finds the next occurrence of a mark and remembers it, so that the text is searched only once. */
const createMarkFinder = (text: string, mark: string) => {
  let nextAt = -1
  return (from: number): number => {
    if (nextAt < from) {
      const next = text.indexOf(mark, from)
      nextAt = next < 0 ? Infinity : next
    }
    return nextAt
  }
}

const isBlank = (char: string | undefined) => char !== undefined && char.trim() === ''

/** The complete rows of `text`, and the incomplete rest. */
const split = (text: string, { delimiter, newline }: Format, isEnd: boolean) => {
  const rows: CsvRow[] = []
  const nextDelimiter = createMarkFinder(text, delimiter)
  const nextNewline = createMarkFinder(text, newline)
  const nextQuote = createMarkFinder(text, QUOTE)
  let fields: string[] = []
  let quoteProblem: QuoteProblem | null = null
  let cursor = 0
  let rowStart = 0

  const endField = (value: string, end: number) => {
    fields.push(value)
    cursor = end + 1
    if (text[end] === delimiter) return
    rows.push({ fields, quoteProblem })
    fields = []
    quoteProblem = null
    rowStart = cursor
  }

  /** False if the text ends before the field does. */
  const readQuoted = (): boolean => {
    const start = cursor + 1
    for (let quote = nextQuote(start); quote < text.length; quote = nextQuote(quote + 1)) {
      if (text[quote + 1] === QUOTE) {
        quote += 1
        continue
      }
      let end = quote + 1
      while (text[end] !== delimiter && text[end] !== newline && isBlank(text[end])) end += 1
      if (end === text.length && !isEnd) return false
      const isClosed = quote + 1 === text.length || text[end] === delimiter || text[end] === newline
      if (isClosed) {
        endField(text.slice(start, quote).replaceAll('""', QUOTE), end)
        return true
      }
      quoteProblem ??= 'malformed'
    }
    if (!isEnd) return false
    quoteProblem ??= 'unterminated'
    endField(text.slice(start), text.length)
    return true
  }

  const readPlain = (): boolean => {
    const end = Math.min(nextDelimiter(cursor), nextNewline(cursor), text.length)
    if (end === text.length && !isEnd) return false
    endField(text.slice(cursor, end), end)
    return true
  }

  while (cursor < text.length || fields.length > 0)
    if (!(text[cursor] === QUOTE ? readQuoted() : readPlain())) break
  return { rows, rest: text.slice(rowStart) }
}

/** Splits CSV text into rows, in time linear in its length whatever it contains. */
export const createCsvRows = () => {
  let format: Format | null = null
  let rest = ''

  const take = (text: string, isEnd: boolean): CsvRow[] => {
    rest += text
    if (!format) {
      if (rest.length < OPENING_CHARS && !isEnd) return []
      rest = rest.replace(/^\uFEFF/, '')
      format = detectCsvFormat(rest.slice(0, OPENING_CHARS))
    }
    const result = split(rest, format, isEnd)
    rest = result.rest
    return result.rows
  }

  return {
    push: (text: string) => take(text, false),
    end: () => take('', true),
    waitingChars: () => rest.length,
    /** False if the delimiter could not be detected. */
    isDetected: () => format?.isDetected ?? true,
  }
}
