/** The config as a graph of strategies and targets, synchronised with the text; also available as a list. */

import { useMemo, useRef, useState } from 'preact/hooks'
import { Segments } from '../../../design/controls/segments.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { type Breaker, breakerOf } from './breaker-of.ts'
import { BOX_WIDTH, type Box, edgePath, layOut } from './map-layout.ts'
import { NodeList, type NodeOutcome, type StrategyMapProps } from './node-list.tsx'
import type { StrategyNode } from './strategy-tree.ts'

export function StrategyMap(props: StrategyMapProps) {
  const [shape, setShape] = useState('map')
  return (
    <section class="configs-panel" aria-labelledby="configs-map-title">
      <div class="spread">
        <h2 id="configs-map-title">Map</h2>
        <Segments
          label="Show strategy as"
          choices={[
            { value: 'map', label: 'Map' },
            { value: 'list', label: 'List' },
          ]}
          value={shape}
          onValue={setShape}
        />
      </div>
      {shape === 'map' ? <Drawing {...props} /> : <NodeList {...props} />}
    </section>
  )
}

function Drawing({ tree, activePath, breakers, outcomes, onHover, onOpen }: StrategyMapProps) {
  const { boxes, boxHeight, width, height } = useMemo(() => layOut(tree), [tree])
  const frame = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent, box: Box) => {
    const next = neighbour(boxes, box, event.key)
    if (!next) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>(`[data-config-path="${CSS.escape(next.node.configPath)}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="configs-map" tabIndex={0} aria-label="Map of the strategy">
      <div ref={frame} class="configs-map-frame" style={{ width: px(width), height: px(height) }}>
        <svg class="configs-edges" width={width} height={height} aria-hidden="true">
          {boxes.map((box) => (
            <path key={box.node.configPath} d={edgePath(box, boxHeight)} class={edgeClass(box, activePath)} />
          ))}
        </svg>
        {boxes.map((box) => (
          <Way key={box.node.configPath} box={box} boxHeight={boxHeight} />
        ))}
        {boxes.map((box) => {
          const breaker = breakerOf(box.node, breakers)
          const outcome = outcomes.get(box.node.configPath)
          const isActive = box.node.configPath === activePath
          return (
            <button
              key={box.node.configPath}
              type="button"
              data-config-path={box.node.configPath}
              class={`configs-box configs-box-${box.node.kind}${isActive ? ' is-active' : ''}`}
              style={{ left: px(box.x), top: px(box.y), width: px(BOX_WIDTH), height: px(boxHeight) }}
              aria-current={isActive ? 'true' : undefined}
              title={box.node.badges.map((badge) => badge.about).join('; ') || undefined}
              onPointerEnter={() => onHover(box.node)}
              onPointerLeave={() => onHover(null)}
              onFocus={() => onHover(box.node)}
              onBlur={() => onHover(null)}
              onKeyDown={(event) => move(event, box)}
              onClick={() => onOpen(box.node)}
            >
              <BoxInside node={box.node} breaker={breaker} outcome={outcome} />
            </button>
          )
        })}
      </div>
    </section>
  )
}

function Way({ box, boxHeight }: { readonly box: Box; readonly boxHeight: number }) {
  const { parent, node } = box
  if (!parent || node.way === '') return null
  const left = parent.x + BOX_WIDTH + 22
  return (
    <span
      class="configs-way"
      style={{ left: px(left), top: px(box.y + boxHeight / 2 - 18), width: px(box.x - left - 6) }}
      title={node.way}
      aria-hidden="true"
    >
      {node.way}
    </span>
  )
}

type InsideProps = {
  readonly node: StrategyNode
  readonly breaker: Breaker | null
  readonly outcome: NodeOutcome | undefined
}

function BoxInside({ node, breaker, outcome }: InsideProps) {
  const isTripped = breaker !== null && breaker.state !== 'closed'
  return (
    <>
      <span class="configs-box-head">
        <span class="truncate">
          {node.way && <span class="sr-only">{node.way}: </span>}
          {node.title}
        </span>
        {outcome && <Badge tone={outcome.tone}>{outcome.words}</Badge>}
      </span>
      <span class="configs-box-detail truncate">{node.detail}</span>
      <span class="configs-box-badges">
        {isTripped && (
          <Badge tone={breaker.state === 'open' ? 'error' : 'warning'}>
            {breaker.state === 'open' ? 'circuit open' : 'half open'}
          </Badge>
        )}
        {node.badges
          .filter((badge) => !(isTripped && badge.tone === 'error'))
          .map((badge) => (
            <span key={badge.words} class={`configs-chip tone-${badge.tone}`}>
              {badge.words}
            </span>
          ))}
      </span>
    </>
  )
}

/** Left: parent; right: first child; up and down: next box in the column. */
function neighbour(boxes: readonly Box[], box: Box, key: string): Box | null {
  if (key === 'ArrowLeft') return box.parent
  if (key === 'ArrowRight') return boxes.find((one) => one.parent === box) ?? null
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null
  const column = boxes.filter((one) => one.x === box.x)
  return column[column.indexOf(box) + (key === 'ArrowDown' ? 1 : -1)] ?? null
}

function edgeClass({ node }: Box, activePath: string | null): string {
  const isOnWay =
    activePath !== null && (activePath === node.configPath || activePath.startsWith(`${node.configPath}.`))
  const isNever = node.way === 'never' || node.way === '0 %'
  return `configs-edge${isOnWay ? ' is-active' : ''}${isNever ? ' configs-edge-never' : ''}`
}

function px(value: number): string {
  return `${value}px`
}
