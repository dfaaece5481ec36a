/** The words of the filter language: meaning, values, and the admin API filter of each. */

export type FilterWord = {
  readonly name: string
  readonly about: string
  readonly example: string
  /** Filter parameter of GET /v1/logs. */
  readonly parameter: string
  /** `flag` and `text` take one value. */
  readonly kind: 'list' | 'range' | 'closed' | 'flag' | 'text'
  /** For `closed` and `flag`: allowed values, and the API value of each. */
  readonly values?: Readonly<Record<string, string>>
  /** For `range`: factor from the written number to the API's unit, and the API's smallest step. */
  readonly factor?: number
  readonly step?: number
  /** For `range`: allowed unit suffixes and their factors. */
  readonly units?: Readonly<Record<string, number>>
}

const CACHE_VALUES = {
  hit: 'HIT,SEMANTIC HIT',
  simple: 'HIT',
  semantic: 'SEMANTIC HIT',
  miss: 'MISS,SEMANTIC MISS',
  refresh: 'REFRESH',
  off: 'DISABLED',
}

const GUARDRAIL_ENDINGS = {
  passed: 'passed',
  failed: 'failed',
  denied: 'denied',
  would_deny: 'would_deny',
  skipped: 'skipped',
  error: 'error',
  transformed: 'transformed',
  shadow: 'shadow',
}

/** The presets of the range picker. */
const SPANS = { '15m': '15m', '1h': '1h', '24h': '24h', '7d': '7d', '30d': '30d', '90d': '90d' }

export const TEXT_WORD: FilterWord = {
  name: 'text',
  about: 'Text in the request or response',
  example: '"free text"',
  parameter: 'text',
  kind: 'text',
}

export const FILTER_WORDS: readonly FilterWord[] = [
  { name: 'status', about: 'Status or class', example: 'status:5xx', parameter: 'status_code', kind: 'list' },
  { name: 'model', about: 'Requested model', example: 'model:gpt-4o-mini', parameter: 'ai_model', kind: 'list' },
  { name: 'provider', about: 'Provider', example: 'provider:openai', parameter: 'provider', kind: 'list' },
  { name: 'endpoint', about: 'Kind of call', example: 'endpoint:embeddings', parameter: 'endpoint', kind: 'list' },
  {
    name: 'key',
    about: 'Gateway key, name or id',
    example: 'key:checkout-prod',
    parameter: 'api_key_ids',
    kind: 'list',
  },
  { name: 'vk', about: 'Virtual key', example: 'vk:openai-main', parameter: 'virtual_keys', kind: 'list' },
  { name: 'config', about: 'Config', example: 'config:pc-router', parameter: 'configs', kind: 'list' },
  {
    name: 'prompt',
    about: 'Prompt, or one version of it',
    example: 'prompt:greeting@3',
    parameter: 'prompt_slug',
    kind: 'list',
  },
  { name: 'user', about: 'The same as meta._user', example: 'user:ada', parameter: 'metadata', kind: 'list' },
  {
    name: 'since',
    about: 'Start of the time range',
    example: 'since:7d',
    parameter: 'range',
    kind: 'closed',
    values: SPANS,
  },
  { name: 'trace', about: 'Trace id', example: 'trace:my-trace', parameter: 'trace_id', kind: 'list' },
  { name: 'span', about: 'Span id', example: 'span:s-1', parameter: 'span_id', kind: 'list' },
  {
    name: 'cache',
    about: 'Cache status',
    example: 'cache:hit',
    parameter: 'cache_status',
    kind: 'closed',
    values: CACHE_VALUES,
  },
  {
    name: 'source',
    about: 'Served by the gateway, or inserted',
    example: 'source:external',
    parameter: 'source',
    kind: 'closed',
    values: { gateway: 'gateway', external: 'external' },
  },
  {
    name: 'guardrail',
    about: 'Guardrail that ran',
    example: 'guardrail:pii-redaction',
    parameter: 'guardrail',
    kind: 'list',
  },
  {
    name: 'guardrail.verdict',
    about: 'How a guardrail ended',
    example: 'guardrail.verdict:denied',
    parameter: 'guardrail_verdict',
    kind: 'closed',
    values: GUARDRAIL_ENDINGS,
  },
  // Written in dollars; the API takes cents; the store counts nano-dollars.
  {
    name: 'cost',
    about: 'US dollars',
    example: 'cost:>0.01',
    parameter: 'cost',
    kind: 'range',
    factor: 100,
    step: 1e-7,
  },
  { name: 'tokens', about: 'Total tokens', example: 'tokens:>1000', parameter: 'total_units', kind: 'range', step: 1 },
  { name: 'in', about: 'Input tokens', example: 'in:>1000', parameter: 'prompt_token', kind: 'range', step: 1 },
  { name: 'out', about: 'Output tokens', example: 'out:<10', parameter: 'completion_token', kind: 'range', step: 1 },
  {
    name: 'feedback',
    about: 'Weighted, -10 to 10',
    example: 'feedback:<0',
    parameter: 'weighted_feedback',
    kind: 'range',
    step: 1e-6,
  },
  {
    name: 'latency',
    about: 'Latency',
    example: 'latency:>2s',
    parameter: 'response_time',
    kind: 'range',
    step: 0.001,
    units: { ms: 1, s: 1_000, m: 60_000 },
  },
  {
    name: 'attempts',
    about: 'Calls to providers',
    example: 'attempts:>1',
    parameter: 'attempt_count',
    kind: 'range',
    step: 1,
  },
  {
    name: 'rescued',
    about: 'Recovered by retry or fallback',
    example: 'rescued:true',
    parameter: 'rescued',
    kind: 'flag',
    values: { true: 'true', false: 'false' },
  },
  {
    name: 'breaker',
    about: 'A target was skipped: its circuit was open',
    example: 'breaker:open',
    parameter: 'circuit_skip',
    kind: 'flag',
    values: { open: 'true', closed: 'false' },
  },
  TEXT_WORD,
]

/** Whether a word can be negated. For ranges, write the opposite comparison: `cost:<=1`. */
export function canBeNegated({ name, kind }: FilterWord): boolean {
  return kind !== 'range' && kind !== 'text' && name !== 'since'
}

/** Filters that the live stream does not support, because they need stored data. */
export const NOT_LIVE = new Set([
  'time_of_generation_min',
  'time_of_generation_max',
  'weighted_feedback_min',
  'weighted_feedback_max',
])

/** The closest known word by edit distance, if it is close enough. */
export function nearestWord(written: string): string | null {
  const names = [...FILTER_WORDS.map((word) => word.name), 'meta.']
  const best = names
    .map((name) => ({ name, steps: distance(written.toLowerCase(), name) }))
    .sort((one, other) => one.steps - other.steps)[0]
  const isPrefix = names.find((name) => written.length > 1 && name.startsWith(written.toLowerCase()))
  if (isPrefix) return isPrefix
  return best && best.steps <= Math.max(1, Math.floor(written.length / 3)) ? best.name : null
}

/** Edit distance with insertions, deletions, replacements and transpositions. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (rows[i - 1]?.[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(change, swap, (rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
