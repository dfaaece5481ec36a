/** The latest failed or recovered requests, each with its cause and a link to its timeline. */

import type { LogRow } from '../../api/log-row.ts'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { Time } from '../../design/data/time.tsx'
import { failureWords } from './failure-words.ts'

type FailuresProps = {
  readonly failed: readonly LogRow[]
  readonly recovered: readonly LogRow[]
  /** Names of virtual keys by slug. */
  readonly keyNames: ReadonlyMap<string, string>
  /** The range as in the URL. */
  readonly range: string
  /** `the last 24 hours`. */
  readonly words: string
}

export function Failures({ failed, recovered, keyNames, range, words }: FailuresProps) {
  const all = `/logs?range=${range}&q=${encodeURIComponent('status:4xx,5xx')}`
  return (
    <Card title="Recent failures" actions={<a href={all}>All failures</a>}>
      <div class="stack">
        {failed.length === 0 ? (
          <p class="muted">No request failed in {words}.</p>
        ) : (
          <RowList rows={failed} label="Recent failures" words={failureWords} keyNames={keyNames} />
        )}
        {recovered.length > 0 && (
          <>
            <h3>Recovered recently</h3>
            <RowList rows={recovered} label="Recovered recently" words={recoveredWords} keyNames={keyNames} />
          </>
        )}
      </div>
    </Card>
  )
}

function recoveredWords(row: LogRow): string {
  const how = row.retry_count > 0 ? `${row.retry_count} ${row.retry_count === 1 ? 'retry' : 'retries'}` : 'a fallback'
  return `${row.provider ?? 'a provider'} succeeded after ${row.attempt_count} attempts, ${how}`
}

type RowListProps = {
  readonly rows: readonly LogRow[]
  readonly label: string
  readonly words: (row: LogRow) => string
  readonly keyNames: ReadonlyMap<string, string>
}

function RowList({ rows, label, words, keyNames }: RowListProps) {
  const keyOf = ({ virtual_key: slug, provider }: LogRow) => (slug ? (keyNames.get(slug) ?? slug) : provider)
  return (
    <ul class="overview-failures" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <a href={`/logs?log=${row.id}`}>
            <Badge tone={row.attempt_count > 1 && row.status_code < 400 ? 'fallback' : statusTone(row.status_code)}>
              {row.status_code < 400 ? 'recovered' : row.status_code}
            </Badge>
            <span class="overview-failure-words">
              <span class="anywhere">{words(row).replace(/^\d+: /, '')}</span>
              <span class="caption anywhere">{[row.ai_model, keyOf(row)].filter(Boolean).join(' · ') || row.path}</span>
            </span>
            <span class="caption">
              <Time at={row.created_at} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
