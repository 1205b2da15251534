import { writeCsv } from '#server/core/csv.ts'
import {
  CREDIT_COLUMNS,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from '#server/features/ingest/index.ts'
import type { ExportedRow, CatalogFilesStore } from '#server/features/catalog/index.ts'

/** So few that writing them leaves the event loop to others in between. */
const ROWS_AT_ONCE = 250
const COLUMNS = [...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS]
type Column = (typeof COLUMNS)[number] | (typeof CREDIT_COLUMNS)[number]

export const createCatalogFiles = (store: CatalogFilesStore) => ({
  /** `/products.csv`, which the import can read back without a change. */
  csv: async function* (): AsyncGenerator<string> {
    const columns: Column[] = (await store.hasCredits()) ? [...COLUMNS, ...CREDIT_COLUMNS] : COLUMNS
    yield writeCsv([columns])
    for (let after = '0'; ;) {
      const rows = await store.rows(after, ROWS_AT_ONCE)
      if (rows.length > 0) yield writeCsv(rows.map((row) => listValues(row, columns)))
      if (rows.length < ROWS_AT_ONCE) return
      after = rows.at(-1)?.id ?? after
    }
  },

  celebrityNames: async function* (): AsyncGenerator<string> {
    for (let after = { foldedName: '', id: -1 }; ;) {
      const rows = await store.names(after, ROWS_AT_ONCE)
      if (rows.length > 0) yield joinLines(rows.map(({ name }) => name))
      if (rows.length < ROWS_AT_ONCE) return
      after = rows.at(-1) ?? after
    }
  },

  homeNames: async (): Promise<string> => joinLines(await store.homeNames()),
})

const listValues = (row: ExportedRow, columns: readonly Column[]) =>
  columns.map((column) => (column === 'box' ? (row.box?.join(' ') ?? null) : row[column]))

const joinLines = (names: string[]): string => names.map((name) => `${name}\n`).join('')
