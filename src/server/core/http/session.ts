import type { Account } from '#shared/contract/session.ts'
import { isAllowed, type Permission, roleOf } from '#shared/contract/permissions.ts'
import { AppError } from './errors.ts'

export type SessionUser = Account

export type Sessions = {
  find(headers: Headers): Promise<{ id: string; user: SessionUser } | null>
  /** Whether the user signed in or confirmed their identity recently. */
  isRecent(sessionId: string): Promise<boolean>
}

/** Messages for users who lack the permission. */
const REFUSALS: Record<Permission, string> = {
  browse: 'Not allowed',
  'use-account': 'Not allowed',
  'add-products': 'An invitation code is required',
  'publish-own': 'Only creators and editors may do this',
  publish: 'Only editors may do this',
  administer: 'Only administrators may do this',
}

/** Throws a 403 if the user lacks the permission. */
export const requirePermission = (user: SessionUser | null, permission: Permission) => {
  if (!isAllowed(roleOf(user), permission)) throw new AppError(403, REFUSALS[permission])
}
