/** `hook_results` of a response, a log or a test, and how the dashboard words them. */

import type { Tone } from '../data/badge.tsx'
import { duration } from '../data/format.ts'

export type HookMatch = { readonly label: string; readonly masked: string; readonly where: string }

export type HookCheck = {
  readonly id: string
  readonly verdict: boolean
  readonly data: Readonly<Record<string, unknown>> | null
  readonly error?: { readonly name: string; readonly message: string }
  /** Milliseconds. */
  readonly execution_time: number
  readonly transformed: boolean
  readonly matches?: readonly HookMatch[]
}

export type HookResult = {
  readonly id: string
  readonly verdict: boolean
  readonly deny: boolean
  readonly async: boolean
  readonly transformed: boolean
  readonly skipped?: boolean
  readonly shadow?: boolean
  readonly source?: string
  readonly version_id?: string | null
  readonly execution_time: number
  /** Milliseconds that the text of a stream was held back. */
  readonly held_time?: number
  readonly checks: readonly HookCheck[]
}

export type HookResults = {
  readonly before_request_hooks?: readonly HookResult[]
  readonly after_request_hooks?: readonly HookResult[]
}

export type HookOutcome = { readonly words: string; readonly tone: Tone }

export function hasResults(results: HookResults | null | undefined): results is HookResults {
  return (results?.before_request_hooks?.length ?? 0) + (results?.after_request_hooks?.length ?? 0) > 0
}

export function outcomeOf(hook: HookResult): HookOutcome {
  if (hook.skipped) return { words: 'skipped', tone: 'neutral' }
  if (hook.verdict)
    return hook.transformed ? { words: 'passed, changed', tone: 'info' } : { words: 'passed', tone: 'ok' }
  if (hook.shadow) return { words: hook.deny ? 'would deny' : 'would fail', tone: 'warning' }
  return hook.deny && !hook.async ? { words: 'denied', tone: 'error' } : { words: 'failed', tone: 'warning' }
}

export function outcomeOfCheck({ verdict, error, transformed }: HookCheck): HookOutcome {
  if (error) return { words: verdict ? 'not run, passed' : 'not run, failed', tone: 'error' }
  if (!verdict) return { words: 'failed', tone: 'error' }
  return transformed ? { words: 'changed', tone: 'info' } : { words: 'passed', tone: 'ok' }
}

/** The sentence of a check that explains its verdict, if it has one. */
export function explanationOf({ data, error }: HookCheck): string {
  if (error) return error.message
  const words = data?.['explanation'] ?? data?.['reason']
  return typeof words === 'string' ? words : ''
}

/** Shows microseconds below one millisecond, because most checks are that fast. */
export function checkTime(ms: number | null): string {
  return ms !== null && ms > 0 && ms < 1 ? `${Math.max(1, Math.round(ms * 1_000))} µs` : duration(ms)
}

/** `default.regexMatch` becomes `regexMatch`. */
export function shortCheck(id: string): string {
  return id.replace(/^default\./, '')
}
