import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

describe('addresses that pictures are not fetched from', () => {
  it.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private networks', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ['shared by carriers (CGNAT)', '100.64.0.1', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['link-local', '169.254.0.1', 'fe80::1', 'fe80::1%eth0'],
    ['protocol assignments', '192.0.0.1', '192.0.0.171', '2001:1::1', '2001:1ff::1'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    ['reserved', '240.0.0.1', '255.255.255.255', '4000::1', '5f00::1', 'e000::1'],
    ['unspecified', '::'],
    ['IPv4-compatible', '::7f00:1', '::127.0.0.1', '::10.0.0.1', '::8.8.8.8'],
    ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::ffff:10.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
    ['Teredo', '2001::1', '2001:0:7f00:1::'],
    ['discarded', '100::1'],
    ['unique local', 'fc00::1', 'fd00::1'],
    ['site-local', 'fec0::1'],
    ['ORCHID', '2001:10::1', '2001:20::1'],
    ['metadata of AWS, Azure, Google, Oracle and DigitalOcean', '169.254.169.254'],
    ['metadata of AWS and Google over IPv6', 'fd00:ec2::254', 'fd20:ce::254'],
    ['credentials of AWS containers', '169.254.170.2', '169.254.170.23'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Oracle', '192.0.0.192'],
    ['metadata of Tencent', '169.254.0.23'],
    ['metadata of Scaleway', '169.254.42.42', 'fd00:42::42'],
    ['platform services of Azure', '168.63.129.16', '::ffff:168.63.129.16'],
    ['service endpoints of IBM', '161.26.0.10', '166.8.0.1', '166.11.255.255'],
    ['not addresses', '', 'localhost', '8.8.8', '08.8.8.8', '[::1]', '1.2.3.4/8', ' 8.8.8.8'],
  ])('%s', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  it('does not refuse public addresses next to them', () => {
    const open = [
      '1.1.1.1',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '168.63.129.15',
      '168.63.129.17',
      '172.15.255.255',
      '172.32.0.1',
      '198.17.255.255',
      '198.20.0.1',
      '::ffff:8.8.8.8',
      '2001:4860:4860::8888',
      '2606:4700::1',
      '2a00:1450::1',
    ]
    expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  })
})
