/** The assumptions of a dry run: request, target outcomes, open circuits and random choices. */

import type { WireAttempt, WireDecision } from '../../../design/timeline/decision-steps.ts'
import { plainValue } from '../text/json-paths.ts'
import { readJson } from '../text/json-tree.ts'

export type Outcome = {
  /** A status code as text, or a kind of connection failure. */
  readonly end: string
  readonly durationMs: number
  /** The Retry-After header; null: absent. */
  readonly retryAfterMs: number | null
  /** Outcome of later calls to the same target; null: the same as the first. */
  readonly later: string | null
}

export type CircuitState = 'closed' | 'open' | 'half_open'
export type CacheState = 'hit' | 'miss'

export type Scenario = {
  readonly path: string
  readonly model: string
  /** JSON text as typed. */
  readonly params: string
  readonly metadata: string
  readonly provider: string
  readonly virtualKey: string
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly circuits: Readonly<Record<string, CircuitState>>
  /** Whether targets with a cache have a hit. */
  readonly cache: CacheState
  readonly random: number
}

export const USUAL: Outcome = { end: '200', durationMs: 400, retryAfterMs: null, later: null }

export const SAMPLE: Scenario = {
  path: '/v1/chat/completions',
  model: 'mock-1',
  params: '{"messages": [{"role": "user", "content": "Hello"}]}',
  metadata: '{}',
  provider: '',
  virtualKey: '',
  outcomes: {},
  circuits: {},
  cache: 'miss',
  random: 0.5,
}

export const ENDS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '200', label: '200 OK' },
  { value: '400', label: '400 bad request' },
  { value: '401', label: '401 wrong key' },
  { value: '408', label: '408 too slow' },
  { value: '429', label: '429 rate limit' },
  { value: '500', label: '500 error' },
  { value: '502', label: '502 bad gateway' },
  { value: '503', label: '503 no service' },
  { value: '529', label: '529 overloaded' },
  { value: 'timeout', label: 'timeout' },
  { value: 'network', label: 'no connection' },
  { value: 'broken', label: 'stream cut off' },
]

export type Explanation = {
  readonly status: number
  readonly target: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  readonly duration: number
  readonly decisions: readonly WireDecision[]
  readonly attempts: readonly WireAttempt[]
  readonly worst_case: {
    readonly calls: number
    readonly duration: number | null
    readonly wait: number
    /** US dollars. */
    readonly cost: number | null
    readonly unpriced: readonly string[]
  }
  readonly warnings: readonly string[]
}

/** `paths`: the config paths of the current targets. Outcomes for other targets are kept but not sent. */
export function explainBody(scenario: Scenario, paths: readonly string[]): Record<string, unknown> {
  const { path, model, provider, virtualKey, cache, random } = scenario
  const outcomes = paths.map((path) => [path, wireOutcomes(scenario.outcomes[path] ?? USUAL)])
  const circuits = paths.flatMap((path) => {
    const state = scenario.circuits[path] ?? 'closed'
    return state === 'closed' ? [] : [[path, state]]
  })
  return {
    request: {
      path,
      ...(model !== '' && { model }),
      ...(provider !== '' && { provider }),
      ...(virtualKey !== '' && { virtual_key: virtualKey }),
      params: objectOf(scenario.params) ?? {},
      metadata: objectOf(scenario.metadata) ?? {},
    },
    outcomes: Object.fromEntries(outcomes),
    circuits: Object.fromEntries(circuits),
    ...(cache === 'hit' && { cache }),
    random,
  }
}

function wireOutcomes({ end, durationMs, retryAfterMs, later }: Outcome): Record<string, unknown>[] {
  const first = wireOutcome(end, durationMs, retryAfterMs)
  return later === null ? [first] : [first, wireOutcome(later, durationMs, retryAfterMs)]
}

function wireOutcome(end: string, durationMs: number, retryAfterMs: number | null): Record<string, unknown> {
  const status = Number(end)
  return {
    ...(Number.isInteger(status) ? { status } : { error: end }),
    duration_ms: durationMs,
    ...(retryAfterMs !== null && Number.isInteger(status) && status >= 400 && { retry_after_ms: retryAfterMs }),
  }
}

/** Null if the text is not a JSON object. */
export function objectOf(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  const { root, problems } = readJson(text)
  return problems.length === 0 && root.kind === 'object' ? (plainValue(root) as Record<string, unknown>) : null
}
