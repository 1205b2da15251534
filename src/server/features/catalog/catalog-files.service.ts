import Papa from 'papaparse'
import type { Database } from '#server/db/database.ts'
import {
  type ExportedRow,
  exportHomeNames,
  exportNames,
  exportRows,
} from './catalog-files.store.ts'
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from './import/catalog-row.ts'

const ROWS_AT_ONCE = 2_000
const COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS]
const NEWLINE = '\r\n'

/** `/products.csv`, in pieces; the import reads it back without a change. */
export async function* catalogCsv(pool: Database['pool']): AsyncGenerator<string> {
  yield Papa.unparse([COLUMNS], { newline: NEWLINE }) + NEWLINE
  for (let after = '0'; ;) {
    const rows = await exportRows(pool, after, ROWS_AT_ONCE)
    if (rows.length > 0) yield Papa.unparse(rows.map(valuesOf), { newline: NEWLINE }) + NEWLINE
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

const valuesOf = (row: ExportedRow) =>
  COLUMNS.map((column) => (column === 'box' ? (row.box?.join(' ') ?? null) : row[column]))

/** `/celebrities.txt`, in pieces: one name a line. */
export async function* celebrityNames(pool: Database['pool']): AsyncGenerator<string> {
  for (let after = { foldedName: '', id: -1 }; ;) {
    const rows = await exportNames(pool, after, ROWS_AT_ONCE)
    if (rows.length > 0) yield linesOf(rows.map(({ name }) => name))
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1) ?? after
  }
}

export const homeNames = async (pool: Database['pool']): Promise<string> =>
  linesOf(await exportHomeNames(pool))

const linesOf = (names: string[]): string => names.map((name) => `${name}\n`).join('')
