/** The attempts of a request below its row; loaded when first expanded. */
/* biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows cannot be table elements. */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the document handles j, k and Enter; cells contain links. */

import { useCallback, useRef, useState } from 'preact/hooks'
import { asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { setQuery } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { Badge } from '../../../design/data/badge.tsx'
import { duration } from '../../../design/data/format.ts'
import { toast } from '../../../design/states/toasts.tsx'
import { decisionSteps, type WireAttempt, type WireDecision } from '../../../design/timeline/decision-steps.ts'
import type { LogLine } from './log-line.ts'

type Told = { readonly attempts: readonly WireAttempt[]; readonly decisions: readonly WireDecision[] }

type Known = ReadonlyMap<string, Told>

export function useAttempts() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [known, setKnown] = useState<Known>(new Map())
  const requested = useRef(new Set<string>())
  const toggle = useCallback(({ id }: LogLine) => {
    setOpened((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
    if (requested.current.has(id)) return
    requested.current.add(id)
    const path = `/logs/${encodeURIComponent(id)}`
    api.get<Told>(path, { query: { workspace_id: workspaceId.value } }).then(
      ({ attempts, decisions }) => setKnown((before) => new Map(before).set(id, { attempts, decisions })),
      (thrown: unknown) => {
        requested.current.delete(id)
        toast({ words: `The attempts could not be loaded: ${asApiError(thrown).message}`, tone: 'error' })
      },
    )
  }, [])
  return { opened, known, toggle }
}

type AttemptRowProps = {
  readonly line: LogLine
  readonly index: number
  readonly top: number
  /** Row index in the whole list. */
  readonly at: number
  readonly known: Told | undefined
}

export function AttemptRow({ line, index, top, at, known }: AttemptRowProps) {
  const step = known && decisionSteps(known.decisions, known.attempts).find((one) => one.attempt === index)
  return (
    <div
      class="logs-row logs-line logs-attempt"
      role="row"
      aria-rowindex={at + 2}
      data-row={at}
      style={{ top: `${top}px` }}
    >
      <div role="cell" class="logs-attempt-cell">
        <span class="muted" aria-hidden="true">
          └
        </span>
        {step ? (
          <>
            <button
              type="button"
              class="logs-attempt-open"
              onClick={() => setQuery({ log: line.id, attempt: index + 1 })}
            >
              {step.label}
            </button>
            {step.outcome && <Badge tone={step.outcome.tone}>{step.outcome.words}</Badge>}
            <span class="number">{duration(step.durationMs)}</span>
            <span class="muted truncate">{step.because}</span>
          </>
        ) : (
          <span class="muted">Attempt {index + 1}…</span>
        )}
      </div>
    </div>
  )
}
