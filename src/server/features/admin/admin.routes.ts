import { z } from 'zod'
import { readPage, readPageById } from '#server/core/db/query.ts'
import { decodeCursor, encodeCursor } from '#server/core/http/cursor.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { SecurityEvent } from '#server/core/http/security-log.ts'
import type { CallInput, Handlers } from '#server/core/http/serve.ts'
import type { Core } from '#server/core/core.ts'
import { trySendingMail } from '#server/core/mail/mail.ts'
import type { Readiness } from '#server/core/readiness.ts'
import {
  type Accounts,
  composeInvitationMail,
  deviceFrom,
} from '#server/features/accounts/index.ts'
import { ADMIN_MESSAGES } from '#shared/account-messages.ts'
import type { adminSystemCalls } from '#shared/contract/admin-system.ts'
import type { adminUserCalls } from '#shared/contract/admin-users.ts'
import { succeeded } from '#shared/contract/call.ts'
import { HEALTHY, type systemCalls } from '#shared/contract/system.ts'
import { type createHealth, type createStorageUsageReader, HEALTH } from './health.service.ts'
import type { Admin } from './index.ts'
import type { createOperations } from './operations.service.ts'
import { composeTestMail } from './admin-mail.ts'

export const systemHandlers = (readiness: Readiness): Handlers<typeof systemCalls> => ({
  'GET /healthz': async () => HEALTHY,
  'GET /readyz': async ({ log }) => {
    const report = await readiness.report()
    if (report.status === 'ok') return report
    log.warn(report, 'The server is not fully ready')
    if (report.status === 'degraded') return report
    return Response.json(report, { status: 503 })
  },
})

export const adminUserHandlers = (
  admin: Admin,
  { sessions, inviteDeskFor, languageOfEmail }: Accounts,
  { mail, inLanguage, writeMail }: Pick<Core, 'mail' | 'inLanguage' | 'writeMail'>,
): Handlers<typeof adminUserCalls> => ({
  'GET /api/admin/users': async ({ query }) => succeeded(await admin.users.list(query)),

  'GET /api/admin/users/:id': async ({ params, sessionId }) => {
    const user = await admin.users.find(params.id)
    const devices = (await sessions.list(params.id)).map((session) =>
      deviceFrom(session, sessionId ?? ''),
    )
    return succeeded({ ...user, sessions: devices })
  },

  'POST /api/admin/users/:id/suspension': createUserHandler(admin.users.suspend, 'user-suspended'),
  'DELETE /api/admin/users/:id/suspension': createUserHandler(admin.users.restore, 'user-restored'),
  'DELETE /api/admin/users/:id/sessions': createUserHandler(
    admin.users.signOut,
    'sign-out-everywhere',
  ),
  'DELETE /api/admin/users/:id': createUserHandler(admin.users.remove, 'account-deleted'),

  'PUT /api/admin/users/:id/role': async ({ params, body, user, audit }) => {
    await admin.users.setRole(user.uid, params.id, body.role)
    audit('role-changed')
  },

  'GET /api/admin/invites': async ({ query, origin }) => {
    const desk = inviteDeskFor(origin)
    const { page, next } = await readPageById((limit) => desk.page(query.after ?? null, limit))
    const invites = page.map((row) => {
      const { phone: _, ...invite } = row
      return invite
    })
    return succeeded({ invites, next })
  },

  'POST /api/admin/invites': async ({ body, user, origin, log }) => {
    const role = body.role ?? null
    const invitee = { email: body.email, name: null, phone: null, role }
    const language = body.email === null ? null : await languageOfEmail(body.email)
    const { id, code, link } = await inLanguage(language, () =>
      inviteDeskFor(origin).createCode(invitee, user.uid),
    )
    await admin.audit.note(user.uid, 'invitation-created', id, { detail: role })
    const isSent =
      body.email !== null &&
      link !== null &&
      (await trySendingMail(
        mail,
        { to: body.email, ...writeMail(language, () => composeInvitationMail(code, link, role)) },
        log,
      ))
    return succeeded({ code, link, isSent })
  },

  'DELETE /api/admin/invites/:id': async ({ params, user, origin }) => {
    if (!(await inviteDeskFor(origin).revoke(params.id))) throw notFoundError('invitation')
    await admin.audit.note(user.uid, 'invitation-revoked', params.id)
  },

  'GET /api/admin/audit': async ({ query }) => {
    const { page: entries, next } = await readPageById((limit) =>
      admin.audit.list(query.after ?? null, limit),
    )
    return succeeded({ entries, next })
  },
})

type Measurements = {
  health: ReturnType<typeof createHealth>
  operations: ReturnType<typeof createOperations>
  readStorage: ReturnType<typeof createStorageUsageReader>
  languageOfEmail: Accounts['languageOfEmail']
}

export const adminSystemHandlers = (
  admin: Admin,
  { mail, writeMail }: Pick<Core, 'mail' | 'writeMail'>,
  { health, operations, readStorage, languageOfEmail }: Measurements,
): Handlers<typeof adminSystemCalls> => ({
  'GET /api/admin/overview': async () => succeeded(await operations.readOverview()),

  'POST /api/admin/test-mail': async ({ user }) => {
    const { email: to } = await admin.users.find(user.uid)
    if (!mail) throw new AppError(409, ADMIN_MESSAGES.noMail)
    if (to === null) throw new AppError(409, ADMIN_MESSAGES.noAddress)
    await mail.send({ to, ...writeMail(await languageOfEmail(to), composeTestMail) })
    await admin.audit.note(user.uid, 'test-mail-sent', to)
    return succeeded({ to })
  },

  'GET /api/admin/health': async () =>
    succeeded({ periodMs: HEALTH.periodMs, servers: await health.lastDay() }),

  'GET /api/admin/storage': async () => succeeded(await readStorage()),

  'GET /api/admin/jobs': async ({ query }) => {
    const [waiting, failed, { page: jobs, next }] = await Promise.all([
      admin.jobs.count('waiting'),
      admin.jobs.count('failed'),
      readPage(
        (limit) =>
          admin.jobs.list(
            query.state,
            query.after === undefined ? null : decodeCursor(query.after, jobCursor),
            limit,
          ),
        ({ queue, key }) => encodeCursor(queue, key),
      ),
    ])
    return succeeded({ counts: { waiting, failed }, jobs, next })
  },

  'POST /api/admin/jobs/retry': async ({ body, user }) => {
    const { job = null } = body
    const retried = await admin.jobs.retry(job)
    if (job && retried === 0) throw notFoundError('failed job')
    await admin.audit.note(user.uid, 'jobs-retried', job ? `${job.queue} ${job.key}` : null)
    return succeeded({ retried })
  },
})

const jobCursor = z.tuple([z.string(), z.string()]).transform(([queue, key]) => ({ queue, key }))

type OnUser = CallInput<(typeof adminUserCalls)['DELETE /api/admin/users/:id']>

/** Runs an administrator's action on a user and adds it to the security log. */
const createUserHandler =
  (act: (actor: string, uid: string) => Promise<void>, event: SecurityEvent) =>
  async ({ params, user, audit }: Pick<OnUser, 'params' | 'user' | 'audit'>) => {
    await act(user.uid, params.id)
    audit(event)
  }
