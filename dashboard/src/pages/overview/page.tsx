/** The Overview page: a status sentence, then the numbers behind it. */

import { useMemo, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { loadBreakers } from '../../app/load-breakers.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { DateRange, RANGES, readRange } from '../../design/controls/date-range.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded, Skeleton } from '../../design/states/loaded.tsx'
import { EmptyState, Notice } from '../../design/states/notices.tsx'
import type { Breaker } from '../health/breaker-list.tsx'
import { Checklist } from '../onboarding/checklist.tsx'
import { loadGraphs, loadSums, type Sums } from './analytics-types.ts'
import { BudgetsCard } from './budgets-card.tsx'
import { Failures } from './failures.tsx'
import { Movers } from './movers.tsx'
import { periodOf } from './period.ts'
import { type ProviderSums, ProvidersStrip } from './providers-strip.tsx'
import { statusSentence } from './status-sentence.ts'
import { Tiles } from './tiles.tsx'
import { Traffic } from './traffic.tsx'
import { isExhausted, isNearLimit, useBudgets } from './use-budgets.ts'
import { useLiveReload } from './use-live-reload.ts'

const USUAL_RANGE = '24h'
const RELOAD_MS = 10_000

export function Page() {
  const id = workspaceId.value
  const text = query.value.get('range') ?? USUAL_RANGE
  const [round, setRound] = useState(0)
  // One timestamp for the whole page, renewed on each reload.
  const period = useMemo(
    () => periodOf(text, readRange(text, Date.now()), RANGES.find((range) => range.value === text)?.label),
    [text, round],
  )
  const key = JSON.stringify([id, period.text, round])
  useViewCode({ path: '/analytics/summary', query: { workspace_id: id, ...period.now } })
  const sums = useResource(key, async (signal) => {
    const [now, before] = await Promise.all([loadSums(period.now, signal), loadSums(period.before, signal)])
    return { now, before }
  })
  const graphs = useResource(key, (signal) => loadGraphs(period, signal))
  const newest = useResource(can('logs.list') ? key : null, async (signal) => {
    const asked = { workspace_id: id, page_size: 1 }
    return (await api.get<{ data: readonly LogRow[] }>('/logs', { query: asked, signal })).data[0] ?? null
  })
  const budgets = useBudgets()
  const breakers = useResource(key, async (signal) =>
    (await loadBreakers<Breaker>(signal)).filter((breaker) => breaker.workspace_id === id),
  )
  const providers = useResource(key, async (signal) => {
    const asked = { workspace_id: id, ...period.now, page_size: 20 }
    const { data } = await api.get<{ data: readonly ProviderSums[] }>('/analytics/groups/provider', {
      query: asked,
      signal,
    })
    return data.filter((one) => one.provider !== '')
  })
  useLiveReload(
    { workspace_id: id },
    () => {
      setRound((before) => before + 1)
      budgets.reload()
    },
    RELOAD_MS,
  )
  const isUnused = newest.data === null && newest.updatedAtMs !== null && sums.data?.now.requests === 0
  return (
    <div class="page">
      <PageHead
        title="Overview"
        actions={
          <DateRange
            value={period.text}
            onValue={(range) => setQuery({ range: range === USUAL_RANGE ? null : range })}
          />
        }
      />
      {newest.updatedAtMs !== null && <Checklist hasRequest={newest.data !== null} />}
      {isUnused ? (
        <FirstRun />
      ) : (
        <>
          <Loaded resource={sums} what="load the totals" skeleton={<TilesComing />}>
            {({ now, before }) => (
              <>
                <StatusLine
                  sums={now}
                  openBreakers={breakers.data?.filter((one) => one.state !== 'closed').length ?? null}
                  exhausted={(budgets.data ?? []).filter(isExhausted).map((one) => one.name)}
                  nearLimit={(budgets.data ?? []).filter(isNearLimit).map((one) => one.name)}
                  words={period.words}
                />
                {now.requests === 0 && newest.data && (
                  <Notice tone="neutral" title={`No requests in ${period.words}`}>
                    <p>
                      The last one was <Time at={newest.data.created_at} />. Choose a longer time.
                    </p>
                  </Notice>
                )}
                <Tiles
                  now={now}
                  before={before}
                  graphs={graphs.data}
                  words={period.words}
                  range={encodeURIComponent(period.text)}
                />
              </>
            )}
          </Loaded>
          <div class="overview-columns">
            <div class="stack">
              <Card>
                <Loaded resource={graphs} what="load the traffic" skeleton={<Skeleton height={240} />}>
                  {(drawn) => <Traffic graphs={drawn} period={period} />}
                </Loaded>
              </Card>
              <Failures round={round} />
              <Movers period={period} round={round} />
            </div>
            <div class="stack">
              <BudgetsCard budgets={budgets} />
              <ProvidersStrip providers={providers} breakers={breakers} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

type StatusProps = {
  readonly sums: Sums
  readonly openBreakers: number | null
  readonly exhausted: readonly string[]
  readonly nearLimit: readonly string[]
  readonly words: string
}

function StatusLine({ sums, ...known }: StatusProps) {
  const { tone, head, rest } = statusSentence({
    ...known,
    requests: sums.requests,
    errors: sums.errors,
    cost: sums.cost.total === null ? null : sums.cost.total / 100,
    unpriced: sums.cost.unpriced_requests,
  })
  return (
    <p class={`overview-status tone-${tone}`}>
      <span class="dot" aria-hidden="true" />
      <span>
        <strong>{head}.</strong> <span class="overview-status-rest">{rest}.</span>
      </span>
    </p>
  )
}

function TilesComing() {
  return (
    <div class="overview-tiles" role="progressbar" aria-label="Loading">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} class="overview-tile">
          <Skeleton width="60%" />
          <Skeleton width="40%" height={28} />
          <Skeleton width="80%" />
        </div>
      ))}
    </div>
  )
}

function FirstRun() {
  const command = [
    `curl ${location.origin}/v1/chat/completions \\`,
    '  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "x-gateway-provider: mock" \\',
    `  -H "content-type: application/json" -d '{"model":"mock-1","messages":[{"role":"user","content":"Hello"}]}'`,
  ].join('\n')
  return (
    <EmptyState
      title="No request has come yet"
      action={
        <LinkButton kind="primary" icon="welcome" href="/welcome">
          Connect an app
        </LinkButton>
      }
      command={<CodeBlock title="Or send one from a terminal" code={command} />}
    >
      As soon as the first request arrives, this page shows what it cost, how it ended and what needs your attention.
    </EmptyState>
  )
}
