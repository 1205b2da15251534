import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Internal services of cloud providers at addresses that look public. The metadata services of other
 * clouds have link-local, shared or private addresses, which are refused anyway.
 */
const CLOUD_INTERNAL = [
  // Azure: platform services of each virtual machine, including its secrets.
  '168.63.129.16/32',
  // IBM Cloud: service endpoints that are reachable only from its customers' machines.
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((range) => ipaddr.IPv4.parseCIDR(range))

/** All other IPv6 ranges are special, such as IPv4 in an IPv6 address (`::7f00:1`). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Such as `::8.8.8.8`, which DNS replies may contain and ipaddr.js parses as the IPv4 address. */
const IPV4_COMPATIBLE = /^::\d+\./

/** Public unicast only: not loopback, private networks, cloud metadata or embedded IPv4. */
export const isPublicAddress = (text: string): boolean => {
  // Not an address at all, or one with a zone, which is local.
  if (!isIP(text) || text.includes('%') || IPV4_COMPATIBLE.test(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4
    ? !CLOUD_INTERNAL.some((range) => address.match(range))
    : address.match(GLOBAL_UNICAST)
}

/** IP literals skip the DNS lookup, so they are checked separately. */
export const getLiteralAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : null
}
