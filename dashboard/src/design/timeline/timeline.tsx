/** What happened when, on one time axis: a list that is read line by line, with a bar for each step. */

import { useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'
import { duration } from '../data/format.ts'
import { isDominated, type TimeScale, timeScale } from './time-scale.ts'
import { TimelineRow, type TimelineStep } from './timeline-row.tsx'

type TimelineProps = {
  /** What happened in which order: names the list. */
  readonly label: string
  readonly totalMs: number
  readonly steps: readonly TimelineStep[]
  readonly chosenKey?: string | null
  /** Steps with `canOpen` become buttons. */
  readonly onOpen?: (key: string) => void
}

export function Timeline({ label, totalMs, steps, chosenKey, onOpen }: TimelineProps) {
  const mustBend = isDominated(
    steps.map((step) => step.durationMs),
    totalMs,
  )
  const [isBent, setBent] = useState(false)
  const scale = timeScale(totalMs, mustBend && isBent)
  return (
    <div class="timeline">
      <TimelineAxis scale={scale} />
      <ol aria-label={label}>
        {steps.map((step) => (
          <li key={step.key}>
            <TimelineRow step={step} scale={scale} isChosen={step.key === chosenKey} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {mustBend && (
        <div class="timeline-switch">
          <Button kind="quiet" size="small" aria-pressed={isBent ? 'true' : 'false'} onClick={() => setBent(!isBent)}>
            Logarithmic axis
          </Button>
          <span class="caption">One step takes more than 95 % of the time.</span>
        </div>
      )}
    </div>
  )
}

export function TimelineAxis({ scale }: { readonly scale: TimeScale }) {
  return (
    <div class="timeline-row timeline-axis" aria-hidden="true">
      <span />
      <span class="timeline-lane">
        {scale.ticks.map((ms, index) => (
          <span
            key={ms}
            class={`timeline-tick${index === 0 ? ' timeline-tick-first' : ''}${index === scale.ticks.length - 1 ? ' timeline-tick-last' : ''}`}
            style={{ left: `${scale.place(ms)}%` }}
          >
            {ms === 0 ? '0' : duration(ms)}
          </span>
        ))}
      </span>
      <span />
    </div>
  )
}
