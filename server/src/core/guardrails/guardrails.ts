/** Types of guardrails, as written in a config or saved, and of their results. */

import type { JsonObject } from '../body/json-text.ts'

/** Whether a guardrail checks the request or the response. */
export type Direction = 'input' | 'output'

export type CheckSpec = {
  /** Such as `default.regexMatch`. */
  readonly id: string
  readonly parameters: JsonObject
  readonly isEnabled: boolean
}

/** Feedback that the gateway writes for a verdict of the guardrail. */
export type FeedbackSpec = {
  readonly value: number
  readonly weight: number
  readonly metadata: Readonly<Record<string, string>> | null
}

export type GuardrailActions = {
  /** True: a failed guardrail refuses the request with status 446. Otherwise the response gets status 246. */
  readonly deny: boolean
  /** True: runs in parallel with the request and never changes the response. */
  readonly async: boolean
  /** True: the checks run one after the other and stop at the first failure. Checks that only remove text still run. */
  readonly sequential: boolean
  /** True: a denied request gets a refusal as an ordinary response instead of status 446. */
  readonly softDeny: boolean
  /** True: runs and is recorded, and changes nothing. */
  readonly shadow: boolean
  /** Whether a check that cannot be run counts as failed. Null: the value of `deny`. */
  readonly failOnError: boolean | null
  /** True: parts that coding agents add to every request are not checked. */
  readonly stripScaffolding: boolean
  /** Which messages of a request are checked. Null: each check decides (see `Check.messages`). */
  readonly messages: 'all' | 'last' | null
  readonly onSuccess: FeedbackSpec | null
  readonly onFail: FeedbackSpec | null
}

/** Who chose the guardrail. A caller cannot remove those of its workspace and organisation. */
export type GuardrailSource = 'config' | 'header' | 'workspace' | 'organisation'

export type GuardrailSpec = {
  /** The slug of a saved guardrail. For an inline one, its `id` or `name`, else its config path. */
  readonly id: string
  readonly versionId: string | null
  readonly source: GuardrailSource
  readonly checks: readonly CheckSpec[]
  readonly actions: GuardrailActions
  /** True if a trusted principal (owner, admin or trusted Admin key) saved its addresses. They may be private. */
  readonly isTrusted?: boolean
  /** True if it belongs to the organisation. Its checks then prefer the organisation's integrations to call models. */
  readonly isOfOrganisation?: boolean
}

export const DEFAULT_ACTIONS: GuardrailActions = {
  deny: false,
  async: false,
  sequential: false,
  softDeny: false,
  shadow: false,
  failOnError: null,
  stripScaffolding: false,
  messages: null,
  onSuccess: null,
  onFail: null,
}

/** A part of a text that a check found. `masked` shows at most a third of it: up to two characters at each end. */
export type MaskedMatch = { readonly label: string; readonly masked: string; readonly where: string }

export type CheckResult = {
  readonly id: string
  readonly verdict: boolean
  /** Set if the check could not be run. `verdict` then follows from `failOnError`. */
  readonly error: { readonly name: string; readonly message: string } | null
  readonly durationMs: number
  /** True if the check changed the text. */
  readonly transformed: boolean
  /** Explains the verdict. Holds no text of the request or response. */
  readonly data: JsonObject | null
  readonly matches: readonly MaskedMatch[]
}

export type GuardrailResult = {
  readonly id: string
  readonly versionId: string | null
  readonly source: GuardrailSource
  readonly direction: Direction
  readonly verdict: boolean
  readonly deny: boolean
  readonly async: boolean
  readonly shadow: boolean
  /** True if an earlier guardrail ended the run. */
  readonly skipped: boolean
  readonly transformed: boolean
  readonly checks: readonly CheckResult[]
  readonly startedAtMs: number
  readonly durationMs: number
  /** Milliseconds that the text of a stream was held back for this guardrail. */
  readonly heldMs: number
  /** The feedback to write for this verdict; null: none. */
  readonly feedback: FeedbackSpec | null
}
