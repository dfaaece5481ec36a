/** Step 3: waits for a request; shows success, or the error and its fix. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { parseJson } from '../../api/json.ts'
import type { LogRow } from '../../api/log-row.ts'
import { can } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { counted, duration, moneyOfCents } from '../../design/data/format.ts'

const PATIENCE_SECONDS = 60

export function Arrival({ row }: { readonly row: LogRow | null }) {
  const seconds = useSeconds(row === null)
  if (!can('logs.list')) return null
  return (
    <Card title="3 · See it arrive">
      {row === null ? (
        <Waiting seconds={seconds} />
      ) : row.status_code < 400 ? (
        <Worked row={row} />
      ) : (
        <Failed row={row} />
      )}
    </Card>
  )
}

function Waiting({ seconds }: { readonly seconds: number }) {
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div class="stack-tight">
      <p class="row">
        <span class="dot welcome-waiting" aria-hidden="true" />
        Waiting for your first request… <span class="number muted">{clock}</span>
      </p>
      {seconds >= PATIENCE_SECONDS && (
        <div class="stack-tight" role="status">
          <p>No request for a minute. Check:</p>
          <ul class="welcome-checks">
            <li>Does the machine you send from reach this port? Opening this page from there is a quick test.</li>
            <li>Does another program use that port? The gateway’s terminal shows the port it uses.</li>
            <li>
              Does <code>HTTP_PROXY</code> or <code>HTTPS_PROXY</code> send your client elsewhere? Add the gateway’s
              host to <code>NO_PROXY</code>.
            </li>
            <li>A request with a wrong gateway key is refused with 401 and not logged.</li>
          </ul>
          <CodeBlock title="Runs all checks on the gateway’s machine" code="gatehouse doctor" />
        </div>
      )}
    </div>
  )
}

function Worked({ row }: { readonly row: LogRow }) {
  const tokens = row.usage?.total_tokens
  const facts = [row.provider, tokens == null ? null : counted(tokens, 'token'), moneyOfCents(row.cost)].filter(Boolean)
  return (
    <div class="stack-tight" data-arrived="ok">
      <p class="row tone-ok welcome-result">
        <span class="dot" aria-hidden="true" />
        {row.status_code} in {duration(row.response_time)} · {facts.join(' · ')}
      </p>
      <p>Next:</p>
      <div class="row-wrap">
        <LinkButton kind="primary" href={`/logs/${row.id}`}>
          Open it
        </LinkButton>
        {can('virtual_keys.create') && <LinkButton href="/virtual-keys?new=1">Add real provider</LinkButton>}
        {can('configs.create') && <LinkButton href="/configs?new=1">Create config</LinkButton>}
        {can('organisation_users.create') && <LinkButton href="/users?new=1">Invite someone</LinkButton>}
      </div>
    </div>
  )
}

type Told = { readonly response?: { readonly body?: unknown } | null }

function Failed({ row }: { readonly row: LogRow }) {
  const detail = useResource(row.id, (signal) =>
    api.get<Told>(`/logs/${row.id}`, { query: { workspace_id: row.workspace_id }, signal }),
  )
  const told = errorIn(detail.data)
  return (
    <div class="stack-tight" data-arrived="failed">
      <p class="row tone-warning welcome-result">
        <span class="dot" aria-hidden="true" />
        {row.status_code} in {duration(row.response_time)} · it arrived, and failed
        {row.error_code && ` (${row.error_code})`}
      </p>
      <p class="anywhere">{told?.message ?? wordsFor(row)}</p>
      {told?.hint && (
        <p class="anywhere">
          <strong>Fix:</strong> {told.hint}
        </p>
      )}
      <div class="row-wrap">
        <LinkButton href={`/logs/${row.id}`}>See why</LinkButton>
        <span class="caption">Fix it and send the request again. This page updates automatically.</span>
      </div>
    </div>
  )
}

function wordsFor(row: LogRow): string {
  if (row.status_code === 401) return 'The provider rejected the credential.'
  if (row.provider === null) return 'The request has no provider. The command above sets it with x-gateway-provider.'
  return `${row.provider} returned status ${row.status_code}.`
}

/** The error returned to the caller, if bodies are stored. */
function errorIn(told: Told | null): { readonly message?: string; readonly hint?: string } | null {
  const body = told?.response?.body
  const parsed: unknown = typeof body === 'string' ? parseJson(body) : body
  if (typeof parsed !== 'object' || parsed === null || !('error' in parsed)) return null
  const error = parsed.error
  if (typeof error !== 'object' || error === null) return null
  const text = (name: string) => {
    const value = (error as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : undefined
  }
  return { message: text('message'), hint: text('hint') }
}

function useSeconds(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return seconds
}
