import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProviderId } from '#shared/contract/session.ts'
import type { ClaimedRole, RoleChange } from './claimed-role.ts'
import type { OpenIdClaims } from './openid-client.ts'

/** What is known about a returning sign-in while its callback request runs. */
export type SignInAttempt = {
  provider: ProviderId
  /** The query that the provider sent the browser back with. */
  query: string
  /** The user of the browser's current session; it may not be the one that began a link. */
  currentUid: string | null
  /** Whether the session may get another provider: confirming who one is must never link one. */
  mayLink: boolean
  /** Set once the provider has sent the profile. */
  email?: string | null
  isEmailVerified?: boolean
  subject?: string
  /** Of the OpenID provider, verified. */
  claims?: OpenIdClaims
  /** Set if the OpenID provider decides about roles. */
  role?: ClaimedRole
  roleChange?: RoleChange
  isSuspended?: boolean
  /** The user whose session has begun. */
  uid?: string
}

const attempts = new AsyncLocalStorage<SignInAttempt>()

export const duringAttempt = <T>(attempt: SignInAttempt, run: () => Promise<T>) =>
  attempts.run(attempt, run)

export const currentAttempt = () => attempts.getStore()
