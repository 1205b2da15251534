import type { AuditEvent, AuditStore } from '#server/core/audit.store.ts'
import { readPage } from '#server/core/db/query.ts'
import { parseTimeCursor } from '#server/core/http/cursor.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { ADMIN_MESSAGES } from '#shared/account-messages.ts'
import { type AdminUser, type UserGroup } from '#shared/contract/admin-users.ts'
import type { AdminUserRow, AdminUsersStore } from './admin-users.store.ts'

type AdminUsersDependencies = {
  users: AdminUsersStore
  audit: AuditStore
  /** Deletes the account with its files. */
  remove: (uid: string) => Promise<void>
  endSessions: (uid: string) => Promise<unknown>
}

const toAdminUser = <T extends AdminUserRow>(row: T) => {
  const { created_text: _, ...user } = row
  return user
}

const buildCursor = ({ created_text, id }: AdminUserRow) => `${created_text}|${id}`

/** Actions of administrators and commands on users. `actor` is null for a command. */
export const createAdminUsersService = ({
  users,
  audit,
  remove,
  endSessions,
}: AdminUsersDependencies) => {
  const actOn = async (
    actor: string | null,
    uid: string,
    event: AuditEvent,
    action: () => Promise<unknown>,
    detail: string | null = null,
  ) => {
    // Administrators cannot lock themselves out: there might be no other.
    if (actor === uid) throw new AppError(409, ADMIN_MESSAGES.notYourself)
    if ((await users.uidOf(uid)) !== uid) throw notFoundError('user')
    // Read before the action, which may delete the user.
    const subjectName = await audit.labelOf(uid)
    await action()
    await audit.note(actor, event, uid, { subjectName, detail })
  }

  return {
    uidOf: users.uidOf,

    list: async (query: {
      q?: string | undefined
      group?: UserGroup | undefined
      after?: string | undefined
    }) => {
      const filter = {
        words: query.q ?? '',
        group: query.group ?? 'all',
        after: query.after ? parseTimeCursor(query.after) : null,
      }
      const { page, next } = await readPage(
        (limit) => users.list({ ...filter, limit }),
        buildCursor,
      )
      return { users: page.map(toAdminUser), next }
    },

    find: async (uid: string) => {
      const row = await users.find(uid)
      if (!row) throw notFoundError('user')
      return toAdminUser(row)
    },

    suspend: (actor: string | null, uid: string) =>
      actOn(actor, uid, 'user-suspended', () => users.suspend(uid)),
    restore: (actor: string | null, uid: string) =>
      actOn(actor, uid, 'user-restored', () => users.restore(uid)),
    setRole: async (actor: string | null, uid: string, role: AdminUser['role']) => {
      const before = await users.find(uid)
      const change = before && `${before.role} → ${role}`
      await actOn(actor, uid, 'role-changed', () => users.setRole(uid, role), change)
    },
    signOut: (actor: string | null, uid: string) =>
      actOn(actor, uid, 'user-signed-out', () => endSessions(uid)),
    remove: (actor: string | null, uid: string) =>
      actOn(actor, uid, 'user-deleted', () => remove(uid)),
  }
}
