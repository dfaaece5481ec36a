/** Explain: the real router dry-runs a request against the draft, with configurable outcomes per target. */

import { useEffect, useState } from 'preact/hooks'
import { setQuery } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { SelectField } from '../../../design/controls/field.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { type Breaker, breakerOf } from '../map/breaker-of.ts'
import { leavesOf, type StrategyNode } from '../map/strategy-tree.ts'
import type { Simulation } from '../workbench/use-simulation.ts'
import { ExplainResult } from './explain-result.tsx'
import { loadLog, scenarioOf } from './from-log.ts'
import { RequestFields } from './request-fields.tsx'
import { type CacheState, SAMPLE, type Scenario } from './scenario.ts'
import { TargetOutcomes } from './target-outcomes.tsx'

type ExplainPanelProps = {
  readonly tree: StrategyNode
  readonly slug: string | null
  readonly logId: string | null
  readonly simulation: Simulation
  readonly breakers: readonly Breaker[]
  readonly onTarget: (path: string) => void
}

export function ExplainPanel(props: ExplainPanelProps) {
  const { tree, simulation, breakers, onTarget, logId, slug } = props
  const { scenario, change: onScenario, state, reason, run } = simulation
  const leaves = leavesOf(tree)
  const log = useRecorded(logId, slug, onScenario)
  const hasDraw = tree.kind !== 'target' && usesDraw(tree)
  const tripped = leaves.filter((leaf) => (breakerOf(leaf, breakers)?.state ?? 'closed') !== 'closed')
  return (
    <section class="configs-panel" aria-labelledby="configs-explain-title">
      <div class="spread">
        <h2 id="configs-explain-title">Explain</h2>
        <div class="row">
          <Button size="small" kind="quiet" onClick={() => reset(onScenario)}>
            Reset
          </Button>
          <Button size="small" icon="playground" isBusy={state.isRunning} onClick={run}>
            Run
          </Button>
        </div>
      </div>
      <p class="caption">Runs the gateway’s own routing code. No provider is called.</p>
      <RequestFields
        scenario={scenario}
        onChange={onScenario}
        logId={logId}
        onLog={(id) => {
          if (id === null) reset(onScenario)
          setQuery({ log: id }, { replace: true })
        }}
        needsProvider={leaves.some((leaf) => leaf.title === 'from the request')}
      />
      {log.error && <ErrorNotice error={log.error} what="load that log" onRetry={log.reload} />}
      <TargetOutcomes leaves={leaves} scenario={scenario} onChange={onScenario} />
      {leaves.some((leaf) => leaf.badges.some((badge) => badge.tone === 'cache')) && (
        <CacheField cache={scenario.cache} onCache={(cache) => onScenario({ cache })} />
      )}
      {hasDraw && <DrawField random={scenario.random} onRandom={(random) => onScenario({ random })} />}
      {tripped.length > 0 && (
        <div class="row-wrap">
          <Button
            size="small"
            onClick={() =>
              onScenario({
                circuits: Object.fromEntries(
                  tripped.map((leaf) => [leaf.configPath, breakerOf(leaf, breakers)?.state ?? 'closed']),
                ),
              })
            }
          >
            Use current circuit states ({tripped.length} not closed)
          </Button>
        </div>
      )}
      <ExplainResult state={state} reason={reason} onTarget={onTarget} logId={logId} />
    </section>
  )
}

function reset(onScenario: (change: Partial<Scenario>) => void): void {
  onScenario(SAMPLE)
}

/** Fills the form once per log. */
function useRecorded(logId: string | null, slug: string | null, onScenario: (change: Partial<Scenario>) => void) {
  const id = workspaceId.value
  const log = useResource(logId === null ? null : `log ${logId}`, (signal) => loadLog(logId ?? '', id, signal), {
    forgetOnChange: true,
  })
  const [filled, setFilled] = useState<string | null>(null)
  useEffect(() => {
    if (logId === null) setFilled(null)
    if (!log.data || log.data.id !== logId || filled === logId) return
    setFilled(logId)
    onScenario(scenarioOf(log.data, slug !== null && log.data.config === slug))
  }, [log.data, logId, filled, slug, onScenario])
  return { error: logId === null ? null : log.error, reload: log.reload }
}

function usesDraw(node: StrategyNode): boolean {
  return node.kind === 'loadbalance' || node.children.some(usesDraw)
}

const CACHE_STATES: readonly { readonly value: CacheState; readonly label: string }[] = [
  { value: 'miss', label: 'miss' },
  { value: 'hit', label: 'hit' },
]

function CacheField({ cache, onCache }: { readonly cache: CacheState; readonly onCache: (cache: CacheState) => void }) {
  return (
    <SelectField
      label="Cache"
      hint="Cache status of targets with a cache."
      choices={CACHE_STATES}
      value={cache}
      onValue={(value) => onCache(value === 'hit' ? 'hit' : 'miss')}
    />
  )
}

function DrawField({ random, onRandom }: { readonly random: number; readonly onRandom: (random: number) => void }) {
  return (
    <label class="configs-draw">
      <span>Random value</span>
      <input
        type="range"
        min={0}
        max={0.99}
        step={0.01}
        value={random}
        onInput={(event) => onRandom(event.currentTarget.valueAsNumber)}
      />
      <span class="number">{Math.round(random * 100)} %</span>
    </label>
  )
}
