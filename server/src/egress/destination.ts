/** Parses the origin of an outbound URL into scheme, hostname and port. */

import { GatewayError } from '../core/errors.ts'
import { parseAddress } from './address.ts'

export type Destination = {
  readonly scheme: 'http' | 'https'
  /** Lower case, without brackets and trailing dot. */
  readonly name: string
  readonly isAddress: boolean
  readonly port: number
  /** For the Host header and for messages: includes the port unless it is the scheme's default. */
  readonly host: string
}

/** Characters that start a user name, path, query or fragment, or that URL parsers drop silently. */
const NOT_BARE = /[@\\?#\s]/

/** Parses `scheme://host[:port]`. Rejects anything more, such as a user name. */
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
