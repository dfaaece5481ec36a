/**
 * Client secrets of the Realtime API. The caller gets a secret of the gateway instead of the provider's: it works only
 * at this gateway, with the key, config and model it was created with.
 */

import type { Target } from '../../config/plan.ts'
import { parseObject } from '../../core/body/json-text.ts'
import { readResponse } from '../../core/body/read-response.ts'
import { GatewayError } from '../../core/errors.ts'
import { bearerToken, type HeaderMap, keysIn } from '../../core/headers.ts'
import { isObject, memberOf } from '../../core/json.ts'
import { prefixOf } from '../../core/options/prefixed.ts'
import { type PinnedTarget, pinTo } from '../plan/pinned-target.ts'
import type { Issued } from '../request.ts'

/** Encrypts with the key of this deployment. `open` throws if the text was not encrypted with this key. */
export type SecretBox = {
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
}

type SecretPorts = { readonly secrets: SecretBox; readonly prefixes: readonly string[] }

/** The encrypted contents of a secret of the gateway. */
type Contents = {
  /** The gateway key and options of the request that created it. */
  readonly headers: HeaderMap
  /** The provider's secret. */
  readonly secret: string
  readonly model: string | null
  /** The target that issued it. */
  readonly pinned: PinnedTarget
  /** Epoch seconds. */
  readonly expiresAt: number
}

export type RestoredSecret = { readonly issued: Issued; readonly model: string | null }

/** OpenAI's browser client accepts only keys that start with `ek_`. */
const PREFIX = 'ek_gatehouse_'
const CONTEXT = 'realtime client secret'
/** Proxies refuse longer headers and subprotocols. */
const MAX_LENGTH = 4_096
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 60_000 }
/** OpenAI's default. */
const LIFETIME_SECONDS = 600

/** Sends the request, and replaces the secret in its response. */
export async function createSecret(
  request: Request,
  send: (request: Request, onServed: (target: Target) => void) => Promise<Response>,
  { secrets, prefixes }: SecretPorts,
): Promise<Response> {
  const { url, body, signal } = request
  const headers = new Headers(request.headers)
  // The response is changed here, so it must not be compressed.
  headers.set('accept-encoding', 'identity')
  let served = null as Target | null
  const response = await send(new Request(url, { method: 'POST', headers, body, signal }), (target) => {
    served = target
  })
  if (!response.ok || served === null) return response
  const parsed = parseObject(Buffer.from(await readResponse(response, LIMITS)))
  if (typeof parsed === 'string') throw new GatewayError('upstream_broken')
  const model = memberOf(parsed['session'], 'model') ?? parsed['model']
  const holder = isObject(parsed['client_secret']) ? parsed['client_secret'] : parsed
  const { value, expires_at } = holder
  if (typeof value === 'string') {
    const contents: Contents = {
      headers: ownHeaders(request.headers.toJSON() as HeaderMap, prefixes, served),
      secret: value,
      model: typeof model === 'string' ? model : null,
      pinned: pinTo(served),
      expiresAt: typeof expires_at === 'number' ? expires_at : Date.now() / 1000 + LIFETIME_SECONDS,
    }
    holder['value'] = sealed(contents, secrets)
  }
  const returned = new Headers(response.headers)
  returned.delete('content-length')
  return new Response(JSON.stringify(parsed), { status: response.status, headers: returned })
}

/** Puts the key and options of a secret into the headers; null if they carry no secret of the gateway. */
export function restoreSecret(headers: HeaderMap, { secrets, prefixes }: SecretPorts): RestoredSecret | null {
  const token = bearerToken(headers['authorization'])
  if (token === null || !token.startsWith(PREFIX)) return null
  const contents = opened(token, secrets)
  if (contents.expiresAt <= Date.now() / 1000) {
    throw new GatewayError('api_key_expired', { message: 'The client secret has expired.', hint: 'Create a new one.' })
  }
  // The holder of the secret must not choose another config or workspace.
  for (const name in headers) if (prefixOf(name, prefixes) !== null) delete headers[name]
  Object.assign(headers, contents.headers)
  headers['authorization'] = `Bearer ${contents.secret}`
  const { secret: clientSecret, pinned, model } = contents
  return { issued: { clientSecret, pinned }, model }
}

function sealed(contents: Contents, secrets: SecretBox): string {
  const token = PREFIX + secrets.seal(JSON.stringify(contents), CONTEXT)
  if (token.length <= MAX_LENGTH) return token
  throw new GatewayError('invalid_header', {
    message: 'The headers of the request are too long for a client secret.',
    hint: 'Save the config, and send its id in x-gateway-config.',
  })
}

function opened(token: string, secrets: SecretBox): Contents {
  try {
    return JSON.parse(secrets.open(token.slice(PREFIX.length), CONTEXT)) as Contents
  } catch {
    throw new GatewayError('api_key_invalid', { message: 'The client secret was not issued by this gateway.' })
  }
}

function ownHeaders(headers: HeaderMap, prefixes: readonly string[], served: Target): HeaderMap {
  const own: HeaderMap = {}
  for (const name in headers) if (prefixOf(name, prefixes) !== null) own[name] = headers[name]!
  const [key] = keysIn(headers)
  if (key !== undefined && !prefixes.some((prefix) => own[`${prefix}api-key`] !== undefined)) {
    own['x-gateway-api-key'] = key
  }
  const { stripsModel, credential } = served
  // The model of the session no longer has the prefix that names the virtual key.
  if (stripsModel && credential.kind === 'virtual_key') own['x-gateway-virtual-key'] = credential.slug
  return own
}
