/** The plan environment of a dry run: sends no requests, uses given outcomes and simulated time. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import type { SemanticRules } from '../../config/semantic-rules.ts'
import type { DryAttempt, DryOutcome, DryRequest } from '../../core/configs/config-examiner.ts'
import { GatewayError } from '../../core/errors.ts'
import type { GuardrailResult } from '../../core/guardrails/guardrails.ts'
import type { Decision } from '../../core/record.ts'
import { DENIED_STATUS, guardedStatus } from '../../gateway/guard/denial.ts'
import type { AttemptOutcome, PlanEnvironment } from '../../gateway/plan/run-plan.ts'
import { Circuit } from '../../policies/circuit.ts'
import type { DryGuarded, DryGuardrails } from './dry-guardrails.ts'

export type DryResponse = {
  readonly status: number
  readonly retryAfterMs: number | null
  /** Set if the gateway itself refuses the target. */
  readonly refusal?: GatewayError
}

const ANSWERED: DryOutcome = { end: 200, durationMs: 0, retryAfterMs: null }

/** The limits of one request in the gateway's settings. */
export type CallLimits = {
  readonly idleTimeoutMs: number
  readonly maxCalls: number
  readonly semanticRules: SemanticRules
}

export class DryEnvironment implements PlanEnvironment<DryResponse> {
  readonly decisions: Decision[] = []
  readonly attempts: DryAttempt[] = []
  readonly guardrails: GuardrailResult[] = []
  readonly #circuits = new Map<string, Circuit>()
  readonly #called = new Map<string, number>()
  #nowMs = 0

  constructor(
    private readonly request: DryRequest,
    private readonly limits: CallLimits,
    /** The reason why the gateway would not send to the target, else null. Throws if the refusal would end the plan. */
    private readonly refusalOf: (target: Target) => GatewayError | null,
    private readonly guards: DryGuardrails,
  ) {}

  elapsedMs(): number {
    return this.#nowMs
  }

  epochMs(): number {
    return Date.now()
  }

  clockMs(): number {
    return this.#nowMs
  }

  random(): number {
    return this.request.random
  }

  wait(ms: number): Promise<boolean> {
    this.#nowMs += ms
    return Promise.resolve(true)
  }

  circuit(target: Target): Circuit | null {
    if (!target.circuit) return null
    const known = this.#circuits.get(target.configPath)
    if (known) return known
    const state = chosenFor(this.request.circuits, target)
    const circuit = state === undefined ? new Circuit(target.circuit) : opened(target.circuit, state)
    this.#circuits.set(target.configPath, circuit)
    return circuit
  }

  async attempt(target: Target, retry: number): Promise<AttemptOutcome<DryResponse>> {
    const refusal = this.guards.refusalOf(target) ?? this.refusalOf(target)
    if (refusal !== null) {
      const { status, code, message } = refusal
      this.decide('attempt', target.configPath, `${code}: ${message}`)
      return { kind: 'answered', status, response: { status, retryAfterMs: null, refusal }, isLocal: true }
    }
    const input = await this.guards.input(target)
    if (retry === 0) this.#note(target, input)
    if (input.verdict === 'denied') return denied(input)
    if (retry === 0 && target.cache) {
      if (this.#isCached(target)) {
        this.decide('cache', target.configPath, 'hit: as assumed')
        return this.#guarded(target, input, { ...ANSWERED, text: this.#textOf(target) }, 200)
      }
      const isExact = target.cache.mode === 'semantic' && !this.limits.semanticRules.hasEmbedder
      const without = isExact ? '; no embedder, exact lookup only' : ''
      this.decide('cache', target.configPath, `miss${without}`)
    }
    const outcome = this.#next(target)
    const { idleTimeoutMs } = this.limits
    const limitMs = Math.min(target.timeoutMs ?? idleTimeoutMs, idleTimeoutMs)
    const isLate = outcome.end === 'timeout' || outcome.durationMs > limitMs
    const error = isLate ? lateError(target, limitMs) : errorOf(outcome.end)
    const startMs = this.#nowMs
    this.#nowMs += isLate ? limitMs : outcome.durationMs
    const status = typeof outcome.end === 'number' && error === null ? outcome.end : null
    this.#record(target, retry, startMs, status, error)
    if (error !== null) return { kind: 'failed', status: error.status, error }
    return this.#guarded(target, input, outcome, status ?? 0)
  }

