import { z } from 'zod'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import type { Connection } from './db/query.ts'
import { readValue } from './db/sql.ts'

/** The name of the site as visitors see it; by default, that of the product. */
export const createSiteName = (connection: Connection) => async (): Promise<string> =>
  (await readValue(connection, z.string().nullable())`SELECT name FROM site_settings`) ??
  PRODUCT_TITLE
export type SiteName = ReturnType<typeof createSiteName>

/** Texts in the code contain the product's name, but visitors see the name of the site. */
export const replaceProductName = (site: string, text: string): string =>
  text.replaceAll(PRODUCT_TITLE, () => site)
