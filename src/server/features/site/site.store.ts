import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import type { AuditStore } from '#server/core/audit.store.ts'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { execute, matchesRow, readValue, requireRow } from '#server/core/db/sql.ts'
import { AppError } from '#server/core/http/errors.ts'
import { MEDIA_PREFIX, type Storage } from '#server/core/storage/storage.ts'
import {
  createCountsStore,
  createImportSession,
  removeUnusedPeople,
} from '#server/features/ingest/index.ts'
import { checkPicture } from '#server/vision/sharp-picture.ts'
import { SITE, UPLOAD } from '#shared/constants.ts'
import {
  CHECKLIST,
  type SiteFacts,
  type SiteSettings,
  siteSettingsSchema,
} from '#shared/contract/site.ts'

type Parts = {
  pool: Connection
  /** Without the time limits of requests. */
  atomically: Atomically
  storage: Storage
  note: AuditStore['note']
  hasMail: boolean
  /** From the server's environment. */
  contactEmail: string | null
  demo: { fill: () => Promise<void>; removeShop: () => Promise<void> }
}

const FOLDER = 'site/'

/** Name, appearance and contact of the site, its demo, and the tasks left before launch. */
export const createSite = (parts: Parts) => {
  const { pool, atomically, storage, note, hasMail, demo } = parts
  const store = createSiteStore(pool)

  const replaceLogo = async (actor: string, logo: string | null) => {
    const former = await store.setLogo(logo)
    if (former) await storage.delete(former.slice(MEDIA_PREFIX.length))
    await note(actor, 'site-changed', 'logo')
  }

  return {
    /** Part of every page. */
    facts: async (): Promise<SiteFacts> => {
      const { name, logo, accent, imprint } = await store.read()
      return { name, logo, accent, imprint }
    },

    contactEmail: async () => (await store.read()).contactEmail ?? parts.contactEmail,

    overview: async () => {
      const { isDemoRemoved, ...settings } = await store.read()
      const doneTasks = await store.done()
      const isDone = {
        ...doneTasks,
        name: settings.name !== null,
        contact: (settings.contactEmail ?? parts.contactEmail) !== null,
        mail: hasMail,
      }
      return {
        settings,
        checklist: CHECKLIST.map((step) => ({ step, isDone: isDone[step] })),
        hasDemo: !doneTasks.demo,
        isDemoRemoved,
      }
    },

    save: async (actor: string, settings: Omit<SiteSettings, 'logo'>) => {
      await atomically((connection) => createSiteStore(connection).save(settings))
      await note(actor, 'site-changed', 'settings')
    },

    /** Re-encoded as PNG, so that no metadata of the file survives. */
    setLogo: async (actor: string, bytes: Uint8Array) => {
      await checkPicture(bytes)
      const png = await sharp(bytes, { limitInputPixels: UPLOAD.maxPixels, pages: 1 })
        .autoOrient()
        .resize(SITE.logoWidthPx, SITE.logoHeightPx, { fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer()
        .catch((cause: unknown) => {
          throw new AppError(422, 'This picture cannot be read. Try another file.', { cause })
        })
      const key = `${FOLDER}${randomUUID()}.png`
      await storage.put(key, png, 'image/png')
      await replaceLogo(actor, MEDIA_PREFIX + key)
      return MEDIA_PREFIX + key
    },

    removeLogo: (actor: string) => replaceLogo(actor, null),

    removeDemo: async (actor: string) => {
      await demo.removeShop()
      await atomically((connection) => createSiteStore(connection).removeDemo())
      await note(actor, 'demo-removed', null)
    },

    restoreDemo: async (actor: string) => {
      await demo.fill()
      await store.noteDemo(false)
      await note(actor, 'demo-restored', null)
    },
  }
}
export type Site = ReturnType<typeof createSite>

const settingsRow = siteSettingsSchema.extend({ isDemoRemoved: z.boolean() })
const DEMO = '/media/demo/%'

type Changed = Omit<SiteSettings, 'logo'>

const doneRow = z.object({ editor: z.boolean(), look: z.boolean(), demo: z.boolean() })

export const createSiteStore = (connection: Connection) => ({
  read: () =>
    requireRow(connection, settingsRow)`
      SELECT name, logo, accent, contact_email AS "contactEmail", imprint,
        demo_removed_at IS NOT NULL AS "isDemoRemoved",
        ARRAY(SELECT name FROM catalog.people WHERE home_rank IS NOT NULL ORDER BY home_rank) AS home
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
    await removeUnusedPeople(connection)
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
