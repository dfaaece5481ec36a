/** The interface every provider implements: URLs, authentication, supported endpoints and wire formats. */

import type { z } from 'zod'
import type { JsonObject } from '../core/body/json-text.ts'
import type { EndpointName } from '../core/endpoints.ts'
import type { Awaitable } from '../core/ports.ts'
import type { Secret } from '../core/secret.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { AmbientRight } from './ambient-identity.ts'
import type { ProviderServices } from './provider-services.ts'

/** Provider-specific settings with snake_case keys, validated by the provider's `settings` schema. */
export type Settings = Readonly<Record<string, string>>

export type Credential = { readonly secret: Secret }

/**
 * The upstream request before it is sent. `authorize` may change headers and url. The body is shared between attempts
 * and must not be modified.
 */
export type Outgoing = {
  readonly method: string
  url: string
  /** Lower-case names. */
  readonly headers: Record<string, string>
  /**
   * Headers in which `authorize` put a credential, a signature or its date. The cache key contains a fingerprint of the
   * credential instead of them.
   */
  credentialHeaders?: readonly string[]
  /** Set if the credential is a cached access token: drops the token, so that the next attempt requests a new one. */
  discardToken?: () => void
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null
}

export type Call = {
  /** The upstream endpoint: for a translated request, the endpoint it was translated to. */
  readonly endpoint: EndpointName
  /** The client's path after /v1 (or /v1/proxy), with its leading slash and without the query. */
  readonly path: string
  /** The client's query with its `?`, or the empty string. */
  readonly search: string
  readonly model: string | null
  readonly isStream: boolean
  /** The client's parameters, for providers whose URL depends on them. Null if the body is not JSON. */
  readonly body: JsonObject | null
  /** The base URL that replaces the provider's (custom_host), with the version segment and without a trailing slash. */
  readonly customHost: string | null
}

/** Changes of top-level members. All other bytes of the body stay unchanged. */
export type BodyChange = { readonly set: ReadonlyMap<string, unknown>; readonly drop: ReadonlySet<string> }

export type NamedModel = { readonly name: string; readonly served: string }

export type AuthorizeContext = AmbientRight & {
  readonly services: ProviderServices
  /** The caller's workspace. Absent when an administrator tests a credential. */
  readonly workspaceId?: string
}

export interface ProviderAdapter {
  readonly slug: string
  readonly aliases?: readonly string[]
  /** Display name. */
  readonly title: string
  /** The provider's name in OpenTelemetry's conventions for generative AI. Default: the slug. */
  readonly telemetryName?: string
  /** URL of the API documentation. */
  readonly docs: string
  /** Schema of the provider-specific settings. Generic code never names them. */
  readonly settings: z.ZodObject<z.core.$ZodLooseShape>
  /** False if the provider works without a credential. A custom host may need none either, unless `signsRequests`. */
  readonly needsCredential: boolean
  /** True if requests carry a signature or a token made from the credential, on a custom host too. */
  readonly signsRequests?: boolean
  /** Supported endpoints, native or through a dialect. All other paths are passed through. */
  readonly endpoints: ReadonlySet<EndpointName>
  /** WebSocket endpoints of the provider. Under /v1/proxy every path is tried, unless the set contains `none`. */
  readonly sockets?: ReadonlySet<'realtime' | 'responses' | 'live' | 'none'>
  /** True if chat streams accept `stream_options.include_usage`. */
  readonly streamsUsage?: boolean
  /** The wire format of an endpoint. Null or absent if the provider uses the endpoint's own format. */
  readonly dialects?: (call: { readonly endpoint: EndpointName; readonly model: string | null }) => Dialect | null
  /** True if the provider has this endpoint in Google's format. Requests and responses are then not translated. */
  readonly speaksGemini?: (call: { readonly endpoint: EndpointName; readonly model: string | null }) => boolean
  /**
   * Changes this provider needs in a body of the endpoint's own format, or null. Not called for pass-through requests.
   */
  readonly adapt?: (call: Call, settings: Settings) => BodyChange | null
  /** The model, if settings or path determine it. Null: the model in the body. */
  readonly modelOf?: (call: Call, settings: Settings) => string | null
  /** The models in the settings, with the names that callers use and that logs show. Null: the provider's own list. */
  readonly namedModels?: (settings: Settings) => readonly NamedModel[] | null
  /** The model's name in the setup message of a Gemini Live session at this provider. */
  readonly liveModel?: (model: string, settings: Settings) => string
  /** Returns the full upstream URL of a call. */
  locate(call: Call, settings: Settings): string
  /** Other URLs that receive the credential, or data signed with it. */
  readonly tokenServices?: (settings: Settings, key: string | null) => readonly string[]
  /** True if these settings authenticate as the gateway itself, so that no credential is needed. */
  readonly usesAmbientIdentity?: (settings: Settings) => boolean
  /** Adds the credential to the request. Called after egress has checked the address. */
  authorize(
    outgoing: Outgoing,
    credential: Credential | null,
    settings: Settings,
    context?: AuthorizeContext,
  ): Awaitable<void>
}
