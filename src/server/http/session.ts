import type { Account } from '#shared/contract/session.ts'

/** The signed-in person, as every handler sees them. */
export type SessionUser = Account

export type Sessions = {
  read(headers: Headers): Promise<SessionUser | null>
}
