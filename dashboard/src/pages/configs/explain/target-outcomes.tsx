/** The simulated outcome of each target, and its circuit state. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { StrategyNode } from '../map/strategy-tree.ts'
import { type CircuitState, ENDS, type Outcome, type Scenario, USUAL } from './scenario.ts'

type TargetOutcomesProps = {
  readonly leaves: readonly StrategyNode[]
  readonly scenario: Scenario
  readonly onChange: (change: Partial<Scenario>) => void
}

const STATES: readonly { readonly value: CircuitState; readonly label: string }[] = [
  { value: 'closed', label: 'closed' },
  { value: 'open', label: 'open' },
  { value: 'half_open', label: 'half open' },
]

export function TargetOutcomes({ leaves, scenario, onChange }: TargetOutcomesProps) {
  const set = (path: string, change: Partial<Outcome>) =>
    onChange({ outcomes: { ...scenario.outcomes, [path]: { ...USUAL, ...scenario.outcomes[path], ...change } } })
  return (
    <ul class="configs-outcomes" aria-label="What the targets do">
      {leaves.map((leaf) => (
        <TargetRow
          key={leaf.configPath}
          leaf={leaf}
          outcome={scenario.outcomes[leaf.configPath] ?? USUAL}
          circuit={scenario.circuits[leaf.configPath] ?? 'closed'}
          onOutcome={(change) => set(leaf.configPath, change)}
          onCircuit={(state) => onChange({ circuits: { ...scenario.circuits, [leaf.configPath]: state } })}
        />
      ))}
    </ul>
  )
}

type TargetRowProps = {
  readonly leaf: StrategyNode
  readonly outcome: Outcome
  readonly circuit: CircuitState
  readonly onOutcome: (change: Partial<Outcome>) => void
  readonly onCircuit: (state: CircuitState) => void
}

function TargetRow({ leaf, outcome, circuit, onOutcome, onCircuit }: TargetRowProps) {
  const path = shortPath(leaf.configPath)
  // <bdi> isolates the title: bidirectional control characters in it could reverse the text after it.
  const words = leaf.title === path ? path : [<bdi key="title">{leaf.title}</bdi>, ` (${path})`]
  const isFailure = Number(outcome.end) >= 400
  return (
    <li class="configs-outcome">
      <span class="configs-outcome-name">
        <strong class="truncate">{leaf.title}</strong>
        <code class="caption truncate">{path}</code>
      </span>
      <SmallSelect
        label="response"
        name={<>Response of {words}</>}
        choices={ENDS}
        value={outcome.end}
        onValue={(end) => onOutcome({ end })}
      />
      <SmallNumber
        label="after, ms"
        name={<>Milliseconds until {words} responds</>}
        value={outcome.durationMs}
        onValue={(durationMs) => onOutcome({ durationMs: durationMs ?? 0 })}
      />
      <SmallSelect
        label="later calls"
        name={<>Response of {words} to later calls</>}
        choices={[{ value: '', label: 'the same' }, ...ENDS]}
        value={outcome.later ?? ''}
        onValue={(later) => onOutcome({ later: later === '' ? null : later })}
      />
      {isFailure && (
        <SmallNumber
          label="retry-after"
          name={<>Retry-After of {words} in milliseconds</>}
          value={outcome.retryAfterMs}
          onValue={(retryAfterMs) => onOutcome({ retryAfterMs })}
        />
      )}
      {leaf.circuit && (
        <SmallSelect
          label="circuit"
          name={<>Circuit of {words}</>}
          choices={STATES}
          value={circuit}
          onValue={(state) => onCircuit(state as CircuitState)}
        />
      )}
    </li>
  )
}

export function shortPath(path: string): string {
  return path === 'config' ? 'config' : path.replace(/^config\./, '')
}

type SmallProps = { readonly label: string; readonly name: ComponentChildren }

function SmallSelect({
  label,
  name,
  choices,
  value,
  onValue,
}: SmallProps & {
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onValue: (value: string) => void
}) {
  const id = useId()
  const isKnown = choices.some((choice) => choice.value === value)
  return (
    <span class="configs-small">
      <label class="caption" for={id}>
        {label}
        <span class="sr-only">: {name}</span>
      </label>
      <select id={id} class="input" value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {!isKnown && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  )
}

function SmallNumber({
  label,
  name,
  value,
  onValue,
}: SmallProps & { readonly value: number | null; readonly onValue: (value: number | null) => void }) {
  const id = useId()
  return (
    <span class="configs-small configs-small-number">
      <label class="caption" for={id}>
        {label}
        <span class="sr-only">: {name}</span>
      </label>
      <input
        id={id}
        class="input"
        type="number"
        min={0}
        max={86_400_000}
        step={50}
        value={value ?? ''}
        onInput={(event) => {
          const typed = event.currentTarget.valueAsNumber
          onValue(Number.isFinite(typed) ? Math.min(86_400_000, Math.max(0, typed)) : null)
        }}
      />
    </span>
  )
}
