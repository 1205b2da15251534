import { readSentFile } from '#server/core/http/request-body.ts'
import { join } from 'node:path'
import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { PublicClientOptions } from '#server/core/web/public-client.ts'
import { createRemotePictureUrlsStore, type Images } from '#server/features/images/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { CATALOG_IMPORT } from '#shared/site-constants.ts'
import { adminImportCalls, adminShopCalls } from '#shared/contract/admin-catalog.ts'
import { succeeded } from '#shared/contract/call.ts'
import { productLinkCalls } from '#shared/contract/products.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { createCatalogImports, createShopFiles } from './catalog-imports.service.ts'
import { createOfferChecks } from './offer-checks.service.ts'
import { createProductLinks } from './product-links.service.ts'
import type { RunOptions } from './feed-runs.service.ts'
import { createShops, FeedBusyError, ShopError } from './shops.service.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'
import { ENGLISH } from '#server/core/languages.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'

export {
  type CatalogRowInput,
  CREDIT_COLUMNS,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from './catalog-row.ts'
export { createShopFiles } from './catalog-imports.service.ts'
export { asSentence } from './feed-item.ts'
export { SHOP_FEED_FORMATS } from './feed-parser.ts'
export { listCategories } from './feed-runs.service.ts'
export { importCsv, type ImportResult, importRows } from './import.service.ts'
export { createShops, ShopError } from './shops.service.ts'
export type { FeedRun } from './feeds.store.ts'

const FEEDS_EVERY_MS = MINUTE_MS
const OFFERS_EVERY_MS = 30_000

export type IngestOverrides = {
  /** Lets tests read from shops on this machine. */
  shopWeb?: PublicClientOptions
}

/** Feeds of shops, catalogue files, re-checked offers and products read from a shop's page. */
export const ingestFeature = (
  core: Core,
  { images, search }: { images: Images; search: Search },
  { shopWeb: web }: IngestOverrides,
) => {
  const { pool, maintenance, atomically, env, log, publicUrl, storage, audit } = core
  const { note } = audit
  // A feed of a million items takes longer than a request may.
  const shops = createShops({
    pool: maintenance,
    atomically,
    waitForSearch: search.database?.waitUntilAllApplied,
    shopFiles: createShopFiles({ pool, storage }),
    rememberPictures: createRemotePictureUrlsStore(pool).remember,
    folder: join(env.DATA_DIR, 'tmp'),
    log,
    web,
  })
  const catalogImports = createCatalogImports({ ...core, note })
  const productLinks = createProductLinks({ web, keepPicture: images.uploads.keepFrom })
  const offerChecks = env.RECHECK_OFFERS ? createOfferChecks({ pool, log, publicUrl, web }) : null
  /** In the background, because a feed may take longer than a request may wait. */
  const runInBackground = async (name: string, options: RunOptions) => {
    const read = await translateFeedErrors(shops.begin(name))
    // Its report is for every reader.
    runInLanguage(ENGLISH, () => read(options)).catch((err: unknown) =>
      log.error({ err, shop: name }, 'A feed could not be read'),
    )
  }
  const adminShopHandlers: Handlers<typeof adminShopCalls> = {
    'GET /api/admin/shops': async () => succeeded({ shops: await shops.list() }),

    'POST /api/admin/shops': async ({ body, user, audit }) => {
      const { separate = false, ...shop } = body
      await translateFeedErrors(shops.add(shop))
      audit('shop-added')
      await note(user.uid, 'shop-added', body.name)
      await runInBackground(body.name, { isSeparate: separate }).catch((error: unknown) => {
        // Another server has already started to read the new shop's feed.
        if (!(error instanceof AppError && error.status === 409)) throw error
      })
    },

    'POST /api/admin/shops/preview': async ({ body }) =>
      succeeded(await translateFeedErrors(shops.preview(body))),

    'POST /api/admin/shops/:name/run': async ({ params, body, user }) => {
      if (body.source !== undefined)
        await translateFeedErrors(shops.replaceFile(params.name, body.source))
      await runInBackground(params.name, { force: body.force })
      await note(user.uid, 'shop-read', params.name)
    },

    'GET /api/admin/shops/:name/runs': async ({ params }) =>
      succeeded({ runs: await translateFeedErrors(shops.runs(params.name)) }),

    'DELETE /api/admin/shops/:name': async ({ params, user, audit }) => {
      const offers = await translateFeedErrors(shops.remove(params.name))
      audit('shop-removed')
      await note(user.uid, 'shop-removed', params.name)
      await shops.settleRemoval()
      return succeeded({ offers })
    },
  }

  const productLinkHandlers: Handlers<typeof productLinkCalls> = {
    'POST /api/product-from-link': async ({ body, user, request }) =>
      succeeded(await productLinks.read(user.uid, body.link, request.signal)),
  }

  const adminImportHandlers: Handlers<typeof adminImportCalls> = {
    'GET /api/admin/imports': async () => succeeded({ imports: await catalogImports.list() }),

    'POST /api/admin/imports': async ({ body, user }) => {
      const { name, bytes, replace, feed } = body
      const id = await catalogImports.create(
        { name, bytes, replaces: replace, isFeed: feed },
        user.uid,
      )
      return succeeded({ id, partBytes: CATALOG_IMPORT.partBytes })
    },

    'POST /api/admin/imports/:id/parts': async ({ params, body, files }) => {
      const part = await readSentFile(files, 'part', HTTP_TEXT.missingPart)
      await catalogImports.putPart(params.id, body.number, Buffer.from(part))
    },

    'POST /api/admin/imports/:id/start': async ({ params, user }) =>
      catalogImports.start(params.id, user.uid),

    'GET /api/admin/imports/:id': async ({ params }) =>
      succeeded(await catalogImports.find(params.id)),
  }

  return {
    catalogImports,
    /** Null if RECHECK_OFFERS is off. */
    offerChecks,

    feature: {
      routes: [
        calls(productLinkCalls, productLinkHandlers),
        calls(adminShopCalls, adminShopHandlers),
        calls(adminImportCalls, adminImportHandlers),
      ],
      hourly: { 'catalogue files': catalogImports.sweep },
      scheduled: [
        { everyMs: FEEDS_EVERY_MS, tasks: { feeds: shops.runDue } },
        ...(offerChecks ? [{ everyMs: OFFERS_EVERY_MS, tasks: { offers: offerChecks.run } }] : []),
      ],
      // A feed that is being read stops with its connection, and changes nothing.
      abort: async () => {
        await shops.close()
        await catalogImports.close()
        await productLinks.close()
        await offerChecks?.close()
      },
    } satisfies Feature,
  }
}
export type Ingest = ReturnType<typeof ingestFeature>

/** Turns errors that the caller can correct into replies with a status. */
const translateFeedErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof FeedBusyError) throw new AppError(409, cause.message, { cause })
    if (cause instanceof ShopError) throw new AppError(400, cause.message, { cause })
    throw cause
  }
}
