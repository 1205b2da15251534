import type { Logger } from 'pino'
import type { DemoRow } from '#demo/catalog.ts'
import type { Database } from '#server/db/database.ts'
import { giveShippedVectors } from '#server/vision/demo-vectors/shipped-vectors.ts'
import { isEmptyCatalog } from './catalog.store.ts'
import type { CatalogRowInput } from './import/catalog-row.ts'
import { importRows } from './import/import.service.ts'

const rowInput = ({ box, image_width, image_height, ...texts }: DemoRow): CatalogRowInput => ({
  ...texts,
  box: [box.x, box.y, box.width, box.height].join(' '),
  image_width: String(image_width),
  image_height: String(image_height),
})

/** Puts the demo catalogue into an empty one, on the same way as any file. */
export const fillWithDemo = async (pool: Database['pool'], log: Logger, modelDir: string) => {
  if (!(await isEmptyCatalog(pool))) return
  // Loaded only here: a server with a catalogue of its own never needs the artist.
  const { demoCatalog } = await import('#demo/catalog.ts')
  const { celebrities, rows, samples } = demoCatalog()
  const { isImported, added, problems } = await importRows(pool, rows.map(rowInput), {
    home: celebrities.filter(({ home }) => home).map(({ name }) => name),
    samples,
  })
  if (!isImported) throw new Error(`The demo catalogue is damaged: ${problems.kept[0]?.message}`)
  const vectors = await giveShippedVectors(pool, log, modelDir)
  log.info({ products: added, vectors }, 'Filled the empty database with the demo catalogue')
}

/** Pictures of the demo catalogue, drawn when somebody first asks for them. */
export const drawDemoPicture = async (key: string) => {
  if (!key.startsWith('demo/')) return null
  const { renderDemoPicture } = await import('#demo/pictures.ts')
  return renderDemoPicture(key)
}
