import type { Account } from '#shared/contract/session.ts'

/** The signed-in user, as handlers see them. */
export type SessionUser = Account

export type Sessions = {
  read(headers: Headers): Promise<SessionUser | null>
}
