import type { Account } from '#shared/contract/session.ts'

export type SessionUser = Account

export type Sessions = {
  read(headers: Headers): Promise<SessionUser | null>
}
