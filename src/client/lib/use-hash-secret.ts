import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** By page, so that no page gets the secret of another. */
const secrets = new Map<string, string>()
const subscribeToNothing = () => () => undefined

/** The secret in the hash of a link. It is removed from the address, so that it stays in no history. */
export const useHashSecret = (page: string): string | null => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const read = () => {
    const secret = window.location.hash.slice(1)
    if (secret) secrets.set(page, secret)
    return secrets.get(page) ?? null
  }
  // Null while hydrating: the server never sees the hash.
  const secret = useSyncExternalStore(subscribeToNothing, read, () => null)
  const clear = useEffectEvent(() => void navigate(page, { replace: true }))
  useEffect(() => {
    if (hash.length > 1) clear()
  }, [hash])
  return secret
}
