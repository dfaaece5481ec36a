/** The check `default.presidio`: a Presidio analyzer finds personal data, which the gateway reports, replaces or tokenises. */

import { z } from 'zod'
import { isObject } from '../../core/json.ts'
import type { CheckOutcome, RemoteCheck, Span, SpanAction, TextPart } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import { CheckError } from './check-error.ts'
import { withDeadline } from './deadline.ts'
import { requireLength } from './model-judge.ts'
import {
  carriesSecret,
  DEFAULT_TIMEOUT_MS,
  failOnError,
  jsonHeaders,
  oneOf,
  range,
  serviceHeaders,
  serviceUrl,
  timeoutMs,
} from './service-parameters.ts'
import { readJsonArray } from './service-reply.ts'

const WHAT = 'The Presidio analyzer'
/** Separates the texts of one request. No entity of Presidio contains an empty line. */
const BETWEEN = '\n\n'
const MAX_FINDINGS = 10_000

const LANGUAGE_FORM = 'a language code such as "en"'
const ENTITY_FORM = 'names of entities such as "PHONE_NUMBER"'

export const presidioParameters = z.strictObject({
  analyzerURL: serviceUrl.describe('Such as http://presidio:3000/analyze.'),
  headers: serviceHeaders.describe('Sent with the POST. An object, or the same as JSON text.'),
  language: z
    .string({ error: LANGUAGE_FORM })
    .regex(/^[a-z]{2}$/, { error: LANGUAGE_FORM })
    .default('en')
    .describe('The language of the texts.'),
  entities: z
    .array(z.string({ error: ENTITY_FORM }).regex(/^[A-Z][A-Z0-9_]{0,63}$/, { error: ENTITY_FORM }), {
      error: ENTITY_FORM,
    })
    .max(100, { error: 'at most 100 entities' })
    .optional()
    .describe('Such as PERSON and PHONE_NUMBER. Default: all that the analyzer knows.'),
  scoreThreshold: range(0, 1).default(0.5).describe('Findings with a lower score do not count.'),
  action: oneOf(['detect', 'redact', 'tokenise'])
    .default('detect')
    .describe('detect: a finding fails the check. redact: it is replaced by its type. tokenise: by a placeholder.'),
  timeout: timeoutMs.default(DEFAULT_TIMEOUT_MS).describe('Milliseconds.'),
  failOnError,
})

type Parameters = z.output<typeof presidioParameters>

export function compilePresidio(
  id: string,
  parameters: Parameters,
  { isTrusted }: Pick<CompileContext, 'isTrusted'>,
): RemoteCheck {
  const { analyzerURL: url, headers, language, entities, scoreThreshold, timeout } = parameters
  return {
    kind: 'remote',
    id,
    messages: 'all',
    ...(parameters.action !== 'detect' && { transforms: true }),
    ...(parameters.failOnError !== undefined && { failOnError: parameters.failOnError }),
    async run({ parts }, services, signal) {
      requireLength(parts)
      const text = parts.map((part) => part.text).join(BETWEEN)
      if (text.trim() === '') return { verdict: true, data: { entities: {} } }
      const requested = { text, language, score_threshold: scoreThreshold, ...(entities && { entities }) }
      const body = new TextEncoder().encode(JSON.stringify(requested))
      const hasSecret = carriesSecret(url, headers)
      const request = { method: 'POST', url, headers: jsonHeaders(headers), body, isTrusted, hasSecret } as const
      const response = await withDeadline(WHAT, timeout, signal, (end) => services.fetch(request, end))
      const findings = readFindings(readJsonArray(WHAT, response), text, parameters)
      return outcomeOf(findings, parts, parameters)
    },
  }
}

type Finding = { readonly start: number; readonly end: number; readonly label: string }

/** Returns findings in order, without overlaps. Converts Presidio's offsets from code points to UTF-16 code units. */
function readFindings(rows: readonly unknown[], text: string, { scoreThreshold }: Parameters): readonly Finding[] {
  if (rows.length > MAX_FINDINGS) throw new CheckError(`${WHAT} returned more than ${MAX_FINDINGS} findings.`)
  const found: Finding[] = []
  for (const row of rows) {
    const { start, end, score, entity_type: label } = isObject(row) ? row : {}
    if (!isOffset(start) || !isOffset(end) || typeof score !== 'number' || typeof label !== 'string' || end <= start)
      throw new CheckError(`${WHAT} returned a finding without start, end, score and entity_type.`)
    if (score >= scoreThreshold) found.push({ start, end, label: labelOf(label) })
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const offsets = offsetsOf(text, found)
  return withoutOverlaps(
    found.map(({ start, end, label }) => ({ start: offsets.get(start)!, end: offsets.get(end)!, label })),
  )
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function labelOf(label: string): string {
  return /^[A-Z][A-Z0-9_]{0,63}$/.test(label) ? label : 'ENTITY'
}

/** Maps the offsets of findings from code points to UTF-16 code units, in one pass. */
function offsetsOf(text: string, findings: readonly Finding[]): ReadonlyMap<number, number> {
  const wanted = new Set(findings.flatMap(({ start, end }) => [start, end]))
  const offsets = new Map<number, number>()
  let points = 0
  let units = 0
  for (const point of text) {
    if (wanted.has(points)) offsets.set(points, units)
    points++
    units += point.length
  }
  if (wanted.has(points)) offsets.set(points, units)
  if (offsets.size < wanted.size) throw new CheckError(`${WHAT} returned a finding outside of the text.`)
  return offsets
}

/** Merges overlapping findings, so that no part of a finding stays in the text. */
function withoutOverlaps(sorted: readonly Finding[]): readonly Finding[] {
  const out: Finding[] = []
  for (const finding of sorted) {
    const last = out.at(-1)
    if (!last || finding.start >= last.end) out.push(finding)
    else if (finding.end > last.end) out[out.length - 1] = { ...last, end: finding.end }
  }
  return out
}

function outcomeOf(findings: readonly Finding[], parts: readonly TextPart[], { action }: Parameters): CheckOutcome {
  const spans = new Map<number, readonly Span[]>()
  const counts: Record<string, number> = {}
  let next = 0
  let from = 0
  for (const [index, { text }] of parts.entries()) {
    const until = from + text.length
    // A finding that extends into the next part counts for both parts.
    while (next < findings.length && findings[next]!.end <= from) next++
    const own: Span[] = []
    for (let i = next; i < findings.length && findings[i]!.start < until; i++) {
      const { start, end, label } = findings[i]!
      own.push({
        start: Math.max(start, from) - from,
        end: Math.min(end, until) - from,
        label,
        action: actionOf(action, label),
      })
      counts[label] = (counts[label] ?? 0) + 1
    }
    if (own.length > 0) spans.set(index, own)
    from = until + BETWEEN.length
  }
  return { verdict: action !== 'detect' || spans.size === 0, data: { entities: counts }, spans }
}

function actionOf(action: Parameters['action'], label: string): SpanAction {
  if (action === 'tokenise') return { kind: 'tokenise' }
  return action === 'redact' ? { kind: 'replace', text: `<${label}>` } : { kind: 'report' }
}
