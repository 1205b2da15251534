import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** By page, so that one is not offered what another was opened with. */
const arrived = new Map<string, string>()
const never = () => () => undefined

/** The secret of a link in an email. It is taken out of the address, so that it stays in no history. */
export const useHashSecret = (page: string): string | null => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const read = () => {
    const secret = window.location.hash.slice(1)
    if (secret) arrived.set(page, secret)
    return arrived.get(page) ?? null
  }
  // Null while hydrating: the server never sees the hash.
  const secret = useSyncExternalStore(never, read, () => null)
  const clear = useEffectEvent(() => void navigate(page, { replace: true }))
  useEffect(() => {
    if (hash.length > 1) clear()
  }, [hash])
  return secret
}
