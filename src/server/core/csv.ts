/**
 * Spreadsheets run a cell that begins with one of these characters as a formula. The export puts an
 * apostrophe in front and the import removes it. The pattern includes apostrophes that were there before,
 * so that every text survives the round trip.
 */
export const FORMULA_CELL = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Blanks at the ends, because some readers trim what is not quoted. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

const writeCell = (value: string | number | null): string => {
  const text = String(value ?? '')
  const isFormula = FORMULA_CELL.test(text)
  if (!isFormula && !NEEDS_QUOTES.test(text)) return text
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}

/** Lines of a CSV file (RFC 4180). */
export const writeCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
