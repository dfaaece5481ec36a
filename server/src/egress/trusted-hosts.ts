/**
 * Parses GATEWAY_TRUSTED_HOSTS, the private hosts the gateway may connect to: names, `*.domain`, addresses and CIDRs,
 * each with an optional port.
 */

import { type Address, parseAddress, sharesPrefix, unmapped } from './address.ts'

type Matcher = (host: string, address: Address) => boolean

export type TrustedHosts = (host: string, address: Address, port: number) => boolean

/** Throws an Error that quotes the invalid entry. */
export function compileTrustedHosts(entries: readonly string[]): TrustedHosts {
  const rules = entries.map(readEntry)
  return (host, address, port) =>
    rules.some((rule) => (rule.port === null || rule.port === port) && rule.matches(host, address))
}

function readEntry(entry: string): { readonly matches: Matcher; readonly port: number | null } {
  const { host, port } = splitPort(entry.trim().toLowerCase())
  const [base, prefix] = host.split('/')
  const address = parseAddress(base!)
  if (address) {
    const bits = prefix === undefined ? address.bits : Number(prefix)
    if (prefix !== undefined && !(/^[0-9]{1,3}$/.test(prefix) && bits <= address.bits)) throw unreadable(entry)
    return { port, matches: (_, candidate) => sharesPrefix(unmapped(candidate), address, bits) }
  }
  if (host.startsWith('*.') && isName(host.slice(2))) {
    const ending = host.slice(1)
    return { port, matches: (name) => name.endsWith(ending) }
  }
  if (!isName(host)) throw unreadable(entry)
  return { port, matches: (name) => name === host }
}

/** `host:80`, `[::1]:80` and `10.0.0.0/8:80` have a port. The colons of a bare IPv6 address do not start one. */
function splitPort(entry: string): { readonly host: string; readonly port: number | null } {
  const match = /^(\[[^\]]+\](?:\/\d+)?|[^:]+)(?::(\d{1,5}))?$/.exec(entry)
  if (!match) return { host: entry, port: null }
  const host = match[1]!.replace(/^\[([^\]]+)\]/, '$1')
  return { host, port: match[2] === undefined ? null : Number(match[2]) }
}

function isName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(text)
}

function unreadable(entry: string): Error {
  return new Error(`trusted host "${entry}" is not a name, *.domain, address or CIDR with an optional :port`)
}
