/** Finds the differences between the responses of two gateways to one request. */

import { type Difference, differences } from '../../json-difference.ts'
import type { Observed } from './compared-gateway.ts'
import type { RecordedRequest } from './recorded-requests.ts'

export type Aspect = 'status' | 'body' | 'routing' | 'cost'

export type Found = Difference & { readonly aspect: Aspect }

export type Rules = {
  /** Body paths to ignore: `choices[].finish_reason`, `usage`. */
  readonly ignored: readonly string[]
  readonly ignoresText: boolean
  /** The largest accepted relative difference between the costs of one request. */
  readonly costTolerance: number
}

/** Members with generated text, and the counts that depend on it. */
const GENERATED = [
  'choices[].message.content',
  'choices[].message.content_blocks',
  'choices[].message.reasoning_content',
  'choices[].message.reasoning_details',
  'choices[].message.tool_calls',
  'choices[].message.refusal',
  'choices[].text',
  'choices[].logprobs',
  'content',
  'output',
  'output_text',
  'text',
  'data[].b64_json',
  'data[].url',
  'data[].revised_prompt',
  'digest',
  'usage.completion_tokens',
  'usage.output_tokens',
  'usage.total_tokens',
  'usage.completion_tokens_details',
  'usage.output_tokens_details',
]

export function compareResponses(request: RecordedRequest, old: Observed, now: Observed, rules: Rules): Found[] {
  if (old.status !== now.status || old.failure !== null || now.failure !== null)
    return [{ aspect: 'status', path: 'status', before: old.status ?? old.failure, after: now.status ?? now.failure }]
  return [
    ...bodyDifferences(request, old, now, rules),
    ...routingDifferences(old, now),
    ...costDifference(old, now, rules),
  ]
}

function bodyDifferences(request: RecordedRequest, old: Observed, now: Observed, rules: Rules): Found[] {
  if (old.body?.kind !== now.body?.kind)
    return [{ aspect: 'body', path: 'format', before: old.body?.kind, after: now.body?.kind }]
  const ignored = [...rules.ignored, ...(rules.ignoresText || isSampled(request) ? GENERATED : [])]
  return differences(old.body?.value, now.body?.value, '', Object.is)
    .filter(({ path }) => !ignored.some((one) => covers(one, path)))
    .map((difference) => ({ aspect: 'body' as const, ...difference }))
}

const WITHOUT_SAMPLING = /^\/(embeddings|moderations|rerank|models|messages\/count_tokens|responses\/input_tokens)/

/** False for temperature 0 and for endpoints that generate nothing. Providers sample at temperature 1 by default. */
function isSampled({ path, body }: RecordedRequest): boolean {
  if (body === null || WITHOUT_SAMPLING.test(path)) return false
  const params = JSON.parse(body) as { readonly temperature?: unknown }
  return params.temperature !== 0
}

/** `choices[].message` covers `choices[0].message.content`. */
function covers(ignored: string, path: string): boolean {
  const plain = path.replaceAll(/\[\d+\]/g, '[]')
  return [path, plain].some((one) => one === ignored || one.startsWith(`${ignored}.`) || one.startsWith(`${ignored}[`))
}

function routingDifferences(old: Observed, now: Observed): Found[] {
  return (['provider', 'model', 'target'] as const)
    .filter((name) => old[name] !== null && now[name] !== null && old[name] !== now[name])
    .map((name) => ({ aspect: 'routing' as const, path: name, before: old[name], after: now[name] }))
}

/** Compares only responses with the same numbers of tokens, because texts of different length have different costs. */
function costDifference(old: Observed, now: Observed, { costTolerance }: Rules): Found[] {
  const [before, after] = [old.costUsd, now.costUsd]
  if (before === null || after === null) return []
  const tokens = ({ body }: Observed) => `${body?.inputTokens} ${body?.outputTokens}`
  if (tokens(old) !== tokens(now) || Math.abs(after - before) <= costTolerance * Math.max(before, after)) return []
  return [{ aspect: 'cost', path: 'cost_usd', before, after }]
}
