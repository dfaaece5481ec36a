/** Tests a credential with one cheap request to its provider, under the same egress rules as every other request. */

import { looksSecret } from '../config/problems.ts'
import { changeBody } from '../core/body/change-body.ts'
import { readResponseStart } from '../core/body/read-response.ts'
import { splitCustomHeaders } from '../core/custom-headers.ts'
import { type EndpointName, pathOf } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import { originOf } from '../core/request-url.ts'
import { Secret } from '../core/secret.ts'
import type { Egress } from '../egress/send.ts'
import { encodeBody, translationOf } from '../gateway/attempt/translation.ts'
import type { Outgoing, ProviderAdapter, Settings } from '../providers/adapter.ts'
import type { ProviderServices } from '../providers/provider-services.ts'
import { findProvider } from '../providers/registry.ts'

const TIMEOUT_MS = 15_000
/** A small body is enough: the result depends on the status, and only the error message in the body is shown. */
const ANSWER_LIMITS = { maxBytes: 64 * 1024, timeoutMs: TIMEOUT_MS }
const MAX_MESSAGE = 300

type Draft = {
  readonly provider: string
  readonly key: string | null
  readonly settings: Settings
  readonly customHost: string | null
  readonly isHostTrusted: boolean
  readonly model: string | null
}

type Verdict = {
  readonly isOk: boolean
  readonly isProven: boolean
  readonly status: number | null
  readonly message: string
  readonly durationMs: number
}

export function credentialTester(egress: Egress, services: ProviderServices): (draft: Draft) => Promise<Verdict> {
  return async (draft) => {
    const startMs = performance.now()
    const verdict = await tryOut(draft, egress, services).catch((error: unknown) => failed(error))
    return {
      ...verdict,
      message: withoutSecrets(verdict.message, draft),
      durationMs: Math.round(performance.now() - startMs),
    }
  }
}

type Finding = Omit<Verdict, 'durationMs'>

async function tryOut(draft: Draft, egress: Egress, services: ProviderServices): Promise<Finding> {
  const provider = findProvider(draft.provider)
  if (!provider) throw new GatewayError('provider_unknown')
  const outgoing = outgoingOf(provider, draft)
  const credential = draft.key === null ? null : { secret: new Secret(draft.key) }
  const { settings, headers } = splitCustomHeaders(draft.settings)
  await provider.authorize(outgoing, credential, settings, {
    services,
    // The control plane has already checked that the caller may use the gateway's own identity.
    mayUseAmbientIdentity: provider.usesAmbientIdentity?.(settings) === true,
  })
  if (headers) Object.assign(outgoing.headers, headers)
  const { status, text } = await send(outgoing, draft, egress)
  if (status < 200 || status > 299)
    return { isOk: false, isProven: true, status, message: refusalOf(status, text, draft) }
  const isPublic =
    draft.model === null && provider.needsCredential && (await listsModelsPublicly(outgoing, draft, egress))
  const message = isPublic
    ? 'The provider lists its models without a credential, so this proves nothing: send "model" to test the credential with a short request.'
    : draft.model === null
      ? 'The provider accepted the credential and listed its models.'
      : 'The provider accepted the credential and responded.'
  return { isOk: true, isProven: !isPublic, status, message }
}

function outgoingOf(provider: ProviderAdapter, { settings, customHost, model }: Draft): Outgoing {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity' }
  if (model === null) {
    const endpoint = provider.endpoints.has('models') ? 'models' : 'proxy'
    const call = {
      endpoint,
      path: '/models',
      search: '',
      model: null,
      isStream: false,
      body: null,
      customHost,
    } as const
    return { method: 'GET', url: provider.locate(call, settings), headers, body: null }
  }
  const requested: EndpointName = provider.endpoints.has('chat.completions') ? 'chat.completions' : 'embeddings'
  const params =
    requested === 'embeddings'
      ? { model, input: 'hi' }
      : { model, messages: [{ role: 'user', content: 'hi' }], max_completion_tokens: 16 }
  const translation = translationOf(requested, provider, model, params)
  const endpoint = translation?.endpoint ?? requested
  const call = { endpoint, path: pathOf(endpoint), search: '', model, isStream: false, body: params, customHost }
  const bytes = Buffer.from(JSON.stringify(params))
  const change = translation ? null : (provider.adapt?.(call, settings) ?? null)
  const adapted = change
    ? changeBody(
        bytes,
        null,
        change.set,
        [...change.drop].map((name) => [name]),
      )
    : bytes
  return {
    method: 'POST',
    url: provider.locate(call, settings),
    headers: { ...headers, 'content-type': 'application/json' },
    body: translation ? encodeBody(bytes, translation) : adapted,
  }
}

async function send(
  outgoing: Outgoing,
  { customHost, isHostTrusted }: Draft,
  egress: Egress,
): Promise<{ readonly status: number; readonly text: string }> {
  const trustedOrigin = isHostTrusted && customHost !== null ? originOf(customHost) : null
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await egress.send(outgoing, signal, { hasStoredCredential: true, trustedOrigin })
  return { status: response.status, text: await readResponseStart(response, ANSWER_LIMITS) }
}

/** Whether the provider lists its models without a credential. Then the list proves nothing about the credential. */
async function listsModelsPublicly(outgoing: Outgoing, draft: Draft, egress: Egress): Promise<boolean> {
  const headers = { ...outgoing.headers }
  for (const name of CREDENTIAL_HEADERS) delete headers[name]
  const { status } = await send({ ...outgoing, headers }, draft, egress).catch(() => ({ status: 0 }))
  return status >= 200 && status <= 299
}

function refusalOf(status: number, text: string, { model }: Draft): string {
  const said = messageIn(text)
  if (status === 401 || status === 403) return `The provider refused the credential: ${said}`
  if (status === 404 && model === null)
    return 'The provider has no model list at this address: send "model" to test the credential with a short request.'
  return `The provider returned HTTP ${status}: ${said}`
}

/** The message is in `error.message`, `message` or `error`. If the body is not JSON, returns its start. */
function messageIn(text: string): string {
  let found: unknown = text
  try {
    const body = JSON.parse(text) as {
      readonly error?: { readonly message?: unknown }
      readonly message?: unknown
    } | null
    found = body?.error?.message ?? body?.message ?? body?.error ?? text
  } catch {
    // Not JSON.
  }
  const words = typeof found === 'string' ? found : JSON.stringify(found)
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE).toWellFormed() || 'nothing more.'
}

function failed(error: unknown): Finding {
  if (error instanceof GatewayError) return { isOk: false, isProven: false, status: null, message: error.message }
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  const message = isLate
    ? `No response within ${TIMEOUT_MS / 1000} s.`
    : 'The provider closed the connection before its response was complete.'
  return { isOk: false, isProven: false, status: null, message }
}

/** Masks secrets, because some providers repeat the key in the message. */
function withoutSecrets(message: string, { key, settings }: Draft): string {
  let clean = message
  const secrets = Object.entries(settings).flatMap(([name, value]) => (looksSecret(name) ? [value] : []))
  for (const secret of key === null ? secrets : [key, ...secrets]) clean = clean.replaceAll(secret, '*******')
  return clean
}
