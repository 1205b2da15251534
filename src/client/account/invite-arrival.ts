import { paths } from '#shared/paths.ts'

export type InviteArrival =
  | { kind: 'ref'; ref: string }
  | { kind: 'code'; email: string; code: string }

let arrival: InviteArrival | null = null
let isTaken = false

/** The invitation in a link, and the URL without it. */
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

/** Runs before anything else loads, because a secret in the URL would leak as a referrer. */
export const captureInviteArrival = () => {
  const found = readInviteArrival(window.location.href)
  if (!found) return
  window.history.replaceState(window.history.state, '', found.cleaned)
  ;({ arrival } = found)
}

/** While it is being redeemed, no redirect may leave the page. */
export const pendingInvite = () => arrival

/** An invitation not yet being redeemed, which the user may still decline. */
export const isInviteUntouched = () => arrival !== null && !isTaken

/** Only once: redeeming an invitation twice would report it as used. */
export const takeInviteArrival = () => {
  if (isTaken) return null
  isTaken = true
  return arrival
}

export const endInviteArrival = () => {
  arrival = null
}
