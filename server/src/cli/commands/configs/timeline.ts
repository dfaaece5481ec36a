/** Formats the attempts and decisions of a request, real or simulated, in chronological order. */

import type { Output } from '../../output.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { texts } from './configs.ts'

type Colours = Output['colours']
type Line = { readonly atMs: number; readonly text: string }

const BAR_WIDTH = 24

export function timeline(explanation: JsonObject, colours: Colours): string {
  const worst = isObject(explanation['worst_case']) ? explanation['worst_case'] : {}
  const error = isObject(explanation['error']) ? explanation['error'] : null
  const attempts = objectsOf(explanation['attempts'])
  const from = explanation['target'] === null ? 'the gateway' : String(explanation['target'])
  const calls = `${attempts.length} provider ${attempts.length === 1 ? 'call' : 'calls'}`
  return [
    ...stepLines(explanation, colours),
    `result      ${statusText(Number(explanation['status']), colours)} from ${from}, ${span(explanation['duration'])}, ${calls}`,
    ...(error === null ? [] : [`            ${error['code']}: ${error['message']}`]),
    `worst case  ${worst['calls']} provider calls, ${worst['duration'] === null ? 'no limit: a target has no request_timeout' : span(worst['duration'])}`,
    ...texts(explanation['warnings']).map((warning) => `${colours.yellow('!')} ${warning}`),
  ].join('\n')
}

/** For simulations and logs, which use the same field names. */
export function stepLines(trace: JsonObject, colours: Colours): readonly string[] {
  const totalMs = Math.max(1, Number(trace['duration'] ?? trace['response_time'] ?? 1))
  const attempts = objectsOf(trace['attempts']).map((attempt): Line => {
    const { target, provider, retry } = attempt
    const status =
      attempt['status_code'] === null
        ? String(attempt['error_code'])
        : statusText(Number(attempt['status_code']), colours)
    const bar = colours.dim('█'.repeat(Math.max(1, Math.round((Number(attempt['duration']) / totalMs) * BAR_WIDTH))))
    return {
      atMs: Number(attempt['start']),
      text: `${target} ${provider}  call ${Number(retry) + 1}  ${bar} ${status}  ${span(attempt['duration'])}`,
    }
  })
  // Attempts are also decisions, but have more detailed lines of their own.
  const others = objectsOf(trace['decisions']).filter((decision) => decision['kind'] !== 'attempt')
  const decisions = others.map((decision): Line => {
    const lasted = Number(decision['duration']) > 0 ? `  ${span(decision['duration'])}` : ''
    const target = decision['target'] === null ? '' : `${decision['target']}  `
    return {
      atMs: Number(decision['at']),
      text: `${colours.cyan(String(decision['kind']))}  ${target}${decision['reason']}${lasted}`,
    }
  })
  return [...attempts, ...decisions]
    .sort((left, right) => left.atMs - right.atMs)
    .map(({ atMs, text }) => `${span(atMs).padEnd(10)}  ${text}`)
}

export function span(durationMs: unknown): string {
  const ms = Number(durationMs)
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`
}

export function statusText(status: number, colours: Colours): string {
  if (status < 400) return colours.green(String(status))
  return status < 500 ? colours.yellow(String(status)) : colours.red(String(status))
}
