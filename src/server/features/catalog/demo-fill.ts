import type { Logger } from 'pino'
import { readDemoCatalog, type DemoRow } from '#demo'
import type { Database } from '#server/db/database.ts'
import { giveShippedVectors } from '#server/vision/demo-vectors/shipped-vectors.ts'
import { createCatalogStore } from './catalog.store.ts'
import type { CatalogRowInput } from './import/catalog-row.ts'
import { importRows } from './import/import.service.ts'
import { createImportStore } from './import/import.store.ts'

const rowInput = ({ box, image_width, image_height, ...texts }: DemoRow): CatalogRowInput => ({
  ...texts,
  box: [box.x, box.y, box.width, box.height, box.point.x, box.point.y].join(' '),
  image_width: String(image_width),
  image_height: String(image_height),
})

/** Imports the demo catalogue into an empty database, as if it were any other file. */
export const fillWithDemo = async (pool: Database['pool'], log: Logger, modelDir: string) => {
  if (!(await createCatalogStore(pool).isEmpty())) return
  const { celebrities, rows, samples, drawingsVersion } = await readDemoCatalog()
  const { isImported, added, problems } = await importRows(
    createImportStore(pool),
    rows.map(rowInput),
    {
      home: celebrities.filter(({ home }) => home).map(({ name }) => name),
      samples,
    },
  )
  if (!isImported) throw new Error(`The demo catalogue is damaged: ${problems.kept[0]?.message}`)
  const vectors = await giveShippedVectors(pool, log, modelDir, drawingsVersion)
  log.info({ products: added, vectors }, 'Filled the empty database with the demo catalogue')
}
