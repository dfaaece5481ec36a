/** What the main thread and a body worker say to each other. */

import type { ParamChanges } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import type { ErrorCode } from '../../core/error-table.ts'
import type { ErrorDetail } from '../../core/errors.ts'
import type { PromptContent } from '../../core/prompts/prompts.ts'
import type { SentBody } from '../../core/record.ts'
import type { LargeEvent } from '../../dialects/framing/stream-events.ts'
import type { Template } from '../../prompts/parse-template.ts'
import type { Settings } from '../../providers/adapter.ts'
import type { Attached } from '../limits/attachments.ts'
import type { BodyFacts } from './body-facts.ts'
import type { LargeTexts } from './large-texts.ts'

/** `optional`: a body that is forwarded as given, whether it can be read or not. */
export type ReadMode = 'required' | 'optional'

export type ReadJob = { readonly kind: 'read'; readonly bytes: Uint8Array; readonly mode: ReadMode }

/** An outline and what it leaves out; see `outlineOf`. */
export type ReadBody = { readonly outline: JsonObject; readonly facts: BodyFacts }

/** A request as an attempt is about to send it. */
export type MakeJob = {
  readonly kind: 'make'
  readonly bytes: Uint8Array
  readonly endpoint: EndpointName
  readonly path: string
  readonly search: string
  /** The slug of the provider. */
  readonly provider: string
  readonly settings: Settings
  readonly customHost: string | null
  readonly changes: ParamChanges | null
  readonly stripsModel: boolean
  /** True when the translated body is needed as it was before the translation, for the cache key. */
  readonly keepsSource: boolean
}

/** What a translated answer needs of its request. */
export type Repeated = {
  readonly request: JsonObject
  /** A `RequestEcho` with stand-ins, for the formats that have one. */
  readonly echo?: { readonly members: JsonObject; readonly customTools: readonly string[] } & LargeTexts
}

export type MadeBody = {
  /** Null when the caller's bytes go out as they are. */
  readonly body: Uint8Array | null
  /** What the translation read; null when there was none, or when it read the caller's bytes. */
  readonly source: Uint8Array | null
  readonly hidesUsage: boolean
  /** Null when there was no translation. */
  readonly repeated: Repeated | null
  readonly difference: SentBody | null
}

/** The parameters as they are sent, and the body or why it cannot be made. */
export type Made = {
  readonly outline: JsonObject
  readonly attached: Attached
  readonly made: MadeBody | TransferredError
}

/** An answer to translate. */
export type DecodeJob = {
  readonly kind: 'decode'
  readonly status: number
  readonly answer: Uint8Array
  readonly endpoint: EndpointName
  readonly provider: string
  readonly model: string | null
  /** The request in the caller's format, and what the answer repeats of a large one. */
  readonly request: JsonObject
  readonly echo: { readonly members: JsonObject; readonly customTools: readonly string[] } | null
  readonly nowSeconds: number
}

export type Decoded = { readonly body: Uint8Array; readonly usage: unknown }

/** The texts of fields like `params.messages.0.content`. */
export type FieldsJob = { readonly kind: 'fields'; readonly bytes: Uint8Array; readonly fields: readonly string[] }

/** A saved prompt and the body with its variables. */
export type RenderJob = {
  readonly kind: 'render'
  readonly bytes: Uint8Array
  readonly content: PromptContent
  /** By their references. */
  readonly partials: ReadonlyMap<string, Template>
}

/** The request it makes, as an outline and as bytes. */
export type RenderedBody = {
  readonly params: JsonObject
  readonly facts: BodyFacts
  readonly bytes: Uint8Array
  readonly warning: string | null
}

/** One event of a stream that is being translated. */
export type EventJob = { readonly kind: 'event'; readonly event: LargeEvent }

export type Job = ReadJob | MakeJob | DecodeJob | FieldsJob | EventJob | RenderJob

export type TransferredError = { readonly code: ErrorCode | null } & Pick<
  ErrorDetail,
  'message' | 'param' | 'hint' | 'details' | 'retryAfterMs'
>

export type Outcome = { readonly value: unknown } | { readonly error: TransferredError }
