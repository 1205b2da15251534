import Papa from 'papaparse'

/** Of a row, the first: after a malformed quote the rest cannot be trusted. */
type QuoteProblem = 'unterminated' | 'malformed'
export type CsvRow = { fields: string[]; quoteProblem: QuoteProblem | null }

type Format = { delimiter: string; newline: '\n' | '\r'; isDetected: boolean }

const QUOTE = '"'
/** The format is told from this much of the file. */
const OPENING_CHARS = 32 * 1024

/** PapaParse guesses well, but takes time with the square of a line's length: it sees only the opening. */
const formatOf = (opening: string): Format => {
  const newline = opening.includes('\n') || !opening.includes('\r') ? '\n' : '\r'
  const isCut = opening.length === OPENING_CHARS
  const lines = (isCut && opening.slice(0, opening.lastIndexOf(newline) + 1)) || opening
  const { meta, errors } = Papa.parse<string[]>(lines, { preview: 10, skipEmptyLines: true })
  const isDetected = errors.every(({ code }) => code !== 'UndetectableDelimiter')
  return { delimiter: meta.delimiter, newline, isDetected }
}

/** The next place of a mark, searched once however often it is asked for. */
const finderOf = (text: string, mark: string) => {
  let found = -1
  return (from: number): number => {
    if (found < from) {
      const next = text.indexOf(mark, from)
      found = next < 0 ? Infinity : next
    }
    return found
  }
}

const isBlank = (char: string | undefined) => char !== undefined && char.trim() === ''

/** The whole rows of `text`, and where the row begins that is not whole. */
const split = (text: string, { delimiter, newline }: Format, isEnd: boolean) => {
  const rows: CsvRow[] = []
  const nextDelimiter = finderOf(text, delimiter)
  const nextNewline = finderOf(text, newline)
  const nextQuote = finderOf(text, QUOTE)
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

/** Splits CSV text into rows, in time that grows with its length alone, whatever it contains. */
export const createCsvRows = () => {
  let format: Format | null = null
  let rest = ''

  const take = (text: string, isEnd: boolean): CsvRow[] => {
    rest += text
    if (!format) {
      if (rest.length < OPENING_CHARS && !isEnd) return []
      rest = rest.replace(/^\uFEFF/, '')
      format = formatOf(rest.slice(0, OPENING_CHARS))
    }
    const found = split(rest, format, isEnd)
    rest = found.rest
    return found.rows
  }

  return {
    push: (text: string) => take(text, false),
    end: () => take('', true),
    /** How much of a row that is not whole waits for the rest. */
    waitingChars: () => rest.length,
    /** False if the delimiter could not be told from the opening. */
    isDetected: () => format?.isDetected ?? true,
  }
}
