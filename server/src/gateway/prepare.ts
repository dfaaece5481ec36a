/** Makes the upstream request of one attempt: final bytes, address, headers. The caller's body itself is never changed. */

import type { ParamChanges, Target } from '../config/plan.ts'
import { GatewayError } from '../core/errors.ts'
import { bearerToken, forwardable, type HeaderMap } from '../core/headers.ts'
import { dropPaths, setMembers } from '../core/json-text.ts'
import { Secret } from '../core/secret.ts'
import type { Credential, Outgoing } from '../providers/adapter.ts'
import type { Exchange } from './exchange.ts'

export async function prepare(exchange: Exchange, target: Target, prefixes: readonly string[]): Promise<Outgoing> {
  const { method, endpoint, path, search } = exchange.incoming
  const { provider, settings } = target
  if (endpoint.name !== 'proxy' && !provider.endpoints.has(endpoint.name)) throw unsupported(exchange, target)
  const credential = credentialOf(exchange, target)
  const url = provider.locate({ endpoint: endpoint.name, path, search, model: modelOf(exchange, target), customHost: target.customHost }, settings)
  const outgoing: Outgoing = { method, url, headers: headersFor(exchange, target, prefixes), body: bodyFor(exchange, target) }
  await provider.authorize(outgoing, credential, settings)
  return outgoing
}

function unsupported(exchange: Exchange, target: Target): GatewayError {
  const { endpoint, path } = exchange.incoming
  const known = [...target.provider.endpoints].join(', ')
  return new GatewayError('endpoint_unsupported', {
    param: target.place,
    message: `Provider ${target.provider.slug} has no ${endpoint.name}; it has ${known || 'pass-through only'}.`,
    hint: `Choose another provider, or reach the provider's own path as it is at /v1/proxy${path}.`,
  })
}

function credentialOf(exchange: Exchange, target: Target): Credential | null {
  const ref = target.credential
  if (ref.kind === 'inline') return { secret: ref.secret }
  if (ref.kind === 'none') return null
  if (ref.kind === 'virtual_key') {
    throw new GatewayError('virtual_key_unknown', { param: target.place, message: `No virtual key "${ref.slug.slice(0, 64)}" exists in this workspace.` })
  }
  const { headers } = exchange.incoming
  const value = bearerToken(headers['authorization']) ?? headers['x-api-key'] ?? headers['api-key']
  if (value !== undefined) return { secret: new Secret(value) }
  if (target.provider.needsCredential && headers['authorization'] === undefined) {
    throw new GatewayError('credential_missing', { param: 'authorization', message: `Provider ${target.provider.slug} needs a credential and the request has none.` })
  }
  return null
}

function headersFor(exchange: Exchange, target: Target, prefixes: readonly string[]): HeaderMap {
  const { headers, endpoint } = exchange.incoming
  const out = forwardable(headers, prefixes)
  out['accept-encoding'] = (endpoint.name === 'proxy' && headers['accept-encoding']) || 'identity'
  // A caller's own scheme (Basic, a signature) goes on as it is; a bearer value is placed by the adapter.
  const authorization = headers['authorization']
  if (target.credential.kind === 'caller' && authorization !== undefined && bearerToken(authorization) === null) {
    out['authorization'] = authorization
  }
  for (const name of target.forwardHeaders) {
    const value = headers[name]
    if (value !== undefined) out[name] = value
  }
  if (exchange.body.kind === 'none') {
    if (exchange.incoming.method === 'GET') delete out['content-type']
  } else if (exchange.body.kind === 'stream' && exchange.body.sizeBytes !== null) {
    out['content-length'] = String(exchange.body.sizeBytes)
  }
  return out
}

function bodyFor(exchange: Exchange, target: Target): Uint8Array | ReadableStream<Uint8Array> | null {
  const { body, params } = exchange
  if (body.kind === 'none') return null
  if (body.kind === 'stream') {
    body.taken = true
    if (target.changes) exchange.warnings.push(`${target.place}: parameter changes do not apply to a streamed upload.`)
    return body.stream
  }
  if (!target.changes) return body.bytes
  if (params) return changed(body.bytes, params, target.changes)
  exchange.warnings.push(`${target.place}: parameter changes apply to JSON bodies only.`)
  return body.bytes
}

/** Defaults fill what is absent, overrides win, drops come last (contract 1.2). */
function changed(bytes: Uint8Array, params: Readonly<Record<string, unknown>>, changes: ParamChanges): Uint8Array {
  const values = new Map<string, unknown>()
  for (const [key, value] of changes.defaults) if (!Object.hasOwn(params, key)) values.set(key, value)
  for (const [key, value] of changes.overrides) values.set(key, value)
  const set = values.size > 0 ? setMembers(bytes, values) : bytes
  return changes.drops.length > 0 ? dropPaths(set, changes.drops) : set
}

function modelOf(exchange: Exchange, target: Target): string | null {
  const override = target.changes?.overrides.get('model') ?? (exchange.model === null ? target.changes?.defaults.get('model') : undefined)
  return typeof override === 'string' ? override : exchange.model
}
