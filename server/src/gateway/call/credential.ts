/** The provider credential of an attempt, resolved anew each time, and its fingerprint. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { bearerToken } from '../../core/headers.ts'
import { Secret } from '../../core/secret.ts'
import type { Credential } from '../../providers/adapter.ts'
import type { Exchange } from '../exchange.ts'

export function credentialOf(exchange: Exchange, target: Target): Credential | null {
  const ref = target.credential
  if (ref.kind === 'inline') return { secret: ref.secret }
  if (ref.kind === 'none') return null
  if (ref.kind === 'virtual_key') {
    throw new GatewayError('virtual_key_unknown', {
      param: target.place,
      message: `No virtual key "${ref.slug.slice(0, 64)}" exists in this workspace.`,
    })
  }
  const { headers } = exchange.incoming
  const value = bearerToken(headers['authorization']) ?? headers['x-api-key'] ?? headers['api-key']
  if (value !== undefined) return { secret: new Secret(value) }
  if (target.provider.needsCredential && headers['authorization'] === undefined) {
    throw new GatewayError('credential_missing', {
      param: 'authorization',
      message: `Provider ${target.provider.slug} needs a credential and the request has none.`,
    })
  }
  return null
}

/** Tells credentials apart without holding them: part of cache keys and circuit identities. */
export function fingerprint(exchange: Exchange, target: Target): string {
  const credential = credentialOf(exchange, target)
  // A scheme of the caller's own (Basic, a signature) is its credential too.
  const secret = credential?.secret.reveal() ?? exchange.incoming.headers['authorization'] ?? ''
  return Bun.CryptoHasher.hash('sha256', `${secret}\0${JSON.stringify(target.settings)}`, 'base64')
}
