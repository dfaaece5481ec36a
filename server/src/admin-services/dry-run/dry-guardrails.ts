/** Runs the guardrails of a target in a dry run. Checks that call a service (a webhook, a model) are named, not run. */

import type { Target } from '../../config/plan.ts'
import type { ConfigWorkspace, DryRequest } from '../../core/configs/config-examiner.ts'
import type { Direction, GuardrailResult } from '../../core/guardrails/guardrails.ts'
import type { JsonObject } from '../../core/json.ts'
import { formatOf } from '../../gateway/guard/formats.ts'
import { type GuardRun, runGuardrails } from '../../gateway/guard/run-guardrails.ts'
import { GuardedBody, type Subject } from '../../gateway/guard/subject.ts'
import { uncoveredRefusal } from '../../gateway/guard/uncovered-refusal.ts'
import type { CheckServices, TextPart } from '../../guardrails/check.ts'
import type { Guardrail } from '../../guardrails/guardrail.ts'
import { Placeholders } from '../../guardrails/placeholders.ts'
import { calledBy, paramsOf, type SizedPrompt } from './bound-call.ts'

/** The result of a run. `reasons` has one line per check. */
export type DryGuarded = {
  readonly verdict: GuardRun['verdict']
  readonly softDeny: boolean
  readonly results: readonly GuardrailResult[]
  readonly reasons: readonly string[]
}

const NONE: DryGuarded = { verdict: 'passed', softDeny: false, results: [], reasons: [] }

/** Never called: checks that use services are left out. */
const NO_SERVICES: CheckServices = {
  fetch: () => Promise.reject(new Error('A dry run calls no service.')),
  infer: () => Promise.reject(new Error('A dry run calls no model.')),
  resolves: () => Promise.reject(new Error('A dry run resolves no name.')),
}

export class DryGuardrails {
  readonly #inputs = new Map<Target, DryGuarded>()

  constructor(
    private readonly home: ConfigWorkspace,
    private readonly request: DryRequest,
    private readonly promptOf: (target: Target) => SizedPrompt | null,
  ) {}

  /** The reason why the target cannot serve the request's path, or null. */
  refusalOf(target: Target) {
    const { path, endpoint } = calledBy(this.request)
    return uncoveredRefusal({ endpoint, path, method: 'POST', pathname: this.request.pathname }, target)
  }

  /** Checks the parameters as they would be sent, once per target: retries do not repeat input guardrails. */
  async input(target: Target): Promise<DryGuarded> {
    const known = this.#inputs.get(target)
    if (known) return known
    const body = paramsOf(target, this.request, this.promptOf(target))
    const guarded = await this.#run(target, 'input', () => this.#subject(body), body)
    this.#inputs.set(target, guarded)
    return guarded
  }

  /** Checks the text of the assumed response. `text` is null if the dry run specifies none. */
  output(target: Target, text: string | null): Promise<DryGuarded> {
    const body = paramsOf(target, this.request, this.promptOf(target))
    return this.#run(target, 'output', text === null ? null : () => responseOf(text), body)
  }

  #subject(body: JsonObject): Subject {
    const { path, endpoint } = calledBy(this.request)
    const format = formatOf({ endpoint, path, method: 'POST' })
    return new GuardedBody(format, 'input', Buffer.from(JSON.stringify(body)), body)
  }

  async #run(
    target: Target,
    direction: Direction,
    subjectOf: (() => Subject) | null,
    body: JsonObject,
  ): Promise<DryGuarded> {
    const guardrails = target.guardrails?.[direction] ?? []
    if (guardrails.length === 0) return NONE
    if (subjectOf === null)
      return {
        ...NONE,
        reasons: guardrails.map(
          ({ spec }) => `output guardrail ${spec.id}: not run, because no text of the response is given`,
        ),
      }
    const { endpoint } = calledBy(this.request)
    const { metadata, headers } = this.request
    const { model } = body
    const request = {
      ...{ endpoint: endpoint.name, metadata, headers, provider: target.provider.slug },
      model: typeof model === 'string' ? model : null,
      isStream: body['stream'] === true,
      organisationId: this.home.organisationId,
      workspaceId: this.home.workspaceId,
    }
    const context = { direction, request, requestBody: body, placeholders: new Placeholders() }
    const local = guardrails.map((guardrail) => ({
      ...guardrail,
      checks: guardrail.checks.filter((check) => check.kind !== 'remote'),
    }))
    const run = await runGuardrails(local, subjectOf(), context, NO_SERVICES, new AbortController().signal)
    return { ...run, reasons: guardrails.flatMap((guardrail, i) => reasonsOf(guardrail, direction, run.results[i])) }
  }
}

/** Formatted as in the timeline of a real request. */
function reasonsOf({ spec, checks }: Guardrail, direction: Direction, result: GuardrailResult | undefined): string[] {
  const { deny, shadow, async } = spec.actions
  const name = `${direction} guardrail ${spec.id}`
  if (result === undefined || result.skipped) return [`${name}: skipped`]
  const mode = shadow ? ' (shadow)' : async ? ' (async)' : ''
  const ran = result.checks.map(({ id, verdict, error, transformed, matches }) => {
    const word = verdict ? 'passed' : deny && !shadow && !async ? 'failed, denied' : 'failed'
    const notes = [
      ...(error ? [`${error.name}: ${error.message}`] : []),
      ...(transformed ? ['changed the text'] : []),
      ...matches.map(({ label, masked, where }) => `${label} ${masked} in ${where}`).slice(0, 3),
    ]
    return `${name}: ${id} ${word}${mode}${notes.length > 0 ? `: ${notes.join('; ')}` : ''}`
  })
  const called = checks.filter((check) => check.kind === 'remote')
  return [...ran, ...called.map(({ id }) => `${name}: ${id} is not called in a dry run${mode}`)]
}

/** A response with one text. */
function responseOf(given: string): Subject {
  let text = given
  return {
    get parts(): readonly TextPart[] {
      return [{ path: 'text', role: 'assistant', kind: 'text', text, isLast: true }]
    },
    unreadable: null,
    get body() {
      return { choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }] }
    },
    change: (_, changed) => {
      text = changed
    },
    replaceBody: () => {},
  }
}
