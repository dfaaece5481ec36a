/** The Health page for operators. Each card loads separately, so one failure does not affect the others. */

import { useCallback, useState } from 'preact/hooks'
import { loadBreakers } from '../../app/load-breakers.ts'
import { caller, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { useLiveReload } from '../overview/use-live-reload.ts'
import { AlertsCard } from './alerts-card.tsx'
import { type Breaker, BreakerList } from './breaker-list.tsx'
import { CacheCard } from './cache-card.tsx'
import { GatewayCard, loadGateway, StorageCard } from './gateway-card.tsx'
import { ProvidersCard } from './providers-card.tsx'

const RELOAD_MS = 5_000

export function Page() {
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((before) => before + 1), [])
  useViewCode({ path: '/breakers', cli: 'gatehouse doctor' })
  useLiveReload({ workspace_id: workspaceId.value }, again, RELOAD_MS)
  const state = useResource(String(round), loadGateway)
  return (
    <div class="page page-wide load-order">
      <PageHead
        title="Health"
        about={
          state.updatedAtMs === null ? (
            'Status of the gateway, its storage and the providers.'
          ) : (
            <>
              Status of the gateway, its storage and the providers. Updated <Time at={state.updatedAtMs} />.
            </>
          )
        }
        actions={
          <Button icon="refresh" isBusy={state.isRefreshing} onClick={again}>
            Refresh
          </Button>
        }
      />
      <div class="health-cards load-order">
        <GatewayCard state={state} />
        <StorageCard state={state} />
        <BreakersCard round={round} />
        <CacheCard round={round} />
      </div>
      <ProvidersCard round={round} />
      <AlertsCard round={round} />
    </div>
  )
}

function BreakersCard({ round }: { readonly round: number }) {
  const breakers = useResource(String(round), () => loadBreakers<Breaker>())
  const names = new Map((caller.value?.workspaces ?? []).map((one) => [one.id, one.name]))
  const order = { open: 0, half_open: 1, closed: 2 }
  return (
    <Card title="Circuit breakers">
      <Loaded resource={breakers} what="load the breakers">
        {(all) => (
          <BreakerList
            breakers={all.toSorted((one, other) => order[one.state] - order[other.state])}
            onChanged={breakers.reload}
            workspaceName={names.size > 1 ? (id) => names.get(id) ?? 'another workspace' : undefined}
          />
        )}
      </Loaded>
    </Card>
  )
}
