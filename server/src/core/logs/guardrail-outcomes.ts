/** Short form of the guardrail results of a request, for lists, filters and analytics. */

import type { Direction, GuardrailResult } from '../guardrails/guardrails.ts'

/**
 * `failed`: it failed and the request went on. `would_deny`: it would have denied the request, but is in shadow mode.
 * `skipped`: an earlier guardrail ended the run.
 */
export const GUARDRAIL_VERDICTS = ['passed', 'failed', 'denied', 'would_deny', 'skipped'] as const

export type GuardrailVerdict = (typeof GUARDRAIL_VERDICTS)[number]

/** `error`: at least one check could not be run. `transformed`: it changed the text, or would have in shadow mode. */
export const GUARDRAIL_FLAGS = ['error', 'transformed', 'shadow'] as const

export type GuardrailFlag = (typeof GUARDRAIL_FLAGS)[number]

export type GuardrailOutcome = {
  /** The slug of a saved guardrail, or `INLINE_GUARDRAILS`. */
  readonly id: string
  readonly direction: Direction
  readonly verdict: GuardrailVerdict
  readonly flags: readonly GuardrailFlag[]
  /** Duration, rounded by `stepOf`. */
  readonly step: number
}

/**
 * Used as the id of all inline guardrails, because callers choose their ids: one could equal the slug of a saved
 * guardrail, or be different for every request. No slug has a dot.
 */
export const INLINE_GUARDRAILS = 'inline.all'

/** If a request has more results, only the first ones are stored here. The details of its log have all of them. */
const MAX_OUTCOMES = 64
const MAX_ID_LENGTH = 128

const ENTRY = '\u001f'
const FIELD = '\u001e'

export function verdictOf({ skipped, verdict, deny, shadow, async }: GuardrailResult): GuardrailVerdict {
  if (skipped) return 'skipped'
  if (verdict) return 'passed'
  if (shadow) return deny ? 'would_deny' : 'failed'
  return deny && !async ? 'denied' : 'failed'
}

/** The id under which the result is counted. */
export function countedId({ id, versionId }: Pick<GuardrailResult, 'id' | 'versionId'>): string {
  return versionId === null ? INLINE_GUARDRAILS : plain(id)
}

export function outcomeOf(result: GuardrailResult): GuardrailOutcome {
  const flags: GuardrailFlag[] = []
  if (result.checks.some(({ error }) => error !== null)) flags.push('error')
  if (result.transformed) flags.push('transformed')
  if (result.shadow) flags.push('shadow')
  return {
    id: countedId(result),
    direction: result.direction,
    verdict: verdictOf(result),
    flags,
    step: stepOf(result.durationMs),
  }
}

/**
 * The text of the column `guardrail_outcomes`; null if no guardrail ran. Each outcome is one entry, and each of its
 * flags is another one, so that a filter on a guardrail and its verdict or flag is one search for `outcomeMark`.
 * Durations are rounded to steps, because rollups have one row for each distinct text.
 */
export function guardrailsText(results: readonly GuardrailResult[] | undefined): string | null {
  if (!results || results.length === 0) return null
  let text = ''
  for (const result of results.slice(0, MAX_OUTCOMES)) {
    const { id, direction, verdict, flags, step } = outcomeOf(result)
    text += `${ENTRY}${id}${FIELD}${verdict}${FIELD}${direction}${FIELD}${step}`
    for (const flag of flags) text += `${ENTRY}${id}${FIELD}${flag}${FIELD}`
  }
  return text
}

/** Parses `guardrailsText`. */
export function readGuardrails(text: string | null): GuardrailOutcome[] {
  const outcomes: (GuardrailOutcome & { readonly flags: GuardrailFlag[] })[] = []
  for (const entry of text?.split(ENTRY) ?? []) {
    const [id, verdict, direction, step] = entry.split(FIELD)
    if (id === undefined || verdict === undefined) continue
    if (step === undefined) outcomes.at(-1)?.flags.push(verdict as GuardrailFlag)
    else
      outcomes.push({
        id,
        direction: direction as Direction,
        verdict: verdict as GuardrailVerdict,
        flags: [],
        step: Number(step),
      })
  }
  return outcomes
}

/** The column contains this text if a guardrail (with this id, if given) ended with this verdict or flag (if given). */
export function outcomeMark(id: string | null, ending: string | null): string {
  if (id === null) return `${FIELD}${ending}${FIELD}`
  return ending === null ? `${ENTRY}${plain(id)}${FIELD}` : `${ENTRY}${plain(id)}${FIELD}${ending}${FIELD}`
}

function plain(id: string): string {
  return id.replaceAll(/\p{Cc}/gu, ' ').slice(0, MAX_ID_LENGTH)
}

const STEPS_PER_OCTAVE = 4
const SMALLEST_MS = 0.01
const MAX_STEP = 112

/** Steps are 19 % wide, from 10 microseconds on. */
export function stepOf(durationMs: number): number {
  if (!(durationMs > SMALLEST_MS)) return 0
  return Math.min(MAX_STEP, 1 + Math.floor(Math.log2(durationMs / SMALLEST_MS) * STEPS_PER_OCTAVE))
}

/** The middle of a step, in milliseconds. */
export function stepMs(step: number): number {
  if (step === 0) return SMALLEST_MS / 2
  const low = SMALLEST_MS * 2 ** ((step - 1) / STEPS_PER_OCTAVE)
  const high = SMALLEST_MS * 2 ** (step / STEPS_PER_OCTAVE)
  return Number(((low + high) / 2).toPrecision(3))
}
