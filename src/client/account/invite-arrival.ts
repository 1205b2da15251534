import { paths } from '#shared/paths.ts'

export type InviteArrival =
  | { kind: 'ref'; ref: string }
  | { kind: 'code'; email: string; code: string }

let arrival: InviteArrival | null = null
let isTaken = false

/** What an invitation link carries, and the address without it. */
export const readInviteArrival = (
  href: string,
): { arrival: InviteArrival; cleaned: string } | null => {
  const url = new URL(href)
  const query = url.searchParams
  const [ref, email, code] = [query.get('ref'), query.get('email'), query.get('code')]
  const found: InviteArrival | null =
    url.pathname === paths.login.pattern && ref
      ? { kind: 'ref', ref }
      : url.pathname === paths.profile.pattern && email && code
        ? { kind: 'code', email, code }
        : null
  if (!found) return null
  for (const name of found.kind === 'ref' ? ['ref'] : ['email', 'code']) query.delete(name)
  return { arrival: found, cleaned: url.pathname + url.search + url.hash }
}

/** Before anything else loads: the address, with what it holds, would go along to other sites. */
export const captureInviteArrival = () => {
  const found = readInviteArrival(window.location.href)
  if (!found) return
  window.history.replaceState(window.history.state, '', found.cleaned)
  ;({ arrival } = found)
}

/** Until it has ended: whoever renders meanwhile must not send the person elsewhere. */
export const pendingInvite = () => arrival

/** Once: an invitation is spent by the first who asks. */
export const takeInviteArrival = () => {
  if (isTaken) return null
  isTaken = true
  return arrival
}

export const endInviteArrival = () => {
  arrival = null
}
