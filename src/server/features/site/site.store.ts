import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { execute, matchesRow, raw, readValue, requireRow } from '#server/core/db/sql.ts'
import {
  createCountsStore,
  createImportSession,
  removeUnlistedPeople,
} from '#server/features/ingest/index.ts'
import { LISTED_PEOPLE } from '#server/features/search/index.ts'
import { type SiteSettings, siteSettingsSchema } from '#shared/contract/site.ts'

const settingsRow = siteSettingsSchema.extend({ isDemo: z.boolean(), isDemoRemoved: z.boolean() })
const DEMO = '/media/demo/%'

type Changed = Omit<SiteSettings, 'logo'>

const doneRow = z.object({ editor: z.boolean(), look: z.boolean(), demo: z.boolean() })

export const createSiteStore = (connection: Connection) => ({
  read: () =>
    requireRow(connection, settingsRow)`
      SELECT name, logo, accent, contact_email AS "contactEmail", imprint,
        demo_removed_at IS NOT NULL AS "isDemoRemoved",
        -- Only shops of the demo have subdomains of a domain that is reserved for examples.
        EXISTS (SELECT FROM catalog.shops WHERE host LIKE '%.example.com'
          AND host !~ '^(www|m|store|shop)\\.') AS "isDemo",
        ARRAY(SELECT name FROM ${raw(LISTED_PEOPLE)} people WHERE home_rank IS NOT NULL ORDER BY home_rank) AS home
      FROM site_settings`,

  save: async ({ name, accent, contactEmail, imprint, home }: Changed) => {
    await execute(connection)`
      UPDATE site_settings SET name = ${name}, accent = ${accent}, contact_email = ${contactEmail},
        imprint = ${imprint}`
    const counters = createCountsStore(connection)
    await counters.rankHome(home, home.length)
    await counters.announceChange()
  },

  /** Returns the previous logo. */
  setLogo: async (logo: string | null) => {
    const former = await readValue(
      connection,
      z.string().nullable(),
    )`SELECT logo FROM site_settings`
    await execute(connection)`UPDATE site_settings SET logo = ${logo}`
    await createCountsStore(connection).announceChange()
    return former
  },

  done: () =>
    requireRow(connection, doneRow)`
      SELECT EXISTS (SELECT FROM users WHERE publisher_role IS NOT NULL) AS editor,
        EXISTS (SELECT FROM catalog.looks WHERE url NOT LIKE ${DEMO}) AS look,
        NOT EXISTS (SELECT FROM catalog.looks WHERE url LIKE ${DEMO}) AS demo`,

  isDemoRemoved: () =>
    matchesRow(connection)`SELECT FROM site_settings WHERE demo_removed_at IS NOT NULL`,

  noteDemo: (isRemoved: boolean) =>
    execute(connection)`
      UPDATE site_settings SET demo_removed_at = CASE WHEN ${isRemoved} THEN now() END`,

  /** Call inside a transaction. Looks that others published stay, with the products that they show. */
  removeDemo: async () => {
    const session = createImportSession(connection)
    await session.lock()
    await execute(connection)`
      DELETE FROM catalog.worn_items WHERE look_id IN
        (SELECT id FROM catalog.looks WHERE url LIKE ${DEMO})`
    await execute(connection)`DELETE FROM catalog.looks WHERE url LIKE ${DEMO}`
    await execute(connection)`
      DELETE FROM catalog.products product WHERE pictures[1] LIKE ${DEMO}
        AND NOT EXISTS (SELECT FROM catalog.worn_items worn WHERE worn.product_id = product.id)`
    await removeUnlistedPeople(connection)
    await execute(connection)`
      DELETE FROM catalog.shops shop WHERE host LIKE '%.example.com'
        AND NOT EXISTS (SELECT FROM catalog.offers offer WHERE offer.shop_id = shop.id)
        AND NOT EXISTS (SELECT FROM catalog.feeds feed WHERE feed.shop_id = shop.id)`
    await execute(connection)`DELETE FROM catalog.home_samples WHERE image LIKE ${DEMO}`
    await session.recount()
    await session.rebuildWords()
    await session.describeChanged()
    await createSiteStore(connection).noteDemo(true)
    await session.announceChange()
  },
})
