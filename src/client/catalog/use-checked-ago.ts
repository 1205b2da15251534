import { useState } from 'react'
import { useIsHydrating } from '#client/lib/use-is-hydrating.ts'
import { checkedAgo } from './offer-state.ts'

/** 'checked 3 h ago', in the visitor's time: the server's clock and the page's age would disagree. */
export const useCheckedAgo = (): ((checkedAt: string | null | undefined) => string | null) => {
  const isHydrating = useIsHydrating()
  const [now] = useState(() => Date.now())
  return (checkedAt) => (isHydrating ? null : checkedAgo(checkedAt ?? null, now))
}
