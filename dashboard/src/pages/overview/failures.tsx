/** The latest failed or recovered requests, each with its cause and a link to its timeline. */

import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { failureWords } from './failure-words.ts'

const MAX_FAILED = 5
const MAX_RESCUED = 3
/** How many of the newest requests are searched for recovered ones. */
const LOOKED_AT = 100

type Rows = { readonly data: readonly LogRow[] }

export function Failures({ round }: { readonly round: number }) {
  const id = workspaceId.value
  const rows = useResource(can('logs.list') ? JSON.stringify([id, round]) : null, async (signal) => {
    const load = (status_code: string, page_size: number) =>
      api.get<Rows>('/logs', { query: { workspace_id: id, status_code, page_size }, signal })
    const [failed, good] = await Promise.all([load('4xx,5xx', MAX_FAILED), load('2xx', LOOKED_AT)])
    return {
      failed: failed.data,
      rescued: good.data.filter((row) => row.attempt_count > 1).slice(0, MAX_RESCUED),
    }
  })
  if (!can('logs.list')) return null
  return (
    <Card title="Recent failures" actions={<a href="/logs?q=status%3A4xx%2C5xx">All failures</a>}>
      <Loaded resource={rows} what="load the failures">
        {({ failed, rescued }) => (
          <div class="stack">
            {failed.length === 0 ? (
              <p class="muted">No request has failed.</p>
            ) : (
              <RowList rows={failed} label="Recent failures" words={failureWords} />
            )}
            {rescued.length > 0 && (
              <>
                <h3>Recovered recently</h3>
                <RowList rows={rescued} label="Recovered recently" words={rescuedWords} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function rescuedWords(row: LogRow): string {
  const how = row.retry_count > 0 ? `${row.retry_count} ${row.retry_count === 1 ? 'retry' : 'retries'}` : 'a fallback'
  return `answered by ${row.provider ?? 'a provider'} after ${row.attempt_count} attempts, ${how}`
}

type RowListProps = {
  readonly rows: readonly LogRow[]
  readonly label: string
  readonly words: (row: LogRow) => string
}

function RowList({ rows, label, words }: RowListProps) {
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
              <span class="caption anywhere">
                {[row.ai_model, row.virtual_key ?? row.provider].filter(Boolean).join(' · ') || row.path}
              </span>
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
