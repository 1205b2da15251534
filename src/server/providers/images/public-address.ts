import { type LookupAddress, type LookupAllOptions, lookup as dnsLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Only public unicast: not this machine, its network, a cloud's metadata, nor an address inside another. */
export const isPublicAddress = (address: string): boolean => {
  try {
    return ipaddr.process(address).range() === 'unicast'
  } catch {
    // Not an address at all, so not a public one.
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
 * A lookup that fails when any answer is not public. The connection is made to the very addresses
 * judged here, so that a name cannot change its answer between the judgement and the connection.
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

/** Addresses written out skip every lookup. */
export const literalAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : null
}
