import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Whether an IP address is one of the public internet's, as far as addresses show. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const ip = mapped ?? address
  if (isIPv4(ip)) return !notPublic.check(ip, 'ipv4')
  return isIPv6(ip) && isPublicIPv6(ip)
}

/** The same of an address of IPv6 in its own notation: one of IPv4 in its clothes is none. */
export function isPublicIPv6(ip: string): boolean {
  return global6.check(ip, 'ipv6') && !notPublic.check(ip, 'ipv6')
}

/** Special-purpose addresses (IANA registries); those of IPv6 that carry one of IPv4 are among them. */
const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
