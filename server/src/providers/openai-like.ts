/** Makes the adapter of a provider that speaks OpenAI's format: a base URL and a bearer key are all it needs. */

import { z } from 'zod'
import { ENDPOINTS, type EndpointName } from '../core/endpoints.ts'
import type { Call, Credential, Outgoing, ProviderAdapter, Settings } from './adapter.ts'
import { type ChatKnowledge, chatVariant } from './chat-variant.ts'
import { joinUrl } from './join-url.ts'
import { placeBearer, removeCredentials, requireCredential } from './place-credential.ts'

type OpenaiLikeOptions = {
  readonly slug: string
  readonly title: string
  readonly telemetryName?: string
  readonly docs: string
  /** With its version segment, without a trailing slash. */
  readonly base: string
  readonly aliases?: readonly string[]
  readonly settings?: ProviderAdapter['settings']
  /** Settings that are sent as headers: setting key to lower-case header name. */
  readonly settingHeaders?: Readonly<Record<string, string>>
  /** The endpoints it has, when it has not all of them. */
  readonly endpoints?: readonly EndpointName[]
  /** True only where the host documents `stream_options.include_usage`; many end every stream with usage anyway. */
  readonly streamsUsage?: boolean
  /** What of a request it takes; by default it is spoken to in the older form, known to all. */
  readonly knows?: ChatKnowledge
  /** False for hosts that work without a key; one that is given is sent all the same. */
  readonly needsCredential?: boolean
}

/** Every endpoint of the table that is OpenAI's own: what a provider has that copies its API whole. */
export const ALL_ENDPOINTS: ReadonlySet<EndpointName> = new Set(
  ENDPOINTS.map((row) => row.name as EndpointName).filter((name) => name !== 'messages'),
)

/** Endpoints that hosts have together or not at all. */
export const AUDIO = ['audio.speech', 'audio.transcriptions', 'audio.translations'] as const
export const RESPONSES = ['responses', 'responses.read', 'responses.delete', 'responses.inputs'] as const
export const MODELS = ['models', 'models.read'] as const
export const FILES = ['files.create', 'files', 'files.read', 'files.delete', 'files.content'] as const
export const BATCHES = ['batches.create', 'batches', 'batches.read', 'batches.cancel'] as const

export const NO_SETTINGS: ProviderAdapter['settings'] = z.object({})

export function openaiLike(options: OpenaiLikeOptions): ProviderAdapter {
  const settingHeaders = Object.entries(options.settingHeaders ?? {})
  const needsCredential = options.needsCredential ?? true
  const adapt = chatVariant(options.knows ?? {})
  return {
    slug: options.slug,
    ...(options.telemetryName !== undefined && { telemetryName: options.telemetryName }),
    aliases: options.aliases ?? [],
    title: options.title,
    docs: options.docs,
    settings: options.settings ?? NO_SETTINGS,
    needsCredential,
    endpoints: options.endpoints ? new Set(options.endpoints) : ALL_ENDPOINTS,
    streamsUsage: options.streamsUsage ?? false,
    adapt,
    locate: (call: Call) => joinUrl(call.customHost ?? options.base, call.path, call.search),
    authorize(outgoing: Outgoing, credential: Credential | null, settings: Settings) {
      if (credential === null && !needsCredential) removeCredentials(outgoing)
      else placeBearer(outgoing, requireCredential(credential))
      for (const [key, header] of settingHeaders) {
        const value = settings[key]
        if (value !== undefined) outgoing.headers[header] = value
      }
    },
  }
}
