/** The result of a dry run: a summary, the decision timeline and the worst case. */

import { LinkButton } from '../../../design/controls/button.tsx'
import { Badge, statusTone } from '../../../design/data/badge.tsx'
import { counted, duration, money } from '../../../design/data/format.ts'
import { ErrorNotice, Notice } from '../../../design/states/notices.tsx'
import { DecisionTimeline } from '../../../design/timeline/decision-timeline.tsx'
import type { Explanation } from './scenario.ts'
import { shortPath } from './target-outcomes.tsx'
import type { ExplainState } from './use-explanation.ts'

type ExplainResultProps = {
  readonly state: ExplainState
  /** Why a dry run is not possible; null if it is. */
  readonly reason: string | null
  readonly onTarget: (path: string) => void
  readonly logId: string | null
}

export function ExplainResult({ state, reason, onTarget, logId }: ExplainResultProps) {
  const { result, error } = state
  if (reason !== null) {
    return (
      <Notice tone="neutral" title="Nothing to explain yet">
        <p>{reason}</p>
      </Notice>
    )
  }
  if (error) return <ErrorNotice error={error} what="explain this config" />
  if (!result) return null
  return (
    <div class={`stack-tight${state.isRunning ? ' is-stale' : ''}`} data-explained={result.status}>
      <p class="configs-answer" role="status">
        <Badge tone={statusTone(result.status)}>{result.status}</Badge> <span>{sentence(result)}</span>
      </p>
      {result.error && <p class="caption anywhere">{result.error.message}</p>}
      <DecisionTimeline
        label="Decisions of the simulation"
        decisions={result.decisions}
        attempts={result.attempts}
        totalMs={result.duration}
        onAttempt={(index) => {
          const target = index === null ? undefined : result.attempts[index]?.target
          if (target !== undefined) onTarget(target)
        }}
        actions={
          logId !== null && (
            <LinkButton size="small" href={`/logs?log=${encodeURIComponent(logId)}`}>
              Open log
            </LinkButton>
          )
        }
      />
      <p class="configs-worst">
        <strong>Worst case</strong> {worstWords(result.worst_case)}
      </p>
      {result.worst_case.unpriced.map((why) => (
        <p key={why} class="caption anywhere">
          No upper bound for the cost: {why}
        </p>
      ))}
      {result.warnings.map((warning) => (
        <p key={warning} class="caption tone-warning anywhere">
          {warning}
        </p>
      ))}
    </div>
  )
}

function sentence({ status, target, attempts, decisions, duration: ms }: Explanation): string {
  const last = decisions.at(-1)
  if (target !== null && last?.kind === 'cache' && last.reason.startsWith('hit'))
    return `The cache of ${target === 'config' ? 'the target' : shortPath(target)} responds after ${attempts.length} ${attempts.length === 1 ? 'call' : 'calls'}.`
  const calls = `${attempts.length} ${attempts.length === 1 ? 'call' : 'calls'}, ${duration(ms)}`
  if (target === null) return `The gateway refuses the request: ${calls}.`
  const words = status < 400 ? 'responds' : 'returns the final error'
  return `${target === 'config' ? 'The target' : shortPath(target)} ${words} after ${calls}.`
}

function worstWords({ calls, duration: ms, wait, cost }: Explanation['worst_case']): string {
  const time = ms === null ? 'no time limit (a target has no request_timeout)' : `at most ${duration(ms)}`
  const waiting = wait > 0 ? `, ${duration(wait)} of it waiting` : ''
  const price = cost === null ? ', cost unknown' : cost === 0 ? ', free' : `, at most ${money(cost)}`
  return `${counted(calls, 'provider call')}, ${time}${waiting}${price}.`
}
