/** Results of the demo guardrails for the requests of the support chat. */

import type { CheckResult, GuardrailResult } from '../../core/guardrails/guardrails.ts'
import { GUARDRAILS } from './demo-content.ts'

/** Share of responses that the guardrail in shadow mode would have stopped. */
const FAILING_SHARE = 0.04

/** The id of the only version of a demo guardrail. Results without a version are counted as inline guardrails. */
export function demoVersionId(workspaceId: string, slug: string): string {
  return `${workspaceId}-${slug}`
}

/** Derived from the trace id: using the random generator here would change the other figures of the demo. */
export function demoGuardrailResults(
  workspaceId: string,
  traceId: string,
  startedAtMs: number,
): readonly GuardrailResult[] {
  const isFailing = Number.parseInt(traceId.slice(0, 6), 16) / 0xff_ff_ff < FAILING_SHARE
  const millis = 0.05 + Number.parseInt(traceId.slice(6, 8), 16) / 1_000
  const [names, answers] = GUARDRAILS
  const passed = (id: string): CheckResult => ({
    id,
    verdict: true,
    error: null,
    durationMs: millis,
    transformed: false,
    data: null,
    matches: [],
  })
  const common = { source: 'config', async: false, skipped: false, transformed: false } as const
  const [words, phrase] = answers.checks
  const found = { label: 'pattern', masked: 'As*******el', where: 'choices[0].message.content' }
  return [
    {
      ...common,
      id: names.slug,
      versionId: demoVersionId(workspaceId, names.slug),
      direction: 'input',
      verdict: true,
      deny: true,
      shadow: false,
      checks: [passed(names.checks[0].id)],
      startedAtMs,
      durationMs: millis,
      heldMs: 0,
      feedback: null,
    },
    {
      ...common,
      id: answers.slug,
      versionId: demoVersionId(workspaceId, answers.slug),
      direction: 'output',
      verdict: !isFailing,
      deny: false,
      shadow: true,
      checks: [
        passed(words.id),
        isFailing ? { ...passed(phrase.id), verdict: false, matches: [found] } : passed(phrase.id),
      ],
      startedAtMs,
      durationMs: millis * 2,
      heldMs: 0,
      feedback: null,
    },
  ]
}
