import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIsHydrating } from './use-media-query.ts'

/** By page, so that no page gets the secret of another. */
const secrets = new Map<string, string>()

/** The secret in the hash of a link. It is removed from the address, so that it stays in no history. */
export const useHashSecret = (page: string): string | null => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isHydrating = useIsHydrating()
  const clear = useEffectEvent(() => void navigate(page, { replace: true }))
  useEffect(() => {
    if (hash.length > 1) clear()
  }, [hash])
  if (hash.length > 1) secrets.set(page, hash.slice(1))
  // The server never sees the hash.
  return isHydrating ? null : (secrets.get(page) ?? null)
}
