/** The latest budget alerts. */

import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Card } from '../../design/data/card.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { type Alert, AlertTable } from '../policies/alerts.tsx'

const MAX_SHOWN = 5

export function AlertsCard({ round }: { readonly round: number }) {
  const id = workspaceId.value
  const isAllowed = can('policies.list')
  const alerts = useResource(isAllowed ? JSON.stringify([id, round]) : null, (signal) =>
    api.get<{ data: readonly Alert[] }>('/alerts', { query: { workspace_id: id, page_size: MAX_SHOWN }, signal }),
  )
  if (!isAllowed) return null
  return (
    <Card title="Budget alerts" actions={<a href="/policies/alerts">All alerts</a>}>
      <Loaded resource={alerts} what="load the alerts">
        {({ data }) =>
          data.length === 0 ? (
            <p class="muted">No budget has passed its alert threshold.</p>
          ) : (
            <AlertTable alerts={data} />
          )
        }
      </Loaded>
    </Card>
  )
}
