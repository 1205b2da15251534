import { writeFile } from 'node:fs/promises'
import { demoCatalog, type DemoRow } from './catalog.ts'

const COLUMNS = [
  'celebrity_name',
  'celebrity_image',
  'name',
  'price',
  'website',
  'category',
  'brand',
  'style_type',
  'product_image',
  'box',
  'image_width',
  'image_height',
] as const satisfies readonly (keyof DemoRow)[]
const cell = (value: DemoRow[keyof DemoRow]): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
export const csvOf = (rows: readonly DemoRow[]): string =>
  [
    COLUMNS.join(','),
    ...rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(',')),
  ].join('\r\n')

/** The catalogue as the import reads it (RFC 4180). */
export const exportCatalogue = async (file: string): Promise<string> => {
  const { rows } = demoCatalog()
  await writeFile(file, `${csvOf(rows)}\r\n`)
  return `${rows.length} rows in ${file}`
}
