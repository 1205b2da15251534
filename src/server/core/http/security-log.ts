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

type Circumstances = {
  /** The user's id; null for a visitor. */
  actor: string | null
  /** Without its query, and a pattern where possible: both may carry secrets. */
  path: string
  address: string
}

/** The only way security events are logged: one line each, never a secret or an email address. */
export const logSecurity = (
  log: Logger,
  event: SecurityEvent,
  { actor, path, address }: Circumstances,
) => log.info({ security: event, actor, path, address }, `Security event: ${event}`)
