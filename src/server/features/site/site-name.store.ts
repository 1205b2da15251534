import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { readValue } from '#server/core/db/sql.ts'
import type { SiteName } from '#server/core/site-name.ts'
import { PRODUCT_TITLE } from '#shared/messages.ts'

/** By default, the site has the name of the product. */
export const createSiteNameReader =
  (connection: Connection): SiteName =>
  async () =>
    (await readValue(connection, z.string().nullable())`SELECT name FROM site_settings`) ??
    PRODUCT_TITLE
