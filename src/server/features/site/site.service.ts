import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { AuditStore } from '#server/core/audit.store.ts'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { MEDIA_PREFIX, type Storage } from '#server/core/storage/storage.ts'
import { checkPicture } from '#server/vision/sharp-picture.ts'
import { UPLOAD } from '#shared/constants.ts'
import { SITE } from '#shared/site-constants.ts'
import { CHECKLIST, type SiteFacts, type SiteSettings } from '#shared/contract/site.ts'
import { createSiteStore } from './site.store.ts'
import { SITE_SERVICE_TEXT } from './site-messages.ts'

type SiteDependencies = {
  pool: Connection
  /** Without the time limits of requests. */
  atomically: Atomically
  storage: Storage
  note: AuditStore['note']
  hasMail: boolean
  /** From the server's environment. */
  contactEmail: string | null
  demo: { fill: () => Promise<void>; removeShopAndCommunity: () => Promise<void> }
}

const FOLDER = 'site/'

/** Name, appearance and contact of the site, its demo, and the tasks left before launch. */
export const createSite = (dependencies: SiteDependencies) => {
  const { pool, atomically, storage, note, hasMail, demo } = dependencies
  const store = createSiteStore(pool)

  const replaceLogo = async (actor: string, logo: string | null) => {
    const former = await store.setLogo(logo)
    if (former) await storage.delete(former.slice(MEDIA_PREFIX.length))
    await note(actor, 'site-changed', 'logo')
  }

  const readSettings = async () => {
    const { name, logo, accent, imprint, contactEmail } = await store.read()
    const hasContact = hasMail && (contactEmail ?? dependencies.contactEmail) !== null
    return { site: { name, logo, accent, imprint }, hasContact }
  }

  const readPageSettings = async () => {
    const [settings, isDemo] = await Promise.all([readSettings(), store.isDemo()])
    return { ...settings, isDemo }
  }

  return {
    readFacts: async (): Promise<SiteFacts> => (await readSettings()).site,

    contactEmail: async () => (await store.read()).contactEmail ?? dependencies.contactEmail,

    readPageSettings,

    overview: async () => {
      const { isDemoRemoved, ...stored } = await store.read()
      const settings = { ...stored, home: await store.home() }
      const doneTasks = await store.readDoneTasks()
      const isDone = {
        ...doneTasks,
        name: settings.name !== null,
        contact: (settings.contactEmail ?? dependencies.contactEmail) !== null,
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
          throw new AppError(422, SITE_SERVICE_TEXT.unreadablePicture, { cause })
        })
      const key = `${FOLDER}${randomUUID()}.png`
      await storage.put(key, png, 'image/png')
      await replaceLogo(actor, MEDIA_PREFIX + key)
      return MEDIA_PREFIX + key
    },

    removeLogo: (actor: string) => replaceLogo(actor, null),

    removeDemo: async (actor: string) => {
      await demo.removeShopAndCommunity()
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
