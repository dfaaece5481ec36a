/** Converts decisions and attempts of a log or a dry run into timeline steps. */

import type { IconName } from '../controls/icon.tsx'
import type { Tone } from '../data/badge.tsx'
import type { TimelineStep } from './timeline-row.tsx'

/** As in GET /v1/logs/{id} and POST /v1/configs/explain. Times are milliseconds since the start of the request. */
export type WireDecision = {
  readonly kind: string
  readonly at: number
  readonly duration: number
  readonly target: string | null
  readonly reason: string
}

export type WireAttempt = {
  readonly target: string
  readonly provider: string
  readonly retry: number
  readonly start: number
  /** Milliseconds since the start of the request. Dry runs have none. */
  readonly first_byte?: number | null
  readonly duration: number
  readonly status_code: number | null
  readonly error_code: string | null
  readonly virtual_key?: string | null
  readonly model?: string | null
}

export type DecisionStep = Omit<TimelineStep, 'outcome'> & {
  readonly outcome: { readonly words: string; readonly tone: Tone } | null
  /** Index in attempts[]. */
  readonly attempt: number | null
}

type Look = { readonly word: string; readonly icon: IconName; readonly tone: Tone }

const LOOKS: Readonly<Record<string, Look>> = {
  authenticated: { word: 'Key checked', icon: 'api-keys', tone: 'neutral' },
  planned: { word: 'Config read', icon: 'configs', tone: 'neutral' },
  condition: { word: 'Condition', icon: 'configs', tone: 'info' },
  draw: { word: 'Selected by weight', icon: 'configs', tone: 'info' },
  sticky: { word: 'Sticky choice', icon: 'configs', tone: 'info' },
  cache: { word: 'Cache', icon: 'copy', tone: 'cache' },
  guardrail: { word: 'Guardrail', icon: 'guardrails', tone: 'neutral' },
  budget: { word: 'Budget', icon: 'virtual-keys', tone: 'neutral' },
  rate_limit: { word: 'Rate limit', icon: 'virtual-keys', tone: 'warning' },
  breaker: { word: 'Circuit breaker', icon: 'warning', tone: 'error' },
  credential: { word: 'Provider key', icon: 'admin-keys', tone: 'neutral' },
  attempt: { word: 'Not called', icon: 'close', tone: 'error' },
  wait: { word: 'Wait', icon: 'refresh', tone: 'warning' },
  retry: { word: 'Retry', icon: 'refresh', tone: 'warning' },
  fallback: { word: 'Fallback', icon: 'welcome', tone: 'fallback' },
  kept: { word: 'Earlier response kept', icon: 'check', tone: 'warning' },
  not_replayable: { word: 'Body cannot be resent', icon: 'warning', tone: 'warning' },
  call_limit: { word: 'Call limit reached', icon: 'warning', tone: 'warning' },
  timeout: { word: 'Timeout', icon: 'warning', tone: 'error' },
  committed: { word: 'Response started', icon: 'check', tone: 'ok' },
  turn: { word: 'Turn', icon: 'refresh', tone: 'ok' },
  refused: { word: 'Refused', icon: 'close', tone: 'error' },
  abandoned: { word: 'Caller disconnected', icon: 'close', tone: 'warning' },
  broken: { word: 'Cut off', icon: 'warning', tone: 'error' },
}

/** Sorted by time; simultaneous steps keep the order of the input. */
export function decisionSteps(decisions: readonly WireDecision[], attempts: readonly WireAttempt[]): DecisionStep[] {
  const told = decisions.filter((one) => !isTheAttempt(one, attempts)).map(stepOfDecision)
  const called = attempts.map((attempt, index) => stepOfAttempt(attempt, index, reasonOf(attempt, decisions)))
  return [...told, ...called].sort((one, other) => one.startMs - other.startMs)
}

/** Splits the total time into gateway, intentional waiting, and providers. */
export function timeShares(decisions: readonly WireDecision[], attempts: readonly WireAttempt[], totalMs: number) {
  const waitingMs = sum(decisions.filter((one) => one.kind === 'wait').map((one) => one.duration))
  const providersMs = sum(attempts.map((one) => one.duration))
  return { ownMs: Math.max(0, totalMs - waitingMs - providersMs), waitingMs, providersMs }
}

/** Removes the `config.` prefix: `config.targets[1]` becomes `targets[1]`. The root has no name. */
export function shortPath(target: string | null): string {
  return target === null || target === 'config' ? '' : target.replace(/^config\./, '')
}

