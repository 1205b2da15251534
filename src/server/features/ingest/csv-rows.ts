/** Only the first problem of a row counts: after a malformed quote the rest cannot be trusted. */
type QuoteProblem = 'unterminated' | 'malformed'
export type CsvRow = { fields: string[]; quoteProblem: QuoteProblem | null }

type Format = { delimiter: string; newline: '\n' | '\r'; isDetected: boolean }

const QUOTE = '"'
/** The format is detected in this much of the file. */
const OPENING_CHARS = 32 * 1024

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
const split = (
  text: string,
  { delimiter, newline }: Omit<Format, 'isDetected'>,
  isEnd: boolean,
) => {
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

/** In order of preference. The last two are ASCII's separators of records and of units. */
const DELIMITERS = [',', '\t', '|', ';', '\u001E', '\u001F']
const DETECTION_ROWS = 10
const MIN_FIELDS = 2

/** How evenly a delimiter divides the first rows; null if it hardly divides them. */
const rateDelimiter = (lines: string, delimiter: string, newline: Format['newline']) => {
  const counts = split(lines, { delimiter, newline }, true)
    .rows.slice(0, DETECTION_ROWS)
    .filter(({ fields }) => fields.length > 1 || fields[0] !== '')
    .map(({ fields }) => fields.length)
  const fields = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const unevenness = counts
    .slice(1)
    .reduce((sum, count, index) => sum + Math.abs(count - (counts[index] ?? 0)), 0)
  return fields >= MIN_FIELDS ? { delimiter, fields, unevenness } : null
}

/** The delimiter that divides the rows most evenly, and among equals into most fields. */
const detectCsvFormat = (opening: string): Format => {
  const newline = opening.includes('\n') || !opening.includes('\r') ? '\n' : '\r'
  const isCut = opening.length === OPENING_CHARS
  const lines = (isCut && opening.slice(0, opening.lastIndexOf(newline) + 1)) || opening
  const [best] = DELIMITERS.flatMap(
    (delimiter) => rateDelimiter(lines, delimiter, newline) ?? [],
  ).toSorted((a, b) => a.unevenness - b.unevenness || b.fields - a.fields)
  return { delimiter: best?.delimiter ?? ',', newline, isDetected: best !== undefined }
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
    /** Null if it was not detected. */
    delimiter: () => (format?.isDetected ? format.delimiter : null),
  }
}
