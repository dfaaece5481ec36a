/** The gateway: version, readiness, active requests, pending writes. */

import { builtVersion } from '../../app/shell/health.ts'
import type { Resource } from '../../app/use-resource.ts'
import { DotWord, type Tone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { bytes, count, counted, duration } from '../../design/data/format.ts'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { Notice } from '../../design/states/notices.tsx'

export type GatewayState = {
  readonly version: string
  readonly status: string
  readonly running: number
  /** Each names the file and how to fix the problem. */
  readonly problems?: readonly string[]
  readonly records: { readonly backlogBytes: number; readonly droppedBodies: number; readonly lostRecords: number }
  readonly ledger?: { readonly status: string; readonly openHolds: number; readonly problem: string | null }
  /** Absent if the gateway serves plain HTTP. */
  readonly tls?: { readonly certificate_expires_at: string }
  readonly database?: { readonly is_reachable: boolean; readonly out_of_reach_ms: number }
}

/** Works without a key and without the store. A 503 has the same body and is not a failure. */
export async function loadGateway(signal: AbortSignal): Promise<GatewayState> {
  return (await fetch('/readyz', { signal })).json()
}

const STATES: Readonly<Record<string, { readonly tone: Tone; readonly words: string }>> = {
  ready: { tone: 'ok', words: 'accepting requests' },
  degraded: { tone: 'warning', words: 'accepting requests, with problems' },
  cut_off: { tone: 'error', words: 'the database has been unavailable for too long' },
  draining: { tone: 'warning', words: 'shutting down' },
}

export function GatewayCard({ state }: { readonly state: Resource<GatewayState> }) {
  return (
    <Card title="Gateway">
      <Loaded resource={state} what="load the gateway status">
        {(now) => {
          const { tone, words } = STATES[now.status] ?? { tone: 'warning' as const, words: now.status }
          const { backlogBytes, droppedBodies, lostRecords } = now.records
          return (
            <div class="stack-tight">
              <Facts
                facts={[
                  { name: 'State', value: <DotWord tone={tone}>{words}</DotWord> },
                  { name: 'Version', value: now.version },
                  { name: 'Running now', value: counted(now.running, 'request') },
                  { name: 'Not yet written', value: `${bytes(backlogBytes)} of records` },
                  { name: 'Lost records', value: count(lostRecords) },
                  { name: 'Bodies dropped', value: count(droppedBodies) },
                  ...(now.tls
                    ? [{ name: 'Certificate expires', value: <Time at={now.tls.certificate_expires_at} /> }]
                    : []),
                ]}
              />
              {now.version !== builtVersion && (
                <Notice tone="warning" title={`This page was built for ${builtVersion}`}>
                  <p>Reload it.</p>
                </Notice>
              )}
              {now.problems?.map((problem) => (
                <Notice
                  key={problem}
                  tone="error"
                  title={problem.includes('TLS certificate') ? 'Certificate' : 'Storage'}
                >
                  <p>{problem}</p>
                </Notice>
              ))}
              {lostRecords > 0 && (
                <Notice tone="error" title="Records were lost">
                  <p>
                    They could not be written to disk. Run <code>gatehouse doctor</code> on the gateway’s machine.
                  </p>
                </Notice>
              )}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}

export function StorageCard({ state }: { readonly state: Resource<GatewayState> }) {
  return (
    <Card title="Storage">
      <Loaded resource={state} what="load the gateway status">
        {({ database, ledger, records }) => (
          <Facts
            facts={[
              {
                name: 'Database',
                value: !database ? (
                  <DotWord tone="ok">embedded, in the data folder</DotWord>
                ) : database.is_reachable ? (
                  <DotWord tone="ok">PostgreSQL reachable</DotWord>
                ) : (
                  <DotWord tone="error">PostgreSQL unavailable for {duration(database.out_of_reach_ms)}</DotWord>
                ),
              },
              {
                name: 'Budgets',
                value: !ledger ? (
                  'unknown'
                ) : ledger.status === 'ok' ? (
                  <DotWord tone="ok">{`counted, ${count(ledger.openHolds)} calls held`}</DotWord>
                ) : (
                  <DotWord tone="error">{ledger.problem ?? ledger.status}</DotWord>
                ),
              },
              {
                name: 'Records',
                value:
                  records.backlogBytes < 1_048_576 ? (
                    <DotWord tone="ok">written immediately</DotWord>
                  ) : (
                    <DotWord tone="warning">{`${bytes(records.backlogBytes)} waiting to be written`}</DotWord>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}
