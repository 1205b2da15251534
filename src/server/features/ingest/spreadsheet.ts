import { MEGABYTE } from '#shared/byte-sizes.ts'
import { SaxesParser } from 'saxes'
import { BrokenFeedError } from './feed-item.ts'
import type { readZipEntries } from './zip-archive.ts'
import { FEED_TEXT } from './feed-messages.ts'

type Entries = Awaited<ReturnType<typeof readZipEntries>>

/** The texts of all cells are listed before the cells and held in memory. */
const MAX_SHARED_CHARS = 64 * MEGABYTE
const MAX_PART_CHARS = MEGABYTE
/** As many columns as a CSV file may have. */
const MAX_COLUMNS = 1_000
const ROWS_PER_PIECE = 200

export const isSpreadsheet = (entries: Entries): boolean =>
  entries.some(({ name }) => name === 'xl/workbook.xml')

/** The first visible sheet of an Excel file as text with tabs, which is read like any other. */
export async function* spreadsheetText(
  entries: Entries,
  decode: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const textOf = (name: string) => {
    const entry = entries.find((part) => part.name === name)
    return entry && decode(entry.bytes())
  }
  const sheet = await findFirstSheetPath(textOf)
  const strings = await readSharedStrings(textOf('xl/sharedStrings.xml'))
  const cells = textOf(sheet)
  if (!cells) throw new BrokenFeedError(FEED_TEXT.noSheet)
  yield* readSheetRows(cells, strings)
}

type TextOf = (name: string) => AsyncIterable<string> | undefined

const findFirstSheetPath = async (textOf: TextOf): Promise<string> => {
  const ids: string[] = []
  const targets = new Map<string, string>()
  await readElements(textOf('xl/workbook.xml'), (name, attributes) => {
    if (name === 'sheet' && !/hidden/i.test(attributes['state'] ?? ''))
      ids.push(attributes['r:id'] ?? '')
  })
  await readElements(textOf('xl/_rels/workbook.xml.rels'), (name, attributes) => {
    if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '')
  })
  const target = targets.get(ids[0] ?? '') ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const readElements = async (
  text: AsyncIterable<string> | undefined,
  onElement: (name: string, attributes: Record<string, string>) => void,
) => {
  const parser = createParser()
  parser.on('opentag', ({ name, attributes }) => onElement(localName(name), attributes))
  let chars = 0
  for await (const piece of text ?? []) {
    chars += piece.length
    if (chars > MAX_PART_CHARS) throw new BrokenFeedError(FEED_TEXT.complicatedExcel)
    parser.write(piece)
  }
}

const createParser = () => {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new BrokenFeedError(FEED_TEXT.damagedExcel(error.message))
  })
  return parser
}

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

const readSharedStrings = async (text: AsyncIterable<string> | undefined): Promise<string[]> => {
  const strings: string[] = []
  const parser = createParser()
  let parts: string[] | null = null
  let isText = false
  /** The phonetic reading of a cell (`rPh`) is not part of its text. */
  let isPhonetic = false
  let chars = 0
  parser.on('opentag', ({ name }) => {
    const local = localName(name)
    if (local === 'si') parts = []
    if (local === 'rPh') isPhonetic = true
    isText = local === 't' && !isPhonetic
  })
  parser.on('text', (piece) => {
    if (!isText || !parts) return
    parts.push(piece)
    chars += piece.length
    if (chars > MAX_SHARED_CHARS) throw new BrokenFeedError(FEED_TEXT.textInExcel)
  })
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    if (local === 'rPh') isPhonetic = false
    if (local === 't') isText = false
    if (local !== 'si' || !parts) return
    strings.push(parts.join(''))
    // Empty texts take memory too.
    chars += 1
    parts = null
  })
  for await (const piece of text ?? []) parser.write(piece)
  return strings
}

async function* readSheetRows(
  text: AsyncIterable<string>,
  strings: readonly string[],
): AsyncGenerator<string> {
  const parser = createParser()
  let lines: string[] = []
  let cells: string[] = []
  let cell: { column: number; type: string; text: string } | null = null
  let isValue = false
  let columns = 0
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    if (local === 'row') cells = []
    if (local === 'c') {
      const column = columnOf(attributes['r'] ?? '') ?? (cell === null ? cells.length : 0)
      cell = { column, type: attributes['t'] ?? 'n', text: '' }
    }
    isValue = local === 'v' || local === 't'
  })
  parser.on('text', (piece) => {
    if (isValue && cell && cell.text.length < MAX_PART_CHARS) cell.text += piece
  })
  parser.on('closetag', ({ name }) => {
    const local = localName(name)
    isValue = false
    if (local === 'c' && cell) {
      while (cells.length < Math.min(cell.column, MAX_COLUMNS)) cells.push('')
      if (cell.column < MAX_COLUMNS) cells[cell.column] = valueOf(cell.type, cell.text, strings)
      cell = null
    }
    if (local !== 'row' || cells.every((value) => value === '')) return
    // The first row names the columns; cells without a name belong to none.
    columns ||= cells.length
    while (cells.length < columns) cells.push('')
    lines.push(cells.slice(0, columns).map(quoteCell).join('\t'))
  })
  for await (const piece of text) {
    parser.write(piece)
    if (lines.length < ROWS_PER_PIECE) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

/** 27 for 'AB7'; null if the cell does not say where it is. */
const columnOf = (reference: string): number | null => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const valueOf = (type: string, text: string, strings: readonly string[]): string => {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  if (type !== 'n' || text === '') return text
  // Excel stores 19.99 as 19.989999999999998, and a GTIN as 4.006381333931E12.
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number.toFixed(0)
  return Number.isFinite(number) ? String(Number(number.toPrecision(12))) : text
}

const quoteCell = (value: string): string =>
  /["\t\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
