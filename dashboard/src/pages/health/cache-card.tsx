/** The response cache: hit rate, contents, and purging part of it. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Card } from '../../design/data/card.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { bytes, count, duration, percent } from '../../design/data/format.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { toast } from '../../design/states/toasts.tsx'

type CacheSize = {
  readonly embedder: string | null
  readonly entries: number
  readonly size_bytes: number
  readonly answer_bytes: number
}
type CacheUse = {
  readonly summary: {
    readonly hits: number
    readonly total_requests: number
    readonly avg_latency: number | null
    readonly cache_speedup: number | null
  }
}

export function CacheCard({ round }: { readonly round: number }) {
  const id = workspaceId.value
  const [isPurging, setPurging] = useState(false)
  const isAllowed = can('logs.view') && can('analytics.view')
  const cache = useResource(isAllowed ? JSON.stringify([id, round]) : null, async (signal) => {
    const day = { workspace_id: id, time_of_generation_min: new Date(Date.now() - 86_400_000).toISOString() }
    const [size, use] = await Promise.all([
      api.get<CacheSize>('/cache', { query: { workspace_id: id }, signal }),
      api.get<CacheUse>('/analytics/summary/cache', { query: day, signal }),
    ])
    return { size, use: use.summary }
  })
  if (!isAllowed) return null
  return (
    <Card
      title="Cache"
      actions={
        can('cache.purge') && (
          <Button size="small" onClick={() => setPurging(true)}>
            Purge cache
          </Button>
        )
      }
    >
      <Loaded resource={cache} what="load the cache">
        {({ size, use }) => (
          <Facts
            facts={[
              {
                name: 'Last 24 hours',
                value:
                  use.total_requests === 0
                    ? 'no requests'
                    : `${count(use.hits)} of ${count(use.total_requests)} hits (${percent(use.hits / use.total_requests)})`,
              },
              ...(use.avg_latency === null
                ? []
                : [
                    {
                      name: 'Hit latency',
                      value: `${duration(use.avg_latency)}${use.cache_speedup === null ? '' : `, ${count(Math.round(use.cache_speedup))}× faster than a provider`}`,
                    },
                  ]),
              {
                name: 'Semantic',
                value:
                  size.embedder === null
                    ? 'no embedder configured: exact matches only'
                    : `${count(size.entries)} questions by ${size.embedder}, ${bytes(size.size_bytes + size.answer_bytes)}`,
              },
            ]}
          />
        )}
      </Loaded>
      {isPurging && <PurgeDialog onClose={() => setPurging(false)} onDone={cache.reload} />}
    </Card>
  )
}

function PurgeDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const [namespace, setNamespace] = useState('')
  return (
    <ConfirmDialog
      title="Purge cached responses?"
      verb="Purge"
      onClose={onClose}
      onConfirm={async () => {
        const query = { workspace_id: workspaceId.value, namespace: namespace.trim() }
        const { purged } = await api.delete<{ purged: number }>('/cache', undefined, { query })
        toast({ words: `${count(purged)} responses purged.` })
        onDone()
      }}
    >
      <p>These requests go to their providers again, at full cost.</p>
      <TextField
        label="Only this namespace"
        isOptional
        isCode
        value={namespace}
        onValue={setNamespace}
        hint="As sent in x-gateway-cache-namespace; leave empty for the whole workspace."
      />
    </ConfirmDialog>
  )
}
