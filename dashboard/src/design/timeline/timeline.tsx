/** Steps on a shared time axis: a list with a bar per step. */

import { useState } from 'preact/hooks'
import { useWidth } from '../charts/chart-frame.tsx'
import { Button } from '../controls/button.tsx'
import { duration } from '../data/format.ts'
import { isDominated, labelledTicks, type TimeScale, timeScale } from './time-scale.ts'
import { TimelineRow, type TimelineStep } from './timeline-row.tsx'

type TimelineProps = {
  /** Accessible name of the list. */
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
  const { box, width } = useWidth()
  const labelled = labelledTicks(scale, width, wordsOf)
  const edgeClass = (index: number) =>
    index === 0 ? ' timeline-tick-first' : index === labelled.length - 1 ? ' timeline-tick-last' : ''
  return (
    <div class="timeline-row timeline-axis" aria-hidden="true">
      <span />
      <div class="timeline-lane" ref={box}>
        {width > 0 &&
          labelled.map((ms, index) => (
            <span key={ms} class={`timeline-tick${edgeClass(index)}`} style={{ left: `${scale.position(ms)}%` }}>
              {wordsOf(ms)}
            </span>
          ))}
      </div>
      <span />
    </div>
  )
}

function wordsOf(ms: number): string {
  return ms === 0 ? '0' : duration(ms)
}
