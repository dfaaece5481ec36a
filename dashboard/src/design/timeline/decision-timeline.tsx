/** Routing decisions of a request on one time axis: live, stored or simulated. */

import type { ComponentChildren } from 'preact'
import { Badge } from '../data/badge.tsx'
import { exactDuration, percent } from '../data/format.ts'
import { decisionSteps, timeShares, type WireAttempt, type WireDecision } from './decision-steps.ts'
import { Timeline } from './timeline.tsx'

type DecisionTimelineProps = {
  readonly decisions: readonly WireDecision[]
  readonly attempts: readonly WireAttempt[]
  /** `response_time` of a log, `duration` of a dry run. */
  readonly totalMs: number
  readonly label?: string
  /** Index in `attempts` of the one shown in the side panel. */
  readonly chosenAttempt?: number | null
  /** Called with null if the selected attempt is clicked again. */
  readonly onAttempt?: (index: number | null) => void
  /** Next to the time shares, such as a link to the config. */
  readonly actions?: ComponentChildren
}

export function DecisionTimeline(props: DecisionTimelineProps) {
  const { decisions, attempts, totalMs, label = 'Decisions', chosenAttempt = null, onAttempt, actions } = props
  const steps = decisionSteps(decisions, attempts)
  if (steps.length === 0) return <p class="muted">No decisions were recorded for this request.</p>
  const open = (key: string) => {
    const index = steps.find((step) => step.key === key)?.attempt ?? null
    onAttempt?.(index === chosenAttempt ? null : index)
  }
  const end = Math.max(totalMs, ...steps.map((step) => step.startMs + step.durationMs))
  return (
    <div class="stack-tight">
      <Timeline
        label={label}
        totalMs={end}
        steps={steps.map(({ outcome, ...step }) => ({
          ...step,
          ...(outcome && { outcome: <Badge tone={outcome.tone}>{outcome.words}</Badge> }),
        }))}
        chosenKey={chosenAttempt === null ? null : `attempt-${chosenAttempt}`}
        {...(onAttempt && { onOpen: open })}
      />
      <div class="spread timeline-shares">
        <Shares {...timeShares(decisions, attempts, totalMs)} totalMs={totalMs} />
        {actions}
      </div>
    </div>
  )
}

type SharesProps = {
  readonly ownMs: number
  readonly waitingMs: number
  readonly providersMs: number
  readonly totalMs: number
}

function Shares({ ownMs, waitingMs, providersMs, totalMs }: SharesProps) {
  const shares = [
    { name: 'Gateway', ms: ownMs },
    { name: 'Waiting', ms: waitingMs },
    { name: 'Providers', ms: providersMs },
  ]
  return (
    <p class="row-wrap">
      {shares.map(({ name, ms }) => (
        <span key={name} data-share={name.toLowerCase()}>
          <span class="muted">{name}</span> {exactDuration(ms)}
          {totalMs > 0 && <span class="muted"> ({percent(ms / totalMs)})</span>}
        </span>
      ))}
    </p>
  )
}
