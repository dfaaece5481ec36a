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
  /** For `output`: the request that the body is a response to, if it is known. */
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
  /** The body after the changes of the guardrail. */
  readonly body: JsonObject
  /** The texts of the changed body. */
  readonly texts: readonly string[]
  /** What the checks found; empty unless the body has exactly one text. Offsets refer to the unchanged text. */
  readonly matches: readonly TextMatch[]
}

export type TextMatch = {
  readonly check: string
  readonly label: string
  readonly start: number
  readonly end: number
}

export interface GuardrailTester {
  /** Rebuilds the whole response from a logged stream; null if its format is not known or an event is not JSON. */
  wholeOf(endpoint: EndpointName, stream: Uint8Array): JsonObject | null
  /** Rejects with `invalid_body` if the endpoint has no texts that guardrails can read. */
  run(trial: GuardrailTrial): Promise<TrialOutcome>
}
