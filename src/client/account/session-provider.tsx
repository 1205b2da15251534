import type { ReactNode } from 'react'
import { SessionContext, useSessionQuery } from './session.ts'

export const SessionProvider = ({ children }: { children: ReactNode }) => (
  <SessionContext value={useSessionQuery()}>{children}</SessionContext>
)
