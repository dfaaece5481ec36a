/** The source of each effective value: set here, or from the deployment. */

import { Badge } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import type { Organisation } from './organisation.ts'

type Row = {
  readonly name: string
  readonly value: string | null
  readonly variable: string
  readonly usual: string
}

export function SettingSources({ organisation }: { readonly organisation: Organisation }) {
  const { retention_days: days, log_bodies: bodies } = organisation
  const rows: readonly Row[] = [
    {
      name: 'Request and response bodies',
      value: bodies === null ? null : bodies ? 'kept' : 'not kept',
      variable: 'GATEWAY_LOG_BODIES',
      usual: 'default: kept',
    },
    {
      name: 'Log retention (days)',
      value: days === null ? null : `${days} days`,
      variable: 'GATEWAY_RETENTION_DAYS',
      usual: 'default: 30',
    },
  ]
  return (
    <Card title="Where values come from">
      <div class="stack">
        {rows.map((row) => (
          <div key={row.variable} class="stack-tight">
            <div class="spread">
              <strong>{row.name}</strong>
              {row.value === null ? <Badge>environment or default</Badge> : <Badge tone="accent">set here</Badge>}
            </div>
            <p class="muted">
              {row.value === null ? (
                <>
                  Environment variable <code>{row.variable}</code>, {row.usual}.
                </>
              ) : (
                <>
                  {row.value}, overrides the environment variable <code>{row.variable}</code>.
                </>
              )}
            </p>
          </div>
        ))}
        <p class="muted">
          A <a href="/workspaces">workspace</a> can override these values. Address, port, database and master key are
          set in the environment of the gateway.
        </p>
        <CodeBlock
          title="Change it from the command line"
          wrap
          code={`gatehouse api put '/v1/admin/organisation' --body '{"retention_days": ${days ?? 30}}'`}
        />
      </div>
    </Card>
  )
}
