import { z } from 'zod'
import { PRODUCT_TITLE } from '#shared/messages.ts'
import type { Connection } from './db/query.ts'
import { readValue } from './db/sql.ts'

/** What the site calls itself wherever visitors meet it; without a name of its own, as the product. */
export const createSiteName = (connection: Connection) => async (): Promise<string> =>
  (await readValue(connection, z.string().nullable())`SELECT name FROM site_settings`) ??
  PRODUCT_TITLE
export type SiteName = ReturnType<typeof createSiteName>

/** Our texts name the product; what leaves the server names the site. */
export const inNameOf = (site: string, text: string): string =>
  text.replaceAll(PRODUCT_TITLE, () => site)
