import { create } from 'zustand'

/** The result of an invitation by email and code, kept until Login has shown it. */
type CreatedAccount = {
  result: { message: string; email: string; key: string | null } | null
  show: (result: NonNullable<CreatedAccount['result']>) => void
  clear: () => void
}

export const useCreatedAccount = create<CreatedAccount>((set) => ({
  result: null,
  show: (result) => set({ result }),
  clear: () => set({ result: null }),
}))
