import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A subscriber has at least this many leading bits to themselves, and any number of addresses below. */
const SUBSCRIBER_BITS = 64

/**
 * Whom a limit counts. IPv6 addresses count by /64, because one subscriber can use 2^64 of them;
 * IPv4 addresses in IPv6 form count as IPv4. Anything else, such as a user id, stands for itself.
 */
export const callerGroup = (caller: string): string => {
  if (!isIPv6(caller)) return caller
  const address = ipaddr.process(caller)
  if (address.kind() === 'ipv4') return address.toString()
  const [plain = caller] = caller.split('%')
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${SUBSCRIBER_BITS}`)
  return `${network.toString()}/${SUBSCRIBER_BITS}`
}
