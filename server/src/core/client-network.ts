/** Groups client addresses by network, for limits per client. */

/** Returns an IPv4 address unchanged and an IPv6 address as its /64, the block one client is usually assigned. */
export function networkOf(address: string): string {
  return prefixOf(address, 4)
}

/** Returns an IPv4 address unchanged and an IPv6 address as its /48, the block one site is usually assigned. */
export function siteOf(address: string): string {
  return prefixOf(address, 3)
}

/** `count`: groups of 16 bits. */
function prefixOf(address: string, count: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] ?? address
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = (tail ?? '').split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...new Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16))
    .join(':')
}
