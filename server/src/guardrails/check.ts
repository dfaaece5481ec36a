/** What a check is: how it gets the texts of a request or response, and what it returns. */

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
   * `definition`: of a tool, or the schema that the response must follow. `other`: in a member that its format does not
   * describe.
   */
  readonly kind: 'text' | 'reasoning' | 'tool_arguments' | 'tool_result' | 'document' | 'definition' | 'other'
  readonly text: string
  /** True if it belongs to the last message, or to the response. */
  readonly isLast: boolean
  /** True for text beside the model's output, such as the title of a source. Checks of the whole text do not get it. */
  readonly isBeside?: true
  /** Text before it, such as the key of a tool argument: span checks see it as context. */
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
  /** Limits of the caller. What checks spend on models counts against its budgets. */
  readonly limits?: readonly OwnedLimits[]
  /** In the metadata of the requests that checks send to models. */
  readonly traceId?: string
}

/** What a check looks at. */
export type CheckInput = {
  readonly direction: Direction
  /** The texts that the guardrail applies to. */
  readonly parts: readonly TextPart[]
  readonly request: CheckedRequest
  /** The bodies in the caller's format, parsed. `responseBody` is null for input guardrails. */
  readonly requestBody: JsonObject | null
  readonly responseBody: JsonObject | null
  /** Of a response. Absent: 200. */
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

/** A part of a text, by its first character and the character after its last. */
export type Span = {
  readonly start: number
  readonly end: number
  /** Such as `EMAIL_ADDRESS` or `pattern`. */
  readonly label: string
  readonly action: SpanAction
}

/** `tokenise`: replaced by a placeholder of this request, which is restored in the response. */
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
  /** Set if a whole or remote check may change the body: it then holds a stream back even if its guardrail does not deny. */
  readonly transforms?: true
  /** Set if the verdict does not depend on the texts: the check is not repeated for a body that a webhook replaced. */
  readonly ignoresTexts?: true
  /** Set if a remote check requires something of the model's output. The error of a provider is then not checked. */
  readonly requiresOutput?: true
}

/** A check that looks for spans in each text by itself. It can check a stream while it arrives. */
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
   * How far the text is settled: whatever follows, the spans that begin before the returned index are those that `find`
   * returns now, and all of them end at or before it. At least `from`, at most `text.length`.
   */
  readonly settledUntil: (text: string, from: number) => number
}

/** A check that needs all texts, and whose work is bounded and synchronous. */
export type WholeCheck = CheckBase & { readonly kind: 'whole'; readonly run: (input: CheckInput) => CheckOutcome }

/**
 * Which account a model is called with. For a guardrail of the organisation, an integration of the organisation with the name of
 * the virtual key comes first: a workspace could otherwise choose the model that judges it.
 */
export type ModelSource = { readonly virtualKey: string; readonly isOfOrganisation: boolean }

/** What remote checks may use. Every address goes through the egress policy, and every inference is charged to the owner. */
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

/** `body` is bounded. */
export type ServiceResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A check that waits for another service. It rejects if the service fails; the signal ends it. */
export type RemoteCheck = CheckBase & {
  readonly kind: 'remote'
  readonly run: (input: CheckInput, services: CheckServices, signal: AbortSignal) => Promise<CheckOutcome>
}

export type Check = SpanCheck | WholeCheck | RemoteCheck
