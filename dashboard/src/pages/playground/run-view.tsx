/** One run: metrics, text and routing decisions. */

import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { count, duration, moneyOfCents } from '../../design/data/format.ts'
import { HookList } from '../../design/guardrails/hook-list.tsx'
import { hasResults } from '../../design/guardrails/hook-results.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { DecisionTimeline } from '../../design/timeline/decision-timeline.tsx'
import { type Run, type RunState, tokensPerSecond } from './run.ts'

export const PHASES = {
  running: { tone: 'info', word: 'running' },
  done: { tone: 'ok', word: 'done' },
  stopped: { tone: 'warning', word: 'stopped' },
  failed: { tone: 'error', word: 'failed' },
} as const

export function RunView({ run, name }: { readonly run: Run; readonly name: string }) {
  const state = run.state.value
  const { tone, word } = PHASES[state.phase]
  return (
    <section class="playground-run" aria-label={name}>
      <div class="spread">
        <span class="row-wrap">
          <Badge tone={tone}>{word}</Badge>
          {state.finish && state.finish !== 'stop' && <Badge tone="warning">{`ended by ${state.finish}`}</Badge>}
        </span>
        {state.phase === 'running' ? (
          <Button size="small" kind="danger" onClick={run.stop}>
            Stop
          </Button>
        ) : (
          state.text !== '' && <CopyButton text={state.text} what="response" iconOnly />
        )}
      </div>
      {(state.text !== '' || state.phase === 'running') && <div class="playground-answer">{state.text}</div>}
      {state.phase === 'done' && state.text === '' && <p class="muted">The response has no text.</p>}
      {state.error && <ErrorNotice error={state.error} what="get a response" />}
      {state.phase !== 'running' && <Numbers state={state} />}
      {state.log && hasResults(state.log.hook_results) && (
        <details class="playground-why" open>
          <summary>Guardrails</summary>
          <HookList results={state.log.hook_results} />
        </details>
      )}
      {state.log && (
        <details class="playground-why" open={state.log.attempts.length > 1}>
          <summary>Routing decisions</summary>
          <DecisionTimeline
            label={`Decisions, ${name}`}
            decisions={state.log.decisions}
            attempts={state.log.attempts}
            totalMs={state.log.response_time}
            actions={<a href={`/logs/${state.log.id}`}>Open log</a>}
          />
        </details>
      )}
    </section>
  )
}

function Numbers({ state }: { readonly state: RunState }) {
  const speed = tokensPerSecond(state)
  const facts: readonly (readonly [string, string])[] = [
    ['First byte', duration(state.firstByteMs)],
    ['Total', duration(state.totalMs)],
    [
      'Tokens',
      state.usage ? `${count(state.usage.prompt_tokens)} in, ${count(state.usage.completion_tokens)} out` : '—',
    ],
    ['Speed', speed === null ? '—' : `${count(Math.round(speed))} tokens/s`],
    ['Cost', state.log ? moneyOfCents(state.log.cost) : '—'],
  ]
  return (
    <dl class="playground-numbers">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
