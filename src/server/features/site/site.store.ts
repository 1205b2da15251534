import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { countAffectedRows, execute, hasRow, readValue, requireRow } from '#server/core/db/sql.ts'
import {
  announceCatalogChange,
  createCatalogReader,
  createCountsStore,
  createDemoCatalog,
} from '#server/features/catalog/index.ts'
import { type SiteSettings, siteSettingsSchema } from '#shared/contract/site.ts'

const settingsRow = siteSettingsSchema.omit({ home: true }).extend({ isDemoRemoved: z.boolean() })

type Changed = Omit<SiteSettings, 'logo'>

export const createSiteStore = (connection: Connection) => ({
  read: () =>
    requireRow(connection, settingsRow)`
      SELECT name, logo, accent, contact_email AS "contactEmail", imprint,
        demo_removed_at IS NOT NULL AS "isDemoRemoved" FROM site_settings`,

  isDemo: createDemoCatalog(connection).hasShops,
  home: createCatalogReader(connection).people.homeNames,

  save: async ({ name, accent, contactEmail, imprint, home }: Changed) => {
    await execute(connection)`
      UPDATE site_settings SET name = ${name}, accent = ${accent}, contact_email = ${contactEmail},
        imprint = ${imprint}`
    await createCountsStore(connection).rankHome(home, home.length)
    await announceCatalogChange(connection)
  },

  /** Returns the previous logo. */
  setLogo: async (logo: string | null) => {
    const former = await readValue(
      connection,
      z.string().nullable(),
    )`SELECT logo FROM site_settings`
    await execute(connection)`UPDATE site_settings SET logo = ${logo}`
    await announceCatalogChange(connection)
    return former
  },

  readDoneTasks: async () => {
    const { hasDemo, hasOthers } = await createDemoCatalog(connection).findLooks()
    // The creators of the demo are invented.
    const editor = await hasRow(connection)`
      SELECT FROM users WHERE publisher_role IS NOT NULL
        AND email <> 'demo-' || id || '@no-email.invalid' LIMIT 1`
    return { editor, look: hasOthers, demo: !hasDemo }
  },

  isDemoRemoved: () =>
    hasRow(connection)`SELECT FROM site_settings WHERE demo_removed_at IS NOT NULL`,

  /** Whether nobody has noted before that the demo has its community. */
  noteCommunity: async () =>
    (await countAffectedRows(connection)`
      UPDATE site_settings SET demo_community_at = now() WHERE demo_community_at IS NULL`) > 0,

  noteDemo: (isRemoved: boolean) =>
    execute(connection)`
      UPDATE site_settings SET demo_removed_at = CASE WHEN ${isRemoved} THEN now() END`,

  /** Call inside a transaction, so that the removal and its note are saved together. */
  removeDemo: async () => {
    await createDemoCatalog(connection).remove()
    await createSiteStore(connection).noteDemo(true)
  },
})
