/** The Overview page: a status sentence, then the numbers behind it. */

import { useMemo, useState } from 'preact/hooks'
import { query, setQuery } from '../../app/location.ts'
import { workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { DateRange } from '../../design/controls/date-range.tsx'
import { RANGES, readRange } from '../../design/controls/time-range.ts'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded, Skeleton } from '../../design/states/loaded.tsx'
import { EmptyState, Notice } from '../../design/states/notices.tsx'
import { Checklist } from '../onboarding/checklist.tsx'
import { budgetsOf, isExhausted, isNearLimit } from './budgets.ts'
import { BudgetsCard } from './budgets-card.tsx'
import { Failures } from './failures.tsx'
import { Movers } from './movers.tsx'
import { graphsOf, loadOverview, type Overview, type Sums } from './overview-data.ts'
import { periodOf } from './period.ts'
import { ProvidersStrip } from './providers-strip.tsx'
import { statusSentence } from './status-sentence.ts'
import { Tiles } from './tiles.tsx'
import { Traffic } from './traffic.tsx'
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
  useViewCode({ path: '/analytics/overview', query: { workspace_id: id, ...period.now } })
  const overview = useResource(key, (signal) => loadOverview(period, signal))
  const reload = () => setRound((before) => before + 1)
  useLiveReload({ workspace_id: id }, reload, RELOAD_MS)
  const all = overview.data
  const { holders, budgets, keyNames, virtualKeyNames } = useMemo(
    () => budgetsOf(all ?? { virtual_keys: null, api_keys: null }),
    [all],
  )
  const openBreakers = all?.breakers?.filter((one) => one.state !== 'closed') ?? null
  const range = encodeURIComponent(period.text)
  return (
    <div class="page page-wide">
      <PageHead
        title="Overview"
        actions={
          <DateRange
            value={period.text}
            onValue={(range) => setQuery({ range: range === USUAL_RANGE ? null : range })}
          />
        }
      />
      {all && <Checklist key={id} state={{ ...holders, hasRequest: !isUnused(all) }} />}
      {overview.isLoading ? (
        <OverviewComing />
      ) : all && isUnused(all) ? (
        <FirstRun />
      ) : (
        <Loaded resource={overview} what="load the overview">
          {(all) => (
            <>
              <StatusLine
                sums={all.summary}
                openBreakers={openBreakers?.length ?? null}
                exhausted={budgets.filter(isExhausted).map((one) => one.name)}
                nearLimit={budgets.filter(isNearLimit).map((one) => one.name)}
                words={period.words}
              />
              {all.summary.requests === 0 && all.last_request_at && (
                <Notice tone="neutral" title={`No requests in ${period.words}`}>
                  <p>
                    The last one was <Time at={all.last_request_at} />. Choose a longer time range.
                  </p>
                </Notice>
              )}
              <Tiles
                now={all.summary}
                before={all.previous_summary}
                graphs={graphsOf(all)}
                words={period.words}
                range={range}
              />
              <div class="overview-columns">
                <div class="stack">
                  <Card>
                    <div class="overview-traffic">
                      <Traffic graphs={graphsOf(all)} period={period} />
                    </div>
                  </Card>
                  {all.recent_failures && (
                    <Failures
                      failed={all.recent_failures}
                      recovered={all.recent_recovered ?? []}
                      keyNames={virtualKeyNames}
                      range={range}
                      words={period.words}
                    />
                  )}
                </div>
                <div class="stack">
                  <BudgetsCard budgets={budgets} />
                  <ProvidersStrip providers={all.providers} openBreakers={openBreakers ?? []} onChanged={reload} />
                  <Movers increases={all.cost_increases} keyNames={keyNames} range={range} />
                </div>
              </div>
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}

/** `last_request_at` alone is not enough: it is also null if the user may not list logs. */
function isUnused({ summary, recent_failures: failures, last_request_at: last }: Overview): boolean {
  return summary.requests === 0 && failures !== null && last === null
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

/** Placeholders with the size of the content that replaces them. */
function OverviewComing() {
  return (
    <div class="overview-coming" role="progressbar" aria-label="Loading">
      <Skeleton width="50%" height={24} />
      <div class="overview-tiles">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} class="overview-tile">
            <Skeleton width="60%" />
            <Skeleton width="40%" height={28} />
            <Skeleton width="80%" />
            <Skeleton width="50%" height={24} />
          </div>
        ))}
      </div>
      <div class="overview-columns">
        <div class="stack">
          <CardComing rows={1} height={230} />
          <CardComing rows={8} />
        </div>
        <div class="stack">
          <CardComing rows={4} />
          <CardComing rows={3} />
          <CardComing rows={4} />
        </div>
      </div>
    </div>
  )
}

function CardComing({ rows, height = 28 }: { readonly rows: number; readonly height?: number }) {
  return (
    <div class="card">
      <div class="stack">
        <Skeleton width="40%" height={20} />
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} height={height} />
        ))}
      </div>
    </div>
  )
}

function FirstRun() {
  const command = [
    `curl ${location.origin}/v1/chat/completions \\`,
    '  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "x-gateway-provider: mock" \\',
    '  -H "content-type: application/json" \\',
    `  -d '{"model":"mock-1","messages":[{"role":"user","content":"Hello"}]}'`,
  ].join('\n')
  return (
    <EmptyState
      title="No requests yet"
      action={
        <LinkButton kind="primary" icon="welcome" href="/welcome">
          Connect app
        </LinkButton>
      }
      command={<CodeBlock title="Or send one from a terminal" code={command} />}
    >
      Requests, errors, latency and cost appear here after the first request.
    </EmptyState>
  )
}
