import { type LookupAddress, type LookupAllOptions, lookup as dnsLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public unicast only: not loopback, private networks, cloud metadata or embedded IPv4. */
export const isPublicAddress = (address: string): boolean => {
  try {
    return ipaddr.process(address).range() === 'unicast'
  } catch {
    // Not an address at all.
    return false
  }
}

type AllAddresses = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export class AddressRefused extends Error {}

/**
 * A DNS lookup that fails if any answer is not public. The connection uses the addresses checked
 * here, so that a name cannot change its answer in between (DNS rebinding).
 */
export const publicLookup =
  (isPublic: (address: string) => boolean, resolve: AllAddresses = dnsLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
        return callback(new AddressRefused(`${hostname} is not a public host`), [])
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return callback(null, first?.address ?? '', first?.family)
    })
  }

/** IP literals skip the DNS lookup, so they are checked separately. */
export const literalAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : null
}
