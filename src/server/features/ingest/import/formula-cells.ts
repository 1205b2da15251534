/**
 * Spreadsheets run a cell that begins with one of these characters as a formula. The export writes
 * an apostrophe in front, and the import removes it again. Apostrophes that were there before count
 * as part of the text, so that every text survives the round trip.
 */
export const FORMULA_CELL = /^'*[=+\-@\t\r\n＝＋－＠]/

export const withoutFormulaEscape = (cell: string): string =>
  cell.startsWith("'") && FORMULA_CELL.test(cell) ? cell.slice(1) : cell
