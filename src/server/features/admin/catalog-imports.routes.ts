import type { adminImportCalls } from '#shared/contract/admin-imports.ts'
import { succeeded } from '#shared/contract/call.ts'
import { CATALOG_IMPORT } from '#shared/constants.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { AuditStore } from '#server/core/audit.store.ts'
import type { CatalogImports } from './catalog-imports.service.ts'

export const adminImportHandlers = (
  imports: CatalogImports,
  audit: Pick<AuditStore, 'note'>,
): Handlers<typeof adminImportCalls> => ({
  'GET /api/admin/imports': async () => succeeded({ imports: await imports.list() }),

  'POST /api/admin/imports': async ({ body, user }) => {
    const { name, bytes, replace } = body
    const id = await imports.create({ name, bytes, replaces: replace }, user.uid)
    return succeeded({ id, partBytes: CATALOG_IMPORT.partBytes })
  },

  'POST /api/admin/imports/:id/parts': async ({ params, body, files }) => {
    const part = files['part']
    if (!part) throw new AppError(400, 'The part is missing: send it as the field part.')
    await imports.putPart(params.id, body.number, Buffer.from(await part.arrayBuffer()))
    return succeeded(null)
  },

  'POST /api/admin/imports/:id/start': async ({ params, user }) => {
    await imports.start(params.id)
    await audit.note(user.uid, 'catalogue-imported', params.id)
    return succeeded(null)
  },

  'GET /api/admin/imports/:id': async ({ params }) => succeeded(await imports.find(params.id)),
})
