import { ADMIN_MESSAGES } from '#shared/account-messages.ts'
import { HEALTHY, type systemCalls } from '#shared/contract/system.ts'
import type { AdminJob, adminSystemCalls } from '#shared/contract/admin-system.ts'
import type { adminUserCalls } from '#shared/contract/admin-users.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { AuditStore } from '#server/core/audit.store.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Mail } from '#server/core/mail/mail.ts'
import type { Readiness } from '#server/core/readiness.ts'
import {
  deviceFrom,
  invitationMail,
  type InviteDesk,
  inviteState,
  type SessionKeeper,
} from '#server/features/accounts/index.ts'
import type { AdminJobsStore, JobRow } from './admin-jobs.store.ts'
import type { AdminUsersService } from './admin-users.service.ts'
import { type Health, HEALTH } from './health.store.ts'
import type { Operations } from './operations.service.ts'
import type { ReadStorage } from './storage-usage.store.ts'

const PAGE = 50

/** One more row than a page holds tells whether there is another page. */
const pageOf = <T extends { id: string }>(rows: T[]) => {
  const page = rows.slice(0, PAGE)
  return { page, next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}

const jobFrom = (row: JobRow): AdminJob => ({
  queue: row.queue,
  key: row.key,
  title: row.title,
  attempts: row.attempts,
  dueAt: row.due_at.toISOString(),
  failedAt: row.failed_at?.toISOString() ?? null,
  reason: row.last_error,
})

const readCursor = (cursor: string | undefined) => {
  if (cursor === undefined) return null
  const [queue = '', ...key] = cursor.split(' ')
  return { queue, key: key.join(' ') }
}

export const systemHandlers = (readiness: Readiness): Handlers<typeof systemCalls> => ({
  'GET /healthz': async () => HEALTHY,
  'GET /readyz': async ({ log }) => {
    const report = await readiness.report()
    if (report.status === 'ok') return report
    log.warn(report, 'The server is not quite ready')
    if (report.status === 'degraded') return report
    return Response.json(report, { status: 503 })
  },
})

type UserParts = {
  admin: { users: AdminUsersService; audit: AuditStore }
  sessions: Pick<SessionKeeper, 'list'>
  /** Makes links for this origin. */
  inviteDeskFor: (origin: string) => InviteDesk
  mail: Mail | null
}

export const adminUserHandlers = (parts: UserParts): Handlers<typeof adminUserCalls> => {
  const { admin, sessions, inviteDeskFor, mail } = parts
  return {
    'GET /api/admin/users': async ({ query }) => succeeded(await admin.users.list(query)),

    'GET /api/admin/users/:id': async ({ params, sessionId }) => {
      const user = await admin.users.find(params.id)
      const devices = (await sessions.list(params.id)).map((one) => deviceFrom(one, sessionId))
      return succeeded({ ...user, sessions: devices })
    },

    'POST /api/admin/users/:id/suspension': async ({ params, user, audit }) => {
      await admin.users.suspend(user.uid, params.id)
      audit('user-suspended')
      return succeeded(null)
    },

    'DELETE /api/admin/users/:id/suspension': async ({ params, user, audit }) => {
      await admin.users.restore(user.uid, params.id)
      audit('user-restored')
      return succeeded(null)
    },

    'PUT /api/admin/users/:id/role': async ({ params, body, user, audit }) => {
      await admin.users.setRole(user.uid, params.id, body.role)
      audit('role-changed')
      return succeeded(null)
    },

    'DELETE /api/admin/users/:id/sessions': async ({ params, user, audit }) => {
      await admin.users.signOut(user.uid, params.id)
      audit('sign-out-everywhere')
      return succeeded(null)
    },

    'DELETE /api/admin/users/:id': async ({ params, user, audit }) => {
      await admin.users.remove(user.uid, params.id)
      audit('account-deleted')
      return succeeded(null)
    },

    'GET /api/admin/invites': async ({ query, origin }) => {
      const { page, next } = pageOf(await inviteDeskFor(origin).page(query.after ?? null, PAGE + 1))
      return succeeded({
        invites: page.map((invite) => ({
          id: invite.id,
          kind: invite.kind,
          state: inviteState(invite),
          email: invite.email,
          createdAt: invite.created_at.toISOString(),
          expiresAt: invite.expires_at.toISOString(),
          inviter: invite.inviter,
        })),
        next,
      })
    },

    'POST /api/admin/invites': async ({ body, user, origin, log }) => {
      const invitee = { email: body.email, name: null, phone: null }
      const { id, code, link } = await inviteDeskFor(origin).createCode(invitee, user.uid)
      await admin.audit.note(user.uid, 'invitation-created', id)
      if (!mail || body.email === null || link === null)
        return succeeded({ code, link, isSent: false })
      // The invitation exists and is shown, so the administrator can send it in another way.
      const isSent = await mail.send({ to: body.email, ...invitationMail(code, link) }).then(
        () => true,
        (err: unknown) => {
          log.warn({ err }, 'An invitation could not be sent')
          return false
        },
      )
      return succeeded({ code, link, isSent })
    },

    'DELETE /api/admin/invites/:id': async ({ params, user, origin }) => {
      if (!(await inviteDeskFor(origin).revoke(params.id)))
        throw new AppError(404, 'There is no such invitation to revoke')
      await admin.audit.note(user.uid, 'invitation-revoked', params.id)
      return succeeded(null)
    },

    'GET /api/admin/audit': async ({ query }) => {
      const { page, next } = pageOf(await admin.audit.list(query.after ?? null, PAGE + 1))
      return succeeded({
        entries: page.map(({ id, at, actor, event, subject, detail }) => ({
          id,
          at: at.toISOString(),
          actor,
          event,
          subject,
          detail,
        })),
        next,
      })
    },
  }
}

type SystemParts = {
  admin: { jobs: AdminJobsStore; users: AdminUsersService; audit: AuditStore }
  operations: Operations
  health: Health
  readStorage: ReadStorage
  mail: Mail | null
}

export const adminSystemHandlers = (parts: SystemParts): Handlers<typeof adminSystemCalls> => {
  const { admin, operations, health, readStorage, mail } = parts
  return {
    'GET /api/admin/overview': async () => succeeded(await operations.overview()),

    'POST /api/admin/test-mail': async ({ user }) => {
      const { email: to } = await admin.users.find(user.uid)
      if (!mail) throw new AppError(409, ADMIN_MESSAGES.noMail)
      if (to === null) throw new AppError(409, ADMIN_MESSAGES.noAddress)
      await mail.send({ to, ...TEST_MAIL })
      await admin.audit.note(user.uid, 'test-mail-sent', to)
      return succeeded({ to })
    },

    'GET /api/admin/health': async () =>
      succeeded({ periodMs: HEALTH.periodMs, servers: await health.lastDay() }),

    'GET /api/admin/storage': async () => succeeded(await readStorage()),

    'GET /api/admin/jobs': async ({ query }) => {
      const [waiting, failed, rows] = await Promise.all([
        admin.jobs.count('waiting'),
        admin.jobs.count('failed'),
        admin.jobs.list(query.state, readCursor(query.after), PAGE + 1),
      ])
      const page = rows.slice(0, PAGE)
      const last = page.at(-1)
      return succeeded({
        counts: { waiting, failed },
        jobs: page.map(jobFrom),
        next: rows.length > PAGE && last ? `${last.queue} ${last.key}` : null,
      })
    },

    'POST /api/admin/jobs/retry': async ({ body, user }) => {
      const { job = null } = body
      const retried = await admin.jobs.retry(job)
      if (job && retried === 0) throw new AppError(404, 'There is no such failed job')
      await admin.audit.note(user.uid, 'jobs-retried', job ? `${job.queue} ${job.key}` : null)
      return succeeded({ retried })
    },
  }
}

const TEST_MAIL = {
  subject: 'Wearabouts: test e-mail',
  text: 'This is the test e-mail that you asked for. Mail works.',
}
