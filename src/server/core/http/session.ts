import type { Account } from '#shared/contract/session.ts'

export type SessionUser = Account

export type Sessions = {
  find(headers: Headers): Promise<{ id: string; user: SessionUser } | null>
  read(headers: Headers): Promise<SessionUser | null>
  /** Whether the user proved recently who they are. */
  isRecent(sessionId: string): Promise<boolean>
}
