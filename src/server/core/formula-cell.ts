/**
 * Spreadsheets run a cell that begins with one of these characters as a formula. The export puts an
 * apostrophe in front and the import removes it. The pattern includes apostrophes that were there before,
 * so that every text survives the round trip.
 */
export const FORMULA_CELL = /^'*[=+\-@\t\r\n＝＋－＠]/
