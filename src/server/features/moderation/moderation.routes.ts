import { succeeded } from '#shared/contract/call.ts'
import type { noticeCalls, takedownCalls } from '#shared/contract/takedown.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { NoticesService } from './notices.service.ts'
import { ownAddress, type TakedownService } from './takedown.service.ts'

type Parts = { notices: NoticesService; takedown: TakedownService }

export const noticeHandlers = ({
  notices,
}: Pick<Parts, 'notices'>): Handlers<typeof noticeCalls> => ({
  'POST /api/notices': async ({ body, origin }) => {
    const ownUrl = ownAddress(body.address, origin)
    if (!ownUrl) throw new AppError(400, 'Give the address of a page or picture on this site.')
    return succeeded(await notices.receive({ ...body, address: ownUrl.href }))
  },
})

export const takedownHandlers = ({ notices, takedown }: Parts): Handlers<typeof takedownCalls> => ({
  'GET /api/admin/notices': async ({ query }) =>
    succeeded(await notices.list(query.state ?? null, query.after ?? null)),

  'POST /api/admin/notices/:id/decline': async ({ params, body, user }) => {
    await notices.decline(params.id, { actor: user.uid, reason: body.reason })
  },

  'GET /api/admin/takedowns': async ({ query }) =>
    succeeded(await takedown.list(query.after ?? null)),

  'POST /api/admin/takedowns': async ({ body, user, origin, audit }) => {
    const takedownResult = await takedown.remove({
      address: body.address,
      reason: body.reason,
      noticeId: body.notice ?? null,
      actor: user.uid,
      origin,
    })
    audit('content-removed')
    return succeeded(takedownResult)
  },

  'POST /api/admin/takedowns/:id/restore': async ({ params, body, user, audit }) => {
    await takedown.restore(params.id, { actor: user.uid, reason: body.reason })
    audit('content-restored')
  },

  'DELETE /api/admin/takedowns/:id/similar': async ({ params, query }) => {
    await takedown.dismissSimilar(params.id, query.url)
  },

  'GET /api/admin/takedown-counts': async () => succeeded({ years: await notices.counts() }),
})
