import type { Role } from '#shared/contract/permissions.ts'
import type { OpenIdClaims } from './openid-client.ts'

export type ClaimedRole = Exclude<Role, 'visitor'>

/** 'kept': the provider no longer names the last administrator as one. */
export type RoleChange = 'none' | 'changed' | 'kept'

/** The highest role in the claim, which is one name or a list of them. A missing claim names none. */
export const claimedRole = (claims: OpenIdClaims, claim: string): ClaimedRole => {
  const named = new Set<unknown>([claims[claim]].flat())
  if (named.has('admin')) return 'admin'
  return named.has('invited') ? 'invited' : 'user'
}
