/** Types of checks: the texts and services that a check gets, and the outcome that it returns. */

import type { JsonObject } from '../core/body/json-text.ts'
import type { GuardedFormat } from '../core/guardrails/guarded-format.ts'
import type { Direction } from '../core/guardrails/guardrails.ts'
import type { OwnedLimits } from '../core/stores/limits.ts'

/** One text of a conversation. */
export type TextPart = {
  /** The path of the text in the body, such as `messages[2].content[0].text`. */
  readonly path: string
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  /**
   * `definition`: the definition of a tool, or the schema that the response must follow. `other`: text of a member that
   * the API format does not define.
   */
  readonly kind: 'text' | 'reasoning' | 'tool_arguments' | 'tool_result' | 'document' | 'definition' | 'other'
  readonly text: string
  /** True if the text belongs to the last message of a request, or to a response. */
  readonly isLast: boolean
  /** True for text outside the model's output, such as the title of a source. Whole checks do not get it. */
  readonly isOutside?: true
  /** Text that precedes this text, such as the key of a tool argument. Span checks read it as context. */
  readonly context?: string
}

export type CheckedRequest = {
  readonly endpoint: GuardedFormat
  readonly model: string | null
  readonly provider: string | null
  readonly isStream: boolean
  readonly metadata: Readonly<Record<string, unknown>>
  /** The caller's headers. Checks must not repeat their values in results. */
  readonly headers: Readonly<Record<string, string>>
  readonly organisationId: string
  readonly workspaceId: string
  /** Limits of the caller. Model calls of checks count against the caller's budgets. */
  readonly limits?: readonly OwnedLimits[]
  /** Part of the metadata of requests that checks send to models. */
  readonly traceId?: string
}

export type CheckInput = {
  readonly direction: Direction
  /** The texts that the guardrail applies to. */
  readonly parts: readonly TextPart[]
  readonly request: CheckedRequest
  /** The bodies in the caller's format, parsed. `responseBody` is null for input guardrails. */
  readonly requestBody: JsonObject | null
  readonly responseBody: JsonObject | null
  /** HTTP status of the response. Absent: 200. */
  readonly responseStatus?: number
}

export type CheckOutcome = {
  readonly verdict: boolean
  readonly data: JsonObject | null
  /** Set if the check replaces a whole body (webhooks). */
  readonly requestBody?: JsonObject
  readonly responseBody?: JsonObject
  /** Findings of a remote check, by the index of the part, as `SpanCheck.find` returns them. */
  readonly spans?: ReadonlyMap<number, readonly Span[]>
}

/** A range of a text. `start` is inclusive, `end` is exclusive. */
export type Span = {
  readonly start: number
  readonly end: number
  /** Such as `EMAIL_ADDRESS` or `pattern`. */
  readonly label: string
  readonly action: SpanAction
}

/** `tokenise`: the value is replaced by a placeholder in the request and restored in the response. */
export type SpanAction =
  | { readonly kind: 'report' }
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'tokenise' }

type CheckBase = {
  readonly id: string
  /** Default for the action `messages`: checks for unwanted content read all messages. */
  readonly messages: 'all' | 'last'
  /** Whether an error fails this check. Absent: its guardrail decides. */
  readonly failOnError?: boolean
  /** Set if a whole or remote check may change the body. It holds back streams even if its guardrail does not deny. */
  readonly transforms?: true
  /** Set if the verdict does not depend on the texts. The check is not repeated after a webhook replaced the body. */
  readonly ignoresTexts?: true
  /** Set if a remote check requires a property of the model's output. It is then not applied to a provider's error. */
  readonly requiresOutput?: true
}

/** A check that finds spans in each text separately. It can check a stream as it arrives. */
export type SpanCheck = CheckBase & {
  readonly kind: 'spans'
  /** True: a finding fails the check. False: findings are only replaced. */
  readonly failsOnFinding: boolean
  /**
   * The spans that begin at `from` or later, in order, without overlaps. The text before `from` is context. The work is
   * linear in `text.length - from`.
   */
  readonly find: (text: string, from: number) => readonly Span[]
  /**
   * Returns the index (`from` to `text.length`) up to which the result of `find` is final. Whatever text follows, the
   * spans that begin before the index are those that `find` returns now, and all of them end at or before it.
   */
  readonly settledUntil: (text: string, from: number) => number
}

/** A check that needs all texts, and whose work is bounded and synchronous. */
export type WholeCheck = CheckBase & { readonly kind: 'whole'; readonly run: (input: CheckInput) => CheckOutcome }

/**
 * The account that a model is called with. For a guardrail of the organisation, an integration of the organisation that
 * has the virtual key's name takes precedence. Otherwise a workspace could choose the model that judges it.
 */
export type ModelSource = { readonly virtualKey: string; readonly isOfOrganisation: boolean }

/** Services for remote checks. The egress policy applies to every address, and every model call is charged. */
export type CheckServices = {
  readonly fetch: (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceResponse>
  /** Sends a request through the gateway itself, charged to the workspace. */
  readonly infer: (
    source: ModelSource,
    path: string,
    body: JsonObject,
    input: CheckInput,
    signal: AbortSignal,
  ) => Promise<ServiceResponse>
  readonly resolves: (hostname: string, signal: AbortSignal) => Promise<boolean>
}

export type ServiceRequest = {
  readonly method: 'GET' | 'POST' | 'HEAD'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  /** True if the URL was saved with an Admin key: its address may be private. */
  readonly isTrusted: boolean
  /** True if the headers contain a secret, which must not be sent in clear text over the internet. */
  readonly hasSecret: boolean
}

/** The size of `body` is limited. */
export type ServiceResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A check that calls another service. `run` rejects if the service fails or `signal` aborts it. */
export type RemoteCheck = CheckBase & {
  readonly kind: 'remote'
  readonly run: (input: CheckInput, services: CheckServices, signal: AbortSignal) => Promise<CheckOutcome>
}

export type Check = SpanCheck | WholeCheck | RemoteCheck
