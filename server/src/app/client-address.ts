/** Client address of a request: the socket's peer, or X-Forwarded-For if the peer is a trusted proxy. */

import { BlockList, isIP } from 'node:net'
import { isHost } from '../core/request-url.ts'

export type SocketAddress = (request: Request) => string | null

export class ClientAddresses {
  readonly #trusted = new BlockList()

  constructor(
    trustedProxies: readonly string[],
    private readonly own: { readonly publicUrl: string | null; readonly isTls: boolean },
    private readonly socketAddress: SocketAddress,
  ) {
    for (const network of trustedProxies) {
      const [address = '', bits] = network.split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      if (bits === undefined) this.#trusted.addAddress(address, family)
      else this.#trusted.addSubnet(address, Number(bits), family)
    }
  }

  /** The rightmost address that is not a trusted proxy. Entries to the left of it can be forged by the client. */
  of(request: Request): string {
    let address = plain(this.socketAddress(request) ?? '')
    const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? []
    while (this.#isTrusted(address)) {
      const before = plain(forwarded.pop()?.trim() ?? '')
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }

  /** The configured public URL, else the origin that the caller used, such as `https://gateway.example.com`. */
  baseUrlOf(request: Request): string {
    if (this.own.publicUrl !== null) return this.own.publicUrl
    const isProxied = this.#isTrusted(plain(this.socketAddress(request) ?? ''))
    const isSecure = this.own.isTls || (isProxied && request.headers.get('x-forwarded-proto') === 'https')
    const host = request.headers.get('host')
    return `${isSecure ? 'https' : 'http'}://${isHost(host) ? host : 'localhost'}`
  }

  #isTrusted(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && this.#trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Converts IPv4-mapped IPv6 addresses: `::ffff:10.0.0.1` is 10.0.0.1. */
function plain(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
