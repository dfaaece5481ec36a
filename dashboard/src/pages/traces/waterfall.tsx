/** The spans of a trace on one time axis. Virtualised: only visible rows are in the DOM. */
/* biome-ignore-all lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../../app/location.ts'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { timeScale } from '../../design/timeline/time-scale.ts'
import { TimelineAxis } from '../../design/timeline/timeline.tsx'
import { TimelineRow, type TimelineStep } from '../../design/timeline/timeline-row.tsx'
import type { TraceFacts, TraceSpan } from './trace-facts.ts'

const ROW_PX = 34
const EXTRA_ROWS = 10
const TALLEST_PX = 560

export function Waterfall({ facts, openId }: { readonly facts: TraceFacts; readonly openId: string | null }) {
  const box = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const [rowPx, setRowPx] = useState(ROW_PX)
  const scale = timeScale(facts.durationMs, false)
  const height = Math.min(TALLEST_PX, facts.spans.length * rowPx + 2)
  const first = Math.max(0, Math.floor(top / rowPx) - EXTRA_ROWS)
  const shown = facts.spans.slice(first, first + Math.ceil(height / rowPx) + 2 * EXTRA_ROWS)
  useEffect(() => {
    const phone = matchMedia('(max-width: 767px)')
    const measure = () => setRowPx(phone.matches ? 2 * ROW_PX : ROW_PX)
    measure()
    phone.addEventListener('change', measure)
    return () => phone.removeEventListener('change', measure)
  }, [])
  return (
    <div class="timeline">
      <TimelineAxis scale={scale} />
      <section
        class="traces-spans"
        tabIndex={0}
        aria-label={`Timeline of ${facts.requests} ${facts.requests === 1 ? 'request' : 'requests'}`}
        ref={box}
        style={{ height: `${height}px` }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <ol style={{ height: `${facts.spans.length * rowPx}px` }}>
          {shown.map((span, index) => (
            <li key={span.id} style={{ top: `${(first + index) * rowPx}px`, height: `${rowPx}px` }}>
              <TimelineRow
                step={stepOf(span)}
                scale={scale}
                isChosen={span.id === openId}
                onOpen={(id) => setQuery({ log: id, attempt: null })}
              />
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function stepOf(span: TraceSpan): TimelineStep {
  const marks = [span.isCritical ? '◆' : '', span.name, span.isUnlinked ? '(unlinked)' : ''].filter(Boolean).join(' ')
  return {
    key: span.id,
    label: (
      <span class="truncate" title={span.name}>
        {span.isCritical && <span class="sr-only">On the critical path: </span>}
        {marks}
      </span>
    ),
    startMs: span.startMs,
    durationMs: span.durationMs,
    tone: span.isFailed ? 'error' : 'info',
    kind: 'solid',
    outcome: <Badge tone={span.isFailed && span.status < 400 ? 'error' : statusTone(span.status)}>{span.status}</Badge>,
    canOpen: true,
    depth: span.depth,
  }
}
