/** Circuit breakers: open targets, remaining cooldown, and manual reset. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge, type Tone } from '../../design/data/badge.tsx'
import { duration } from '../../design/data/format.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'

export type Breaker = {
  readonly id: string
  readonly workspace_id: string
  readonly provider: string
  readonly custom_host: string | null
  /** Null: inline config, deleted config, or the store does not provide it. */
  readonly config: {
    readonly slug: string
    readonly name: string
    readonly version: number
    readonly is_newest: boolean
  } | null
  readonly source: 'saved' | 'inline'
  readonly target: string
  readonly state: 'closed' | 'open' | 'half_open'
  readonly failures: number
  readonly failure_threshold: number | null
  readonly failure_threshold_percentage: number | null
  readonly cooldown_interval: number
  readonly retry_at: string | null
}

const STATES: Readonly<Record<Breaker['state'], { readonly tone: Tone; readonly word: string }>> = {
  closed: { tone: 'ok', word: 'closed' },
  open: { tone: 'error', word: 'open' },
  half_open: { tone: 'warning', word: 'trying' },
}

function failureWords({
  failures,
  failure_threshold: threshold,
  failure_threshold_percentage: share,
}: Breaker): string {
  const limit = share === null ? '' : `, opens at ${share}%`
  return threshold === null ? `${failures} failures in a row${limit}` : `${failures} of ${threshold} failures${limit}`
}

const TICK_MS = 1_000

type ListProps = {
  readonly breakers: readonly Breaker[]
  readonly onChanged: () => void
  /** Set if breakers of several workspaces are shown. */
  readonly workspaceName?: (id: string) => string
  /** Omits closed circuits. */
  readonly isStrip?: boolean
}

export function BreakerList({ breakers, onChanged, workspaceName, isStrip }: ListProps) {
  const nowMs = useNow(
    breakers.some((one) => one.retry_at !== null),
    onChanged,
    earliest(breakers),
  )
  const closing = useAction(async (breaker: Breaker) => {
    await api.post(`/breakers/${encodeURIComponent(breaker.id)}/reset`)
    toast({ words: `The circuit to ${breaker.provider} is closed.` })
    onChanged()
  })
  if (breakers.length === 0) {
    return <p class="muted">{isStrip ? 'No circuit is open.' : 'No config uses a circuit breaker yet.'}</p>
  }
  return (
    <div class="stack-tight">
      <ul class="health-breakers" aria-label="Circuit breakers">
        {breakers.map((one) => (
          <li key={one.id} class="health-breaker">
            <Badge tone={STATES[one.state].tone}>{STATES[one.state].word}</Badge>
            <span class="health-breaker-words">
              <span class="anywhere">
                <strong>{one.provider}</strong> {one.custom_host && <span class="muted">{one.custom_host}</span>}
              </span>
              <span class="caption anywhere">
                <ConfigOf breaker={one} /> {one.target}, {failureWords(one)}
                {workspaceName && `, ${workspaceName(one.workspace_id)}`}
              </span>
              {one.state === 'open' && one.retry_at && (
                <span class="caption tone-error" role="timer">
                  next try {untilWords(Date.parse(one.retry_at) - nowMs)}
                </span>
              )}
            </span>
            {one.state !== 'closed' && can('breakers.reset') && (
              <Button size="small" isBusy={closing.isRunning} onClick={() => closing.run(one)}>
                Close now<span class="sr-only">: {one.provider}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {closing.error && <ErrorNotice error={closing.error} what="close the circuit" />}
    </div>
  )
}

function ConfigOf({ breaker: { config, source } }: { readonly breaker: Breaker }) {
  if (source === 'inline') return <>an inline config:</>
  if (!config) return <>a deleted config:</>
  return (
    <>
      <a href={`/configs/${config.slug}`}>{config.name}</a>
      {config.is_newest ? ':' : ` v${config.version}, no longer used:`}
    </>
  )
}

function untilWords(ms: number): string {
  return ms <= 0 ? 'now' : `in ${duration(Math.ceil(ms / 1_000) * 1_000).replace(/\.00 s$/, ' s')}`
}

function earliest(breakers: readonly Breaker[]): number | null {
  const times = breakers.map((one) => Date.parse(one.retry_at ?? '')).filter(Number.isFinite)
  return times.length === 0 ? null : Math.min(...times)
}

/** Ticks only during a countdown, and calls `onOver` once when it ends. */
function useNow(isRunning: boolean, onOver: () => void, overMs: number | null): number {
  const [nowMs, setNow] = useState(Date.now())
  useEffect(() => {
    if (!isRunning) return
    let before = Date.now()
    const timer = setInterval(() => {
      // Reads the clock instead of counting ticks, because browsers delay timers in background tabs.
      const now = Date.now()
      setNow(now)
      if (overMs !== null && before < overMs && now >= overMs) onOver()
      before = now
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning, overMs, onOver])
  return nowMs
}
