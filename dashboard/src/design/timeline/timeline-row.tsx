/** One timeline step: name, bar on the shared axis, outcome and reason. */

import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../controls/icon.tsx'
import type { Tone } from '../data/badge.tsx'
import { duration } from '../data/format.ts'
import type { TimeScale } from './time-scale.ts'

export type TimelineStep = {
  readonly key: string
  readonly label: ComponentChildren
  readonly icon?: IconName
  /** Since the start of the timeline. */
  readonly startMs: number
  readonly durationMs: number
  /** Since the step's own start. The bar is solid until then and lighter afterwards (streaming). */
  readonly firstByteMs?: number | null
  readonly tone: Tone
  readonly kind: 'solid' | 'wait' | 'skipped' | 'cached' | 'moment'
  readonly outcome?: ComponentChildren
  readonly because?: ComponentChildren
  readonly canOpen?: boolean
  /** Depth in the tree. */
  readonly depth?: number
}

type RowProps = {
  readonly step: TimelineStep
  readonly scale: TimeScale
  readonly isChosen?: boolean
  readonly onOpen?: ((key: string) => void) | undefined
}

const STEP_IN_PX = 14

export function TimelineRow({ step, scale, isChosen, onOpen }: RowProps) {
  const isButton = step.canOpen === true && onOpen !== undefined
  const label = (
    <>
      {step.icon && (
        <span class={`timeline-icon tone-${step.tone}`}>
          <Icon name={step.icon} />
        </span>
      )}
      <span class="anywhere">{step.label}</span>
    </>
  )
  return (
    <div class={`timeline-row${isChosen ? ' is-chosen' : ''}`}>
      <span class="timeline-label" style={step.depth ? { paddingLeft: `${step.depth * STEP_IN_PX}px` } : undefined}>
        {isButton ? (
          <button
            type="button"
            class="timeline-open"
            aria-pressed={isChosen ? 'true' : 'false'}
            onClick={() => onOpen?.(step.key)}
          >
            {label}
          </button>
        ) : (
          label
        )}
      </span>
      <Lane step={step} scale={scale} />
      <span class="timeline-outcome number">
        {step.outcome}
        <span class="timeline-duration">{step.kind === 'skipped' ? 'skipped' : duration(step.durationMs)}</span>
      </span>
      {step.because && <span class="timeline-because">{step.because}</span>}
    </div>
  )
}

function Lane({ step, scale }: { readonly step: TimelineStep; readonly scale: TimeScale }) {
  const { startMs, durationMs, firstByteMs, kind } = step
  const isStreaming = firstByteMs != null && firstByteMs < durationMs
  return (
    <span class={`timeline-lane tone-${step.tone}`} aria-hidden="true">
      {scale.ticks.map((ms) => (
        <span key={ms} class="timeline-grid" style={{ left: `${scale.position(ms)}%` }} />
      ))}
      <span
        class={`timeline-bar timeline-${isStreaming ? 'streaming' : kind}`}
        style={span(scale, startMs, startMs + durationMs)}
      />
      {isStreaming && (
        <span class="timeline-bar timeline-solid" style={span(scale, startMs, startMs + (firstByteMs ?? 0))} />
      )}
    </span>
  )
}

function span(scale: TimeScale, fromMs: number, toMs: number) {
  const left = scale.position(fromMs)
  return { left: `${left}%`, width: `${scale.position(toMs) - left}%` }
}
