/** The messages between the main thread and a body worker. */

import type { ParamChanges, Target } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import type { ErrorCode } from '../../core/error-table.ts'
import type { ErrorDetail } from '../../core/errors.ts'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { Direction, GuardrailSpec } from '../../core/guardrails/guardrails.ts'
import type { PromptContent } from '../../core/prompts/prompts.ts'
import type { SentBody } from '../../core/record.ts'
import type { LargeEvent } from '../../dialects/framing/stream-events.ts'
import type { FoldedTool } from '../../dialects/request-echo.ts'
import type { CheckedRequest } from '../../guardrails/check.ts'
import type { PlaceholderEntry } from '../../guardrails/placeholders.ts'
import type { Template } from '../../prompts/parse-template.ts'
import type { Settings } from '../../providers/adapter.ts'
import type { StartedRun } from '../guard/run-guardrails.ts'
import type { Attached } from '../limits/attachments.ts'
import type { BodyFacts } from './body-facts.ts'
import type { LargeTexts } from './large-texts.ts'

/** `optional`: the body is forwarded unchanged, so it need not be JSON. */
export type ReadMode = 'required' | 'optional'

export type ReadJob = {
  readonly kind: 'read'
  readonly bytes: Uint8Array
  readonly mode: ReadMode
  /** Replaces the model of the body; null keeps it. */
  readonly model: string | null
}

/** The outline of a body (see `outlineOf`), and the sizes of what the outline leaves out. */
export type ReadBody = {
  readonly outline: JsonObject
  readonly facts: BodyFacts
  /** Set if the model was replaced: the body with the new model, and the previous model. */
  readonly renamed: { readonly bytes: Uint8Array; readonly from: unknown } | null
}

/** Makes the body of an attempt. */
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
  /** True if the cache key needs the body as it was before the translation. */
  readonly keepsSource: boolean
}

/** The members of a request that its translated response needs. */
export type Repeated = {
  readonly request: JsonObject
  /** A `RequestEcho` with placeholders for large members. Only some formats have one. */
  readonly echo?: { readonly members: JsonObject; readonly foldedTools: readonly FoldedTool[] } & LargeTexts
}

export type MadeBody = {
  /** Null if the caller's bytes are sent unchanged. */
  readonly body: Uint8Array | null
  /** The input of the translation; null if there was no translation, or if its input was the caller's bytes. */
  readonly source: Uint8Array | null
  readonly hidesUsage: boolean
  /** Null if there was no translation. */
  readonly repeated: Repeated | null
  readonly difference: SentBody | null
  /** What the translation left out. */
  readonly warnings: readonly string[]
}

/** The outline of the parameters as they are sent, and the body, or the error that prevented it. */
export type Made = {
  readonly outline: JsonObject
  readonly attached: Attached
  readonly otherModels: readonly string[] | null
  readonly made: MadeBody | TransferredError
}

/** Translates a response. */
export type DecodeJob = {
  readonly kind: 'decode'
  readonly status: number
  readonly response: Uint8Array
  readonly endpoint: EndpointName
  readonly provider: string
  readonly model: string | null
  /** The request in the caller's format. */
  readonly request: JsonObject
  readonly echo: { readonly members: JsonObject; readonly foldedTools: readonly FoldedTool[] } | null
  readonly nowSeconds: number
  readonly strict: boolean | null
}

export type Decoded = { readonly body: Uint8Array; readonly usage: unknown }

/** The texts of fields like `params.messages.0.content`. */
export type FieldsJob = { readonly kind: 'fields'; readonly bytes: Uint8Array; readonly fields: readonly string[] }

/** A saved prompt and the body with its variables. */
export type RenderJob = {
  readonly kind: 'render'
  readonly bytes: Uint8Array
  readonly content: PromptContent
  /** Partials by their references. */
  readonly partials: ReadonlyMap<string, Template>
}

/** The request that the prompt makes, as an outline and as bytes. */
export type RenderedBody = {
  readonly params: JsonObject
  readonly facts: BodyFacts
  readonly bytes: Uint8Array
  readonly warning: string | null
}

/** One event of a stream that is being translated. */
export type EventJob = { readonly kind: 'event'; readonly event: LargeEvent }

/** A WebSocket message. A caller's message is refused if two JSON parsers could read it differently. */
export type MessageJob = { readonly kind: 'message'; readonly text: string; readonly from: 'caller' | 'provider' }

/** A large event of a WebSocket: its outline, and what the outline leaves out. */
export type ReadMessage = {
  /** The members with the parameters have an outline of their own. */
  readonly event: JsonObject
  readonly attached: Attached
  readonly otherModels: readonly string[] | null
}

/** Runs the local checks of guardrails over a request or response. */
export type GuardJob = {
  readonly kind: 'guard'
  readonly bytes: Uint8Array
  readonly format: GuardedFormat
  /** The content type of a form, with its boundary; null: JSON. */
  readonly formType: string | null
  readonly direction: Direction
  /** Parameter changes, which are applied before the guardrails; null for a response. */
  readonly changes: Pick<Target, 'changes' | 'stripsModel'> | null
  /** Compiled in the worker. */
  readonly specs: readonly GuardrailSpec[]
  readonly request: CheckedRequest
  /** For a response: the parameters of its request. */
  readonly requestBody: JsonObject | null
  readonly placeholders: readonly PlaceholderEntry[]
}

export type GuardedLarge = {
  readonly started: readonly StartedRun[]
  /** The body after the parameter changes and guardrails; null if both left it as it was. */
  readonly bytes: Uint8Array | null
  /** Whether guardrails changed the body. */
  readonly isChanged: boolean
  /** The outline of a JSON request; null for a response or a form. */
  readonly outline: JsonObject | null
  readonly facts: BodyFacts | null
  readonly placeholders: readonly PlaceholderEntry[]
}

/** Restores the placeholders of a response, and adds results. */
export type FinishJob = {
  readonly kind: 'finish'
  readonly bytes: Uint8Array
  readonly format: GuardedFormat
  readonly placeholders: readonly PlaceholderEntry[]
  /** The member `hook_results` to add; null for none. */
  readonly hooks: JsonObject | null
}

export type Job = ReadJob | MakeJob | DecodeJob | FieldsJob | EventJob | RenderJob | MessageJob | GuardJob | FinishJob

export type TransferredError = { readonly code: ErrorCode | null } & Pick<
  ErrorDetail,
  'message' | 'param' | 'hint' | 'details' | 'retryAfterMs'
>

export type Outcome = { readonly value: unknown } | { readonly error: TransferredError }
