import type { AuditStore } from '#server/core/audit.store.ts'
import type { AuditEvent } from '#shared/contract/admin-users.ts'
import { type Atomically, type Connection, readPage } from '#server/core/db/query.ts'
import { parseTimeCursor } from '#server/core/http/cursor.ts'
import { isSiteKey } from '#server/core/http/caller.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { ADMIN_MESSAGES } from '#shared/account-messages.ts'
import { type AdminUser, type UserGroup } from '#shared/contract/admin-users.ts'
import { createSessionsStore, createUsersStore } from '#server/features/accounts/index.ts'
import { announceCatalogChange } from '#server/features/catalog/index.ts'
import { type AdminUserRow, createAdminUsersStore } from './admin-users.store.ts'

type AdminUsersDependencies = {
  pool: Connection
  atomically: Atomically
  audit: AuditStore
  /** Deletes the files of deleted accounts. */
  deleteFiles: () => Promise<void>
}

const toAdminUser = <T extends AdminUserRow>(row: T) => {
  const { created_text: _, ...user } = row
  return user
}

const buildCursor = ({ created_text, id }: AdminUserRow) => `${created_text}|${id}`

const TAKING_ACCESS: ReadonlySet<AuditEvent> = new Set([
  'user-suspended',
  'role-changed',
  'user-deleted',
])

/**
 * Two administrators who act on each other wait for each other at the locked rows, so the second may be
 * no administrator any more. One always remains; only a command may change that, because it can also
 * restore it.
 */
const lockAdmins = async (
  client: Connection,
  { actor, uid, event }: { actor: string | null; uid: string; event: AuditEvent },
) => {
  const admins = await createAdminUsersStore(client).lockActiveAdmins()
  if (actor === null) return
  if (!isSiteKey(actor) && !admins.includes(actor))
    throw new AppError(403, ADMIN_MESSAGES.noLongerAdmin)
  if (TAKING_ACCESS.has(event) && admins.length === 1 && admins[0] === uid)
    throw new AppError(409, ADMIN_MESSAGES.lastAdmin)
}

/** Actions of administrators and commands on users. `actor` is null for a command. */
export const createAdminUsersService = ({
  pool,
  atomically,
  audit,
  deleteFiles,
}: AdminUsersDependencies) => {
  const users = createAdminUsersStore(pool)

  const actOn = async (
    actor: string | null,
    uid: string,
    event: AuditEvent,
    action: (client: Connection) => Promise<unknown>,
    detail: string | null = null,
  ) => {
    // Administrators cannot lock themselves out: there might be no other.
    if (actor === uid) throw new AppError(409, ADMIN_MESSAGES.notYourself)
    if ((await users.uidOf(uid)) !== uid) throw notFoundError('user')
    // Read before the action, which may delete the user.
    const subjectName = await audit.labelOf(uid)
    await atomically(async (client) => {
      await lockAdmins(client, { actor, uid, event })
      await action(client)
      // What they share may be listed in cached replies.
      await announceCatalogChange(client)
    })
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
      actOn(actor, uid, 'user-suspended', (client) => createAdminUsersStore(client).suspend(uid)),
    restore: (actor: string | null, uid: string) =>
      actOn(actor, uid, 'user-restored', (client) => createAdminUsersStore(client).restore(uid)),
    setRole: async (actor: string | null, uid: string, role: AdminUser['role']) => {
      const before = await users.find(uid)
      const change = before && `${before.role} → ${role}`
      const setRole = (client: Connection) => createAdminUsersStore(client).setRole(uid, role)
      await actOn(actor, uid, 'role-changed', setRole, change)
    },
    signOut: (actor: string | null, uid: string) =>
      actOn(actor, uid, 'user-signed-out', (client) => createSessionsStore(client).removeAll(uid)),
    remove: async (actor: string | null, uid: string) => {
      await actOn(actor, uid, 'user-deleted', (client) => createUsersStore(client).remove(uid))
      await deleteFiles()
    },
  }
}
