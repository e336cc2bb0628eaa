/**
 * The part of an address that stays the same for a household: an IPv4 address whole, the first 64 bits of an
 * IPv6 address, since a device changes the rest by itself and anyone may count themselves up with it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (dotted) return dotted
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
    while (groups.length + after < 8) groups.push('0')
    if (tail !== '') groups.push(...tail.split(':'))
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** The prefix under which one party holds addresses: /24 of IPv4, /56 of IPv6. */
export function networkPrefix(address: string): string {
  const network = networkOf(address)
  if (!network.includes(':')) return network.slice(0, network.lastIndexOf('.'))
  const [last = '0', ...before] = network.split(':').reverse()
  return [...before.reverse(), (Number.parseInt(last, 16) >> 8).toString(16)].join(':')
}
