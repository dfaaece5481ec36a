/** Port for running one guardrail over a body without a request. */

import type { EndpointName } from '../endpoints.ts'
import type { JsonObject } from '../json.ts'
import type { OwnedLimits } from '../stores/limits.ts'
import type { Direction, GuardrailResult, GuardrailSpec } from './guardrails.ts'

export type GuardrailTrial = {
  readonly spec: GuardrailSpec
  readonly direction: Direction
  /** The format of the body. */
  readonly endpoint: EndpointName
  /** A request, or a response if the direction is `output`. */
  readonly body: JsonObject
  /** For `output`: the request of the response, if it is known. */
  readonly requestBody: JsonObject | null
  readonly provider: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  /** Who pays for the models that its checks use. */
  readonly owner: {
    readonly organisationId: string
    readonly workspaceId: string
    readonly limits: readonly OwnedLimits[]
  }
}

export type TrialOutcome = {
  /** As if the guardrail were neither async nor in shadow mode. */
  readonly status: 200 | 246 | 446
  readonly result: GuardrailResult
  /** As changed. */
  readonly body: JsonObject
  /** The texts of the body as changed. */
  readonly texts: readonly string[]
  /** What checks found, if the body has one text. Offsets are those in the text as it was sent. */
  readonly matches: readonly TextMatch[]
}

export type TextMatch = {
  readonly check: string
  readonly label: string
  readonly start: number
  readonly end: number
}

export interface GuardrailTester {
  /** The response that a logged stream was; null if its format is not known or an event is not JSON. */
  wholeOf(endpoint: EndpointName, stream: Uint8Array): JsonObject | null
  /** Rejects with `invalid_body` if the endpoint has no texts that guardrails can read. */
  run(trial: GuardrailTrial): Promise<TrialOutcome>
}
