/** First run, later "Connect an app": create a key, send a request, see it arrive. */

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

export function Page() {
  const [secret, setSecret] = useState<string | null>(null)
  const [row, setRow] = useState<LogRow | null>(null)
  const id = workspaceId.value
  useEffect(() => {
    if (id === undefined || !can('logs.list')) return
    const leaving = new AbortController()
    // The stream has only what arrives from now on.
    api
      .get<{ data: readonly LogRow[] }>('/logs', { query: { workspace_id: id, page_size: 1 }, signal: leaving.signal })
      .then(
        ({ data }) => setRow((before) => before ?? data[0] ?? null),
        () => {
          // The page waits for the next request, as without any.
        },
      )
    const leave = followLogs({
      query: { workspace_id: id },
      onLogs: (rows) => {
        const newest = rows.at(-1)
        if (!newest) return
        setRow(newest)
        announce(newest.status_code < 400 ? 'Your request arrived.' : 'A request arrived and failed.')
      },
    })
    return () => {
      leaving.abort()
      leave()
    }
  }, [id])
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
