import type { Logger } from 'pino'

export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'sign-out-elsewhere'
  | 'sign-out-everywhere'
  | 'identity-confirmed'
  | 'provider-linked'
  | 'provider-unlinked'
  | 'passkey-added'
  | 'passkey-removed'
  | 'key-created'
  | 'key-revoked'
  | 'invitation-redeemed'
  | 'invitation-refused'
  | 'email-released'
  | 'data-exported'
  | 'account-deleted'
  | 'deletion-requested'
  | 'admin-made'
  | 'set-up-refused'
  | 'user-suspended'
  | 'shop-added'
  | 'shop-removed'
  | 'content-removed'
  | 'content-restored'
  | 'user-restored'
  | 'role-changed'
  | 'refused'
  | 'limit-reached'

type EventContext = {
  /** The user's id; null for a visitor. */
  actor: string | null
  /** Without the query, and a route pattern where possible, because both can contain secrets. */
  path: string
  address: string
}

/** Logs one line per event, without secrets and email addresses. */
export const logSecurityEvent = (
  log: Logger,
  event: SecurityEvent,
  { actor, path, address }: EventContext,
) => log.info({ security: event, actor, path, address }, `Security event: ${event}`)
