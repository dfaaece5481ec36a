/** A compact log row: a tab can hold a hundred thousand. */

import type { LogGuardrail, LogRow, LogTrailMark } from '../../../api/log-row.ts'
import type { Tone } from '../../../design/data/badge.tsx'

export type LogLine = {
  readonly id: string
  readonly traceId: string
  readonly atMs: number
  readonly status: number
  readonly ending: LogRow['ending']
  readonly errorCode: string | null
  readonly method: string
  readonly path: string
  readonly endpoint: string
  readonly model: string | null
  readonly provider: string | null
  readonly virtualKey: string | null
  readonly target: string | null
  readonly config: string | null
  readonly prompt: string | null
  readonly cache: string
  readonly isStream: boolean
  readonly isExternal: boolean
  readonly durationMs: number
  readonly firstByteMs: number | null
  readonly attempts: number
  readonly retries: number
  /** `429↻ 500→ 200`; null: unknown. */
  readonly trail: string | null
  /** Time spent in the gateway; null: unknown. */
  readonly ownMs: number | null
  /** The start of the prompt; null: not stored, or no text. */
  readonly words: string | null
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly isEstimate: boolean
  /** US cents. */
  readonly cost: number | null
  readonly user: string | null
  readonly keyId: string
  readonly feedback: number | null
  /** The guardrail with the worst verdict; null if all passed. */
  readonly guardrail: string | null
  readonly guardrailVerdict: ShownVerdict | null
}

export type ShownVerdict = (typeof WORST_FIRST)[number]

const WORST_FIRST = ['denied', 'failed', 'would_deny'] as const satisfies readonly LogGuardrail['verdict'][]

/** Interns repeated strings such as model names, to save memory. */
const known = new Map<string, string>()
const MAX_KNOWN = 5_000
const MAX_WORDS_LENGTH = 100

function shared<Text extends string | null>(text: Text): Text {
  if (text === null) return text
  const found = known.get(text)
  if (found !== undefined) return found as Text
  if (known.size < MAX_KNOWN) known.set(text, text)
  return text
}

export function lineOf(row: LogRow): LogLine {
  const worst = worstOf(row.guardrails)
  return {
    id: row.id,
    traceId: row.trace_id,
    atMs: Date.parse(row.created_at),
    status: row.status_code,
    ending: shared(row.ending),
    errorCode: shared(row.error_code),
    method: shared(row.method),
    path: shared(row.path),
    endpoint: shared(row.endpoint),
    model: shared(row.ai_model),
    provider: shared(row.provider),
    virtualKey: shared(row.virtual_key),
    target: shared(row.target),
    config: shared(row.config),
    prompt: shared(row.prompt_slug),
    cache: shared(row.cache_status),
    isStream: row.is_stream,
    isExternal: row.source === 'external',
    durationMs: row.response_time,
    firstByteMs: row.time_to_first_byte,
    attempts: row.attempt_count,
    retries: row.retry_count,
    trail: shared(row.trail && trailOf(row.trail)),
    ownMs: row.gateway_time,
    words: row.first_words && shortened(row.first_words),
    inputTokens: row.usage?.input_tokens ?? null,
    outputTokens: row.usage?.output_tokens ?? null,
    isEstimate: row.usage?.is_estimate ?? false,
    cost: row.cost,
    user: shared(row.metadata['_user'] ?? null),
    keyId: shared(row.api_key_id),
    feedback: row.weighted_feedback,
    guardrail: shared(worst?.id ?? null),
    guardrailVerdict: worst?.verdict ?? null,
  }
}

function worstOf(guardrails: readonly LogGuardrail[]): { readonly id: string; readonly verdict: ShownVerdict } | null {
  for (const verdict of WORST_FIRST) {
    const found = guardrails.find((one) => one.verdict === verdict)
    if (found) return { id: found.id, verdict }
  }
  return null
}

/** `↻`: retried on the same target; `→`: next target. */
function trailOf(trail: readonly LogTrailMark[]): string {
  return trail
    .map(({ status_code: status }, index) => {
      const next = trail[index + 1]
      return `${status ?? '✕'}${next === undefined ? '' : next.retry > 0 ? '↻' : '→'}`
    })
    .join(' ')
}

/** Shortened because a tab can hold a hundred thousand rows. */
function shortened(words: string): string {
  return words.length > MAX_WORDS_LENGTH ? `${words.slice(0, MAX_WORDS_LENGTH)}…` : words
}

export type Verdict = { readonly words: string; readonly tone: Tone; readonly title: string }

type Judged = Pick<LogLine, 'status' | 'ending' | 'attempts' | 'cache' | 'errorCode' | 'endpoint'>

/** Model lists call several providers, so several attempts do not mean that a retry or fallback recovered. */
const MODEL_LISTS = /^(gemini\.)?models(\.read)?$/

/** The outcome as a word next to the status, because colour alone is not accessible. */
export function verdictOf({ status, ending, attempts, cache, errorCode, endpoint }: Judged): Verdict {
  const trouble = errorCode === null ? '' : `: ${errorCode}`
  if (ending === 'broken')
    return { words: `${status} cut off`, tone: 'error', title: `The response was cut off${trouble}` }
  if (ending === 'abandoned')
    return { words: `${status} cancelled`, tone: 'warning', title: 'The caller disconnected before the end' }
  if (status === 246)
    return { words: '246', tone: 'warning', title: 'A guardrail failed, and the response was allowed' }
  if (status >= 400) return { words: String(status), tone: toneOf(status), title: `Failed with ${status}${trouble}` }
  if (cache === 'HIT' || cache === 'SEMANTIC HIT')
    return { words: `${status} cached`, tone: 'cache', title: 'From the cache' }
  if (attempts > 1 && !MODEL_LISTS.test(endpoint))
    return {
      words: `${status} recovered`,
      tone: 'fallback',
      title: `Recovered by retry or fallback: ${attempts} attempts`,
    }
  return { words: String(status), tone: 'ok', title: `Status ${status}` }
}

function toneOf(status: number): Tone {
  return status === 429 || status === 408 ? 'warning' : 'error'
}
