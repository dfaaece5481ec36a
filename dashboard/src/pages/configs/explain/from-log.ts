/** Builds a dry-run scenario from a logged request and the outcome of each target. */

import { api } from '../../../api/client.ts'
import type { LogRow } from '../../../api/log-row.ts'
import type { WireAttempt } from '../../../design/timeline/decision-steps.ts'
import { type Outcome, SAMPLE, type Scenario } from './scenario.ts'

export type LogDetail = LogRow & {
  readonly attempts: readonly WireAttempt[]
  readonly request: { readonly body: string | null; readonly body_encoding: string; readonly body_cut: boolean }
}

const FAILURES: Readonly<Record<string, string>> = {
  request_timeout: 'timeout',
  upstream_idle: 'timeout',
  upstream_unreachable: 'network',
  upstream_broken: 'broken',
}

export function loadLog(id: string, workspaceId: string | undefined, signal: AbortSignal): Promise<LogDetail> {
  return api.get<LogDetail>(`/logs/${encodeURIComponent(id)}`, { query: { workspace_id: workspaceId }, signal })
}

/** `isOfThisConfig`: only then do the config paths of the log's attempts refer to targets of this config. */
export function scenarioOf(log: LogDetail, isOfThisConfig: boolean): Scenario {
  const body = bodyOf(log)
  return {
    ...SAMPLE,
    path: log.path,
    model: log.ai_model ?? '',
    params: JSON.stringify(body),
    metadata: JSON.stringify(log.metadata),
    // Values the config does not set came from the request.
    provider: log.target === 'config' && log.virtual_key === null ? (log.provider ?? '') : '',
    virtualKey: log.target === 'config' ? (log.virtual_key ?? '') : '',
    outcomes: isOfThisConfig ? outcomesOf(log.attempts) : {},
  }
}

function bodyOf({ request }: LogDetail): Record<string, unknown> {
  if (request.body === null || request.body_cut || request.body_encoding !== 'utf-8') return {}
  try {
    const { model: _, ...rest } = JSON.parse(request.body) as Record<string, unknown>
    return rest
  } catch {
    return {}
  }
}

function outcomesOf(attempts: readonly WireAttempt[]): Record<string, Outcome> {
  const outcomes: Record<string, Outcome> = {}
  for (const attempt of attempts) {
    const end =
      attempt.status_code === null ? (FAILURES[attempt.error_code ?? ''] ?? 'broken') : String(attempt.status_code)
    const known = outcomes[attempt.target]
    outcomes[attempt.target] = known
      ? { ...known, later: end === known.end ? null : end }
      : { end, durationMs: Math.round(attempt.duration), retryAfterMs: null, later: null }
  }
  return outcomes
}
