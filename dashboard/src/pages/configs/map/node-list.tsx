/** The tree as a nested list, with one sentence per node for screen readers. */

import { Badge, type Tone } from '../../../design/data/badge.tsx'
import { clockSeconds } from '../../../design/data/time-zone.ts'
import { type Breaker, breakerOf } from './breaker-of.ts'
import type { StrategyNode } from './strategy-tree.ts'

/** The dry-run result of a target. */
export type NodeOutcome = { readonly words: string; readonly tone: Tone }

export type StrategyMapProps = {
  readonly tree: StrategyNode
  readonly activePath: string | null
  readonly breakers: readonly Breaker[]
  readonly outcomes: ReadonlyMap<string, NodeOutcome>
  readonly onHover: (node: StrategyNode | null) => void
  readonly onOpen: (node: StrategyNode) => void
}

export function NodeList(props: StrategyMapProps) {
  return (
    <ul class="configs-node-list">
      <NodeLine {...props} node={props.tree} />
    </ul>
  )
}

function NodeLine(props: StrategyMapProps & { readonly node: StrategyNode }) {
  const { node, breakers, outcomes, activePath, onHover, onOpen } = props
  const breaker = breakerOf(node, breakers)
  const outcome = outcomes.get(node.configPath)
  return (
    <li>
      <button
        type="button"
        class={`configs-node-line${node.configPath === activePath ? ' is-active' : ''}`}
        aria-current={node.configPath === activePath ? 'true' : undefined}
        onPointerEnter={() => onHover(node)}
        onPointerLeave={() => onHover(null)}
        onFocus={() => onHover(node)}
        onBlur={() => onHover(null)}
        onClick={() => onOpen(node)}
      >
        {node.way && <span class="caption">{node.way} →</span>}
        <strong class="anywhere">{node.title}</strong>
        <span class="muted anywhere">{node.detail}</span>
        {node.badges.map((badge) => (
          <span key={badge.words} class="caption">
            {badge.about}
          </span>
        ))}
        {breaker && <span class="caption">{breakerWords(breaker)}</span>}
        {outcome && <Badge tone={outcome.tone}>{outcome.words}</Badge>}
      </button>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <NodeLine key={child.configPath} {...props} node={child} />
          ))}
        </ul>
      )}
    </li>
  )
}

function breakerWords({ state, failures, retry_at: at }: Breaker): string {
  if (state === 'closed') return `circuit closed, ${failures} failures since the last success`
  if (state === 'half_open') return 'circuit half open: the next call is the probe'
  return `circuit open after ${failures} failures${at === null ? '' : `, next probe at ${clockSeconds(Date.parse(at))}`}`
}
