import type { CatalogRowInput } from '#server/features/ingest/catalog-row.ts'
import type { TestApp } from './test-app.ts'

/** A valid row; a test overrides what it is about. */
export const catalogRow = (changes: CatalogRowInput = {}): CatalogRowInput => ({
  celebrity_name: 'Ada Lune',
  celebrity_image: 'https://pictures.example.com/ada-1.jpg',
  name: 'Velvet Dress',
  price: '$120.50',
  website: 'https://shop.example.com/velvet-dress',
  ...changes,
})

export const csvOf = (rows: CatalogRowInput[], columns = Object.keys(catalogRow())): string => {
  const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
  const lines = rows.map((row) =>
    columns.map((column) => quote(row[column as keyof CatalogRowInput] ?? '')).join(','),
  )
  return [columns.join(','), ...lines].join('\n')
}

/** The address of a person's portrait. */
export const portraitOf = async ({ pool }: Pick<TestApp, 'pool'>, name: string) => {
  const { rows } = await pool.query<{ image: string }>(
    'SELECT image FROM catalog.people WHERE name = $1',
    [name],
  )
  return `/media/celebrities/${rows[0]?.image}`
}
