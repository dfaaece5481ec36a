/** First run, later "Connect app": create a key, send a request, see it arrive. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { followLogs } from '../../api/log-stream.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { announce } from '../../design/states/announcer.tsx'
import { Arrival } from './arrival.tsx'
import { DemoStep } from './demo-step.tsx'
import { KeyStep } from './key-step.tsx'
import { SendStep } from './send-step.tsx'
import { TestRequest } from './test-request.tsx'

/** Requests older than this when the page opens are shown without an announcement. */
const RECENT_MS = 60_000

export function Page() {
  const [secret, setSecret] = useState<string | null>(null)
  const row = useNewestRequest()
  return (
    <div class="page welcome">
      <PageHead
        title="Your gateway is running"
        about={
          <>
            Base URL for every SDK: <code>{location.origin}/v1</code>. The mock provider needs no account.
          </>
        }
        actions={<TestRequest />}
      />
      <ol class="stack welcome-steps">
        <li>
          <KeyStep secret={secret} onSecret={setSecret} />
        </li>
        <li>
          <SendStep secret={secret} />
        </li>
        <li id="arrival">
          <Arrival row={row} />
        </li>
      </ol>
      <DemoStep />
    </div>
  )
}

/** The newest request of the workspace; null if there is none yet. Announces new requests to screen readers. */
function useNewestRequest(): LogRow | null {
  const [row, setRow] = useState<LogRow | null>(null)
  const id = workspaceId.value
  useEffect(() => {
    if (id === undefined || !can('logs.list')) return
    const leaving = new AbortController()
    const query = { workspace_id: id, page_size: 1 }
    let shown: LogRow | null = null
    const show = (newest: LogRow, isNew: boolean) => {
      shown = newest
      setRow(newest)
      if (isNew) announce(newest.status_code < 400 ? 'Your request arrived.' : 'A request arrived and failed.')
    }
    // The stream delivers only new requests, so also read the newest earlier one.
    const read = () => {
      api.get<{ data: readonly LogRow[] }>('/logs', { query, signal: leaving.signal }).then(
        ({ data: [newest] }) => {
          if (newest === undefined || (shown !== null && shown.created_at >= newest.created_at)) return
          show(newest, Date.parse(newest.created_at) >= Date.now() - RECENT_MS)
        },
        () => {
          // The page then waits for the next request, as if there were no earlier one.
        },
      )
    }
    read()
    const onLogs = (rows: readonly LogRow[]) => {
      const newest = rows.at(-1)
      if (newest) show(newest, true)
    }
    const leave = followLogs({ query: { workspace_id: id }, onLogs, onStored: read })
    return () => {
      leaving.abort()
      leave()
    }
  }, [id])
  return row
}
