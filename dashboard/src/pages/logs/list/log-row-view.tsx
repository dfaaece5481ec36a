/** One request as a row, or as a card on a phone; re-rendered only if it changed. */
/* biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows cannot be table elements. */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the document handles j, k and Enter; cells contain links. */

import { Component } from 'preact'
import { navigate } from '../../../app/location.ts'
import { Icon } from '../../../design/controls/icon.tsx'
import { duration } from '../../../design/data/format.ts'
import { type CellFacts, Cost, type LogColumn, Status, shortTime } from './columns.tsx'
import type { LogLine } from './log-line.ts'

type RowProps = {
  readonly line: LogLine
  readonly columns: readonly LogColumn[]
  readonly facts: CellFacts
  readonly template: string
  readonly index: number
  readonly top: number
  readonly isCard: boolean
  readonly href: string
  readonly isChosen: boolean
  readonly isPicked: boolean
  readonly onPick: (id: string) => void
  readonly isOpened: boolean
  readonly onToggle: (line: LogLine) => void
}

export class LogRowView extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now: Readonly<Record<string, unknown>> = this.props
    return Object.entries(next).some(([name, value]) => now[name] !== value)
  }

  render(props: RowProps) {
    const { line, columns, facts, template, index, top, isCard, href, isChosen, isPicked, isOpened, onToggle } = props
    const open = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a, button') !== null) return
      // The click ended a text selection; do not open the row.
      if (getSelection()?.isCollapsed === false) return
      navigate(href)
    }
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the document handles j, k and Enter; the first cell is a link.
      <div
        class={`logs-row logs-line${isChosen ? ' is-selected' : ''}${isPicked ? ' is-picked' : ''}`}
        role="row"
        tabIndex={-1}
        aria-rowindex={index + 2}
        data-row={index}
        data-log={line.id}
        style={{ top: `${top}px`, gridTemplateColumns: isCard ? undefined : template }}
        onClick={open}
      >
        {isCard ? (
          <Card {...props} />
        ) : (
          columns.map((column, at) => (
            <div key={column.name} role="cell" class={column.isNumber ? 'logs-cell number' : 'logs-cell'}>
              {at === 0 ? (
                <>
                  <PickBox {...props} />
                  <a class="logs-link" href={href}>
                    {column.cell(line, facts)}
                  </a>
                </>
              ) : column.name === 'attempts' && line.attempts > 0 ? (
                <button
                  type="button"
                  class="logs-expand"
                  aria-expanded={isOpened ? 'true' : 'false'}
                  onClick={() => onToggle(line)}
                >
                  <Icon name={isOpened ? 'down' : 'right'} />
                  {column.cell(line, facts)}
                </button>
              ) : (
                column.cell(line, facts)
              )}
            </div>
          ))
        )}
      </div>
    )
  }
}

/** A button instead of a checkbox input: single-letter shortcuts do not work while an input has the focus. */
function PickBox({ line, isPicked, onPick }: Pick<RowProps, 'line' | 'isPicked' | 'onPick'>) {
  return (
    <button
      type="button"
      role="checkbox"
      class="logs-pick"
      aria-checked={isPicked ? 'true' : 'false'}
      aria-label={`Compare request of ${shortTime(line.atMs)}`}
      title="Select for comparison (x)"
      onClick={() => onPick(line.id)}
    >
      <span aria-hidden="true" />
    </button>
  )
}

/** The phone layout: outcome, model, prompt, cost and time. */
function Card(props: RowProps) {
  const { line, href, facts } = props
  const key = line.virtualKey === null ? null : (facts.virtualKeyNames.get(line.virtualKey) ?? line.virtualKey)
  return (
    <div role="cell" class="logs-card">
      <PickBox {...props} />
      <Status line={line} />
      <a class="logs-link truncate" href={href}>
        {line.model ?? line.path}
      </a>
      <span class="number">{duration(line.durationMs)}</span>
      <span class="caption">{shortTime(line.atMs)}</span>
      <span class="caption truncate">{line.errorCode ?? line.words ?? key ?? line.provider ?? line.endpoint}</span>
      <span class="caption number">
        <Cost cents={line.cost} />
      </span>
    </div>
  )
}