  /** Runs the output guardrails on successful responses, including those from the cache. */
  async #guarded(
    target: Target,
    input: DryGuarded,
    { text, retryAfterMs }: DryOutcome,
    status: number,
  ): Promise<AttemptOutcome<DryResponse>> {
    const isGood = status >= 200 && status <= 299
    const output = isGood ? await this.guards.output(target, text ?? null) : null
    if (output) this.#note(target, output)
    if (output?.verdict === 'denied') return denied(output)
    const isFailed = isGood && (input.verdict === 'failed' || output?.verdict === 'failed')
    const seen = guardedStatus(status, isFailed)
    return { kind: 'answered', status: seen, response: { status: seen, retryAfterMs } }
  }

  #note(target: Target, { results, reasons }: DryGuarded): void {
    this.guardrails.push(...results)
    for (const reason of reasons) this.decide('guardrail', target.configPath, reason)
  }

  /** The text of the first outcome given for the target. It is also the text of a cached response. */
  #textOf(target: Target): string | undefined {
    return chosenFor(this.request.outcomes, target)?.[0]?.text
  }

  attemptsLeft(): number {
    return this.limits.maxCalls - this.attempts.length
  }

  bufferEarlier(): Promise<boolean> {
    return Promise.resolve(true)
  }

  retryAfterMs(response: DryResponse): number | null {
    return response.retryAfterMs
  }

  isReplayable(): boolean {
    return true
  }

  decide(kind: Decision['kind'], target: string | null, reason: string, atMs = this.#nowMs, durationMs = 0): void {
    this.decisions.push({ kind, atMs, durationMs, target, reason })
  }

  #record(target: Target, retry: number, startMs: number, status: number | null, error: GatewayError | null): void {
    const { configPath, provider, credential } = target
    const durationMs = this.#nowMs - startMs
    this.attempts.push({
      target: configPath,
      provider: provider.slug,
      virtualKey: credential.kind === 'virtual_key' ? credential.slug : null,
      model: modelFor(target, this.request.params['model']),
      retry,
      startMs,
      durationMs,
      status,
      error: error?.code ?? null,
    })
    this.decide(
      'attempt',
      configPath,
      error ? `${error.code}: ${error.message}` : `returned ${status}`,
      startMs,
      durationMs,
    )
  }

  #isCached(target: Target): boolean {
    const { cacheHits } = this.request
    return cacheHits === 'everywhere' || chosenFor(cacheHits, target) === 'hit'
  }

  #next(target: Target): DryOutcome {
    const outcomes = chosenFor(this.request.outcomes, target) ?? []
    const count = this.#called.get(target.configPath) ?? 0
    this.#called.set(target.configPath, count + 1)
    return outcomes[Math.min(count, outcomes.length - 1)] ?? ANSWERED
  }
}

function denied({ softDeny }: DryGuarded): AttemptOutcome<DryResponse> {
  const status = softDeny ? 200 : DENIED_STATUS
  return { kind: 'answered', status, response: { status, retryAfterMs: null }, isLocal: true }
}

/** The config paths by which a target can be named: `config.targets[0]` and `targets[0]`. */
export function shortNames(configPath: string): readonly string[] {
  return configPath.startsWith('config.') ? [configPath, configPath.slice('config.'.length)] : [configPath]
}

function chosenFor<Value>(chosen: ReadonlyMap<string, Value>, { configPath, name }: Target): Value | undefined {
  const names = [...shortNames(configPath), ...(name === null ? [] : [name])]
  for (const known of names) if (chosen.has(known)) return chosen.get(known)
  return undefined
}

function opened(policy: NonNullable<Target['circuit']>, state: 'open' | 'half_open'): Circuit {
  // With a threshold of 1, one failure opens the circuit.
  const circuit = new Circuit({ ...policy, failureThreshold: 1 })
  circuit.leave({ kind: 'closed' }, 'failure', state === 'open' ? 0 : -policy.cooldownMs)
  return circuit
}

/** Returns the errors that a real attempt would return, so that both have the same timeline. */
function lateError({ provider, timeoutMs, configPath }: Target, limitMs: number): GatewayError {
  if (timeoutMs === null || limitMs < timeoutMs) return new GatewayError('upstream_idle', { param: configPath })
  return new GatewayError('request_timeout', {
    param: configPath,
    message: `Request timeout: ${provider.slug} did not respond within ${timeoutMs} ms.`,
  })
}

function errorOf(end: DryOutcome['end']): GatewayError | null {
  if (end === 'network') return new GatewayError('upstream_unreachable')
  return end === 'broken' ? new GatewayError('upstream_broken') : null
}

function modelFor({ changes, stripsModel }: Target, requested: unknown): string | null {
  const override = changes?.overrides.get('model')
  const given = stripsModel ? splitModel(requested)?.model : (requested ?? changes?.defaults.get('model'))
  const model = override ?? given
  return typeof model === 'string' ? model : null
}
