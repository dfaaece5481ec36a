/** Compiles single checks for tests and benchmarks, and feeds a text to a span check in chunks, as a stream does. */

import { DEFAULT_ACTIONS } from '../core/guardrails/guardrails.ts'
import type { Check, Span, SpanCheck } from './check.ts'
import { compileGuardrail } from './compile-guardrail.ts'

/** One check, compiled as in a guardrail. */
export function compileCheck(id: string, parameters: Record<string, unknown> = {}): Check {
  const checks = [{ id, parameters, isEnabled: true }]
  const spec = { id: 'g', versionId: null, source: 'config', checks, actions: DEFAULT_ACTIONS } as const
  const guardrail = compileGuardrail(spec, (path, reason) => {
    throw new Error(`${path}: ${reason}`)
  })
  return guardrail.checks[0] as Check
}

export function compileSpanCheck(id: string, parameters: Record<string, unknown> = {}): SpanCheck {
  const check = compileCheck(id, parameters)
  if (check.kind !== 'spans') throw new Error(`${id} is no span check`)
  return check
}

/** Returns the spans that are settled after each chunk, and those of the rest at the end. */
export function feed(check: SpanCheck, chunks: readonly string[]): readonly Span[] {
  const spans: Span[] = []
  let text = ''
  let settled = 0
  for (const chunk of chunks) {
    text += chunk
    const next = check.settledUntil(text, settled)
    if (next < settled || next > text.length)
      throw new Error(`settled until ${next} of ${text.length}, from ${settled}`)
    for (const span of check.find(text, settled)) {
      if (span.start >= next) break
      if (span.end > next) throw new Error(`the span ${span.start} to ${span.end} is settled only until ${next}`)
      spans.push(span)
    }
    settled = next
  }
  spans.push(...check.find(text, settled))
  return spans
}

/** Cuts the text at these indices, which may be in any order. */
export function cut(text: string, indices: readonly number[]): readonly string[] {
  const sorted = [...new Set(indices)].filter((at) => at > 0 && at < text.length).sort((a, b) => a - b)
  return [0, ...sorted].map((at, i) => text.slice(at, sorted[i] ?? text.length))
}

/** Yields the whole text, the text one character at a time, and the text cut in two at every index. */
export function* splitsOf(text: string): Generator<readonly string[]> {
  yield [text]
  yield [...text]
  for (let at = 1; at < text.length; at++) yield [text.slice(0, at), text.slice(at)]
}
