/** Where a call wants to go, read from the text of its origin. */

import { GatewayError } from '../core/errors.ts'
import { parseAddress } from './address.ts'

export type Destination = {
  readonly scheme: 'http' | 'https'
  /** Lower case, without brackets and trailing dot. */
  readonly name: string
  readonly isAddress: boolean
  readonly port: number
  /** For the Host header and for messages: with the port unless it is the scheme's own. */
  readonly host: string
}

/** What would begin a user, path, query or fragment, and what a URL parser would silently drop. */
const NOT_BARE = /[@\\?#\s]/

/** Reads `scheme://host[:port]`; anything more, such as a user name, is refused. */
export function readDestination(origin: string): Destination {
  const url = NOT_BARE.test(origin) ? null : URL.parse(origin)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new GatewayError('custom_host_invalid', { param: 'custom_host' })
  }
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port)
  return { scheme, name, isAddress: parseAddress(name) !== null, port, host: url.host.replace(/\.(?=:|$)/, '') }
}
