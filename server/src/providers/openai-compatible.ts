/** Builds adapters for providers with OpenAI's format. Most differ only in base URL, endpoints and body members. */

import { z } from 'zod'
import { ENDPOINTS, type EndpointName } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { ProviderAdapter } from './adapter.ts'
import { type ChatSupport, chatVariant } from './chat-variant.ts'
import { versionedHost } from './custom-host-version.ts'
import { joinUrl } from './join-url.ts'
import { placeApiKey, placeBearer, removeCredentials, requireCredential } from './place-credential.ts'

export type OpenaiCompatibleHost = {
  readonly slug: string
  readonly title: string
  /** The provider's name in OpenTelemetry's conventions for generative AI. Default: the slug. */
  readonly telemetryName?: string
  readonly docs: string
  /** With the version segment, without a trailing slash. Null if each deployment has its own URL in `custom_host`. */
  readonly base: string | null
  /** The header of the API key. Default: `authorization`, as a bearer token. */
  readonly keyHeader?: 'api-key' | 'x-api-key' | 'x-goog-api-key'
  readonly settings?: ProviderAdapter['settings']
  /** Settings sent as headers: setting key to lower-case header name. */
  readonly settingHeaders?: Readonly<Record<string, string>>
  /** Supported endpoints. Default: all of OpenAI's. */
  readonly endpoints?: readonly EndpointName[]
  /** True if the provider documents `stream_options.include_usage`. Others always send usage, or reject the option. */
  readonly streamsUsage?: boolean
  /** Newer members of a chat request that the provider accepts. */
  readonly supports?: ChatSupport
  /** The wire format of `/embeddings`, where it is not OpenAI's. */
  readonly embeddings?: Dialect
  /** The wire format of `/responses/input_tokens`, if the host counts tokens there. */
  readonly tokenCounter?: Dialect
  /** False if the provider works without an API key. A key is still sent if one is configured. */
  readonly needsCredential?: boolean
  readonly sockets?: readonly ('realtime' | 'responses')[]
}

/** All endpoints except Anthropic's and the token counter, which few other hosts have. */
export const ALL_ENDPOINTS: ReadonlySet<EndpointName> = new Set(
  ENDPOINTS.map((row) => row.name as EndpointName).filter((name) => !/^messages|\.input_tokens$/.test(name)),
)

function withCounter(endpoints: Iterable<EndpointName>): ReadonlySet<EndpointName> {
  return new Set([...endpoints, 'responses.input_tokens'])
}

export const NO_SETTINGS: ProviderAdapter['settings'] = z.object({})

export function openaiCompatibleAdapter(host: OpenaiCompatibleHost): ProviderAdapter {
  const { slug, title, docs, base, telemetryName, settings, endpoints, embeddings, tokenCounter, keyHeader } = host
  const settingHeaders = Object.entries(host.settingHeaders ?? {})
  const needsCredential = host.needsCredential ?? true
  const supported = endpoints ? new Set(endpoints) : ALL_ENDPOINTS
  return {
    slug,
    title,
    docs,
    ...(telemetryName !== undefined && { telemetryName }),
    settings: settings ?? NO_SETTINGS,
    needsCredential,
    endpoints: tokenCounter ? withCounter(supported) : supported,
    streamsUsage: host.streamsUsage ?? false,
    ...(host.sockets && { sockets: new Set(host.sockets) }),
    ...((embeddings || tokenCounter) && {
      dialects({ endpoint }) {
        if (endpoint === 'tokens.count') return tokenCounter ?? null
        return (endpoint === 'embeddings' && embeddings) || null
      },
    }),
    adapt: chatVariant(host.supports ?? {}),
    locate({ endpoint, customHost, path, search }) {
      const host = customHost === null ? (base ?? missingHost(slug)) : versionedHost(slug, customHost)
      // The caller's query belongs to the URL of another format, so it is not forwarded.
      return endpoint === 'tokens.count' ? joinUrl(host, '/responses/input_tokens', '') : joinUrl(host, path, search)
    },
    authorize(outgoing, credential, given) {
      if (credential === null && !needsCredential) removeCredentials(outgoing)
      else if (keyHeader === undefined) placeBearer(outgoing, requireCredential(credential))
      else placeApiKey(outgoing, keyHeader, requireCredential(credential))
      for (const [key, header] of settingHeaders) {
        const value = given[key]
        if (value !== undefined) outgoing.headers[header] = value
      }
    },
  }
}

/** Throws for providers that have no address of their own because each customer runs a deployment. */
export function missingHost(slug: string): never {
  throw new GatewayError('provider_settings_invalid', {
    message: `The provider ${slug} has no address of its own: it needs a custom host.`,
    param: 'custom_host',
    hint: 'Send x-gateway-custom-host, or custom_host in the config: http(s)://host[:port]/v1.',
  })
}

/** Any other server with OpenAI's format: it needs `custom_host`. */
export const anyOpenaiCompatible: ProviderAdapter = {
  slug: 'openai-compatible',
  sockets: new Set(['realtime', 'responses']),
  title: 'Any OpenAI-compatible host',
  docs: 'https://platform.openai.com/docs/api-reference',
  settings: NO_SETTINGS,
  needsCredential: false,
  // If a host has no token counter, it returns 404 and the gateway counts itself.
  endpoints: withCounter(ALL_ENDPOINTS),
  adapt: chatVariant({ maxCompletionTokens: true, developerRole: true, signedToolCalls: true }),
  locate: (call) => joinUrl(call.customHost ?? missingHost('openai-compatible'), call.path, call.search),
  authorize(outgoing, credential) {
    if (credential !== null) placeBearer(outgoing, credential)
  },
}