function stepOfDecision(decision: WireDecision, index: number): DecisionStep {
  const look = LOOKS[decision.kind] ?? { word: decision.kind.replaceAll('_', ' '), icon: 'right', tone: 'neutral' }
  const path = shortPath(decision.target)
  const isHit = decision.kind === 'cache' && /\bhit\b/i.test(decision.reason)
  return {
    key: `decision-${index}`,
    label: [look.word, path].filter(Boolean).join(' · '),
    icon: look.icon,
    startMs: decision.at,
    durationMs: decision.duration,
    tone: toneOfDecision(decision, look.tone),
    kind: barOf(decision, isHit),
    outcome:
      decision.kind === 'cache' ? cacheOutcome(isHit) : decision.kind === 'guardrail' ? verdictOf(decision) : null,
    because: decision.reason.replaceAll(/\bconfig\.(?=targets)/g, ''),
    attempt: null,
  }
}

function cacheOutcome(isHit: boolean): DecisionStep['outcome'] {
  return { words: isHit ? 'hit' : 'miss', tone: isHit ? 'cache' : 'neutral' }
}

/** Finds the verdict in the reason of a guardrail: `input guardrail pii: default.regexMatch failed, denied: ...`. */
const VERDICT = /: (?:skipped$|\S+ (passed|failed, denied|failed)(?: \((shadow|async)\))?(?=:|$))/

const VERDICT_TONES: Readonly<Record<string, Tone>> = {
  passed: 'ok',
  failed: 'warning',
  denied: 'error',
  skipped: 'neutral',
}

function verdictOf({ reason }: WireDecision): DecisionStep['outcome'] {
  const found = VERDICT.exec(reason)
  if (!found) return null
  const verdict = (found[1] ?? 'skipped').replace('failed, ', '')
  return {
    words: found[2] === undefined ? verdict : `${verdict} (${found[2]})`,
    tone: VERDICT_TONES[verdict] ?? 'neutral',
  }
}

function toneOfDecision(decision: WireDecision, tone: Tone): Tone {
  if (decision.kind === 'guardrail') return verdictOf(decision)?.tone ?? tone
  return decision.kind === 'breaker' && /probe/.test(decision.reason) ? 'warning' : tone
}

function barOf(decision: WireDecision, isHit: boolean): DecisionStep['kind'] {
  if (decision.kind === 'wait') return 'wait'
  if (isHit) return 'cached'
  if (decision.kind === 'breaker' && /open/.test(decision.reason) && !/^opened/.test(decision.reason)) return 'skipped'
  return decision.duration === 0 ? 'moment' : 'solid'
}

function stepOfAttempt(attempt: WireAttempt, index: number, reason: string | null): DecisionStep {
  const failed = attempt.error_code !== null || attempt.status_code === null || attempt.status_code >= 400
  const names = [shortPath(attempt.target), attempt.virtual_key ?? attempt.provider].filter(Boolean).join(' · ')
  const turn = attempt.retry === 0 ? 'attempt' : `retry ${attempt.retry}`
  const firstByteMs = attempt.first_byte == null ? null : Math.max(0, attempt.first_byte - attempt.start)
  const answer = attempt.status_code === null ? (attempt.error_code ?? 'no response') : String(attempt.status_code)
  const tone = attempt.status_code === null || attempt.error_code !== null ? 'error' : toneOf(attempt.status_code)
  return {
    key: `attempt-${index}`,
    label: `${names} · ${turn}`,
    icon: 'right',
    startMs: attempt.start,
    durationMs: attempt.duration,
    firstByteMs,
    tone: failed ? tone : 'info',
    kind: 'solid',
    outcome: { words: answer, tone },
    because: becauseOfAttempt(attempt, firstByteMs, reason),
    canOpen: true,
    attempt: index,
  }
}

/** Errors that a retry or another target can recover from are warnings. */
function toneOf(status: number): Tone {
  if (status < 400) return 'ok'
  return status === 429 || status === 408 ? 'warning' : 'error'
}

function becauseOfAttempt(attempt: WireAttempt, firstByteMs: number | null, reason: string | null): string {
  const firstByte = firstByteMs === null ? '' : `first byte after ${milliseconds(firstByteMs)}`
  const trouble = attempt.error_code === null ? '' : (reason ?? attempt.error_code)
  return [trouble, attempt.model ?? '', firstByte].filter(Boolean).join(' · ')
}

function milliseconds(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`
}

function isSame(decision: WireDecision, attempt: WireAttempt): boolean {
  return decision.kind === 'attempt' && decision.target === attempt.target && decision.at === attempt.start
}

/** A call appears twice: as a decision with its reason, and as an attempt with its timings. */
function isTheAttempt(decision: WireDecision, attempts: readonly WireAttempt[]): boolean {
  return attempts.some((attempt) => isSame(decision, attempt))
}

function reasonOf(attempt: WireAttempt, decisions: readonly WireDecision[]): string | null {
  return decisions.find((decision) => isSame(decision, attempt))?.reason ?? null
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
