/** What generic code knows of a provider: where it lives, how it wants its credential, which endpoints it has. */

import type { z } from 'zod'
import type { JsonObject } from '../core/body/json-text.ts'
import type { EndpointName } from '../core/endpoints.ts'
import type { Awaitable } from '../core/ports.ts'
import type { Secret } from '../core/secret.ts'
import type { Dialect } from '../dialects/dialect.ts'

/** A provider's own config keys and headers, canonical snake_case, validated by its `settings` schema. */
export type Settings = Readonly<Record<string, string>>

export type Credential = { readonly secret: Secret }

/** The request as it will go out. `authorize` may change headers and url; the body is shared between attempts and must not be modified. */
export type Outgoing = {
  readonly method: string
  url: string
  /** Lower-case names. */
  readonly headers: Record<string, string>
  /**
   * Headers in which `authorize` placed a credential, a signature or its date. The cache key has a fingerprint of the
   * credential instead of them; it includes every other header that `authorize` sets.
   */
  credentialHeaders?: readonly string[]
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null
}

export type Call = {
  /** As the provider knows it: a translated request is a call to the endpoint it was translated to. */
  readonly endpoint: EndpointName
  /** The caller's path after /v1 (or /v1/proxy), with its leading slash and without the query. */
  readonly path: string
  /** The caller's query with its `?`, or the empty string. */
  readonly search: string
  readonly model: string | null
  readonly isStream: boolean
  /** The caller's parameters, where the address depends on them; null when the body is no JSON. */
  readonly body: JsonObject | null
  /** The base URL that replaces the provider's own (custom_host), without a trailing slash; it contains the version segment. */
  readonly customHost: string | null
}

/** Top-level members that a provider wants otherwise; every other byte of the body stays as it is. */
export type BodyChange = { readonly set: ReadonlyMap<string, unknown>; readonly drop: ReadonlySet<string> }

export interface ProviderAdapter {
  readonly slug: string
  readonly aliases?: readonly string[]
  /** Display name and where its API is documented. */
  readonly title: string
  /** Its name in OpenTelemetry's conventions for generative AI, where that is not the slug. */
  readonly telemetryName?: string
  readonly docs: string
  /** Its own config keys and headers; generic code never names them. */
  readonly settings: z.ZodObject<z.core.$ZodLooseShape>
  /** False for providers that work without a credential. */
  readonly needsCredential: boolean
  /** First-class endpoints that work here, as they are or through a dialect; everything else is pass-through. */
  readonly endpoints: ReadonlySet<EndpointName>
  /** True when a chat stream may be asked for usage (`stream_options.include_usage`) without risk. */
  readonly streamsUsage?: boolean
  /** The wire format of an endpoint; null or absent where the provider speaks the endpoint's own. */
  readonly dialects?: (call: { readonly endpoint: EndpointName; readonly model: string | null }) => Dialect | null
  /** What must change in this body, which is in the endpoint's own format; null when nothing. Never asked for pass-through. */
  readonly adapt?: (call: Call, settings: Settings) => BodyChange | null
  /** The model that serves a call, where settings or path decide it and not the body; null: the model in the body. */
  readonly modelOf?: (call: Call, settings: Settings) => string | null
  /** The full URL of a call. */
  locate(call: Call, settings: Settings): string
  /** Addresses besides `locate`'s that the credential, or what it signs, is sent to. */
  readonly tokenServices?: (settings: Settings, key: string | null) => readonly string[]
  /** Puts the credential where this provider expects it; called after the address was checked. */
  authorize(
    outgoing: Outgoing,
    credential: Credential | null,
    settings: Settings,
    /** Of the caller; absent when a credential is only tested. */
    workspaceId?: string,
  ): Awaitable<void>
}
