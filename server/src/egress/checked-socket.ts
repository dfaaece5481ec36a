/** Opens TCP and TLS connections for protocols other than HTTP. Connects only to addresses that the policy allows. */

import { connect, type LookupFunction, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type PeerCertificate } from 'node:tls'
import { readDestination } from './destination.ts'
import { compilePolicy, type EgressPolicy } from './policy.ts'
import { createResolver, type Lookup } from './resolve.ts'
import { checkedAddresses } from './route.ts'

export type SocketTarget = { readonly host: string; readonly port: number; readonly isTls: boolean }

/**
 * Returns at once. The socket emits `error` for a denied address, a failed lookup, a refused connection or a failed TLS
 * handshake. `onConnect` is called when data can be sent.
 */
export type OpenSocket = (target: SocketTarget, onConnect: () => void) => Socket

export type SocketOptions = {
  readonly lookup?: Lookup
  /** PEM certificates that replace the system's roots. */
  readonly roots?: string
}

/** Connections carry stored credentials, so a public address without TLS is denied. */
export function createSocketOpener(egressPolicy: EgressPolicy, { lookup, roots }: SocketOptions = {}): OpenSocket {
  const policy = compilePolicy(egressPolicy)
  const resolver = createResolver(lookup)

  return ({ host, port, isTls }, onConnect) => {
    const bracketed = host.includes(':') ? `[${host}]` : host
    const destination = readDestination(`${isTls ? 'https' : 'http'}://${bracketed}:${port}`)
    const lookUp: LookupFunction = (_name, requested, done) => {
      checkedAddresses(destination, resolver, policy, 'stored').then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
          if (requested.all) done(null, found)
          else done(null, found[0]!.address, found[0]!.family)
        },
        (error: Error) => done(error, ''),
      )
    }
    // A name and never an address: the runtime calls `lookup` only for names, and `lookup` checks the addresses.
    const options = { host: 'checked.invalid', port: destination.port, lookup: lookUp }
    if (!isTls) return connect(options, onConnect)
    const { name, isAddress } = destination
    const tls = {
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot disable verification.
      rejectUnauthorized: true,
      checkServerIdentity: (_host: string, certificate: PeerCertificate) => checkServerIdentity(name, certificate),
      ...(isAddress ? {} : { servername: name }),
      ...(roots !== undefined && { ca: roots }),
    }
    return connectTls({ ...options, ...tls }, onConnect)
  }
}
