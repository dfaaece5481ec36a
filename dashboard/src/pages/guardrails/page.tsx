/** The Guardrails page: the list, one guardrail by URL, and the editor. */

import { api } from '../../api/client.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { count, percent } from '../../design/data/format.ts'
import { type Column, Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { checkTime } from '../../design/guardrails/hook-results.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { EditGuardrail, NewGuardrail } from './editor.tsx'
import {
  type GuardrailRow,
  guardrailPath,
  loadCheckKinds,
  loadGuardrails,
  mayCreate,
  placeQuery,
  type Runs,
} from './guardrail.ts'
import { GuardrailDetails } from './guardrail-detail.tsx'
import { EMPTY, templatesFor } from './templates.ts'

export function Page({ rest }: PageProps) {
  const [slug, part] = rest
  if (slug === undefined) return <ListPage />
  if (slug === 'new') return <NewGuardrail />
  if (part === 'edit') return <EditGuardrail key={slug} slug={slug} />
  return <GuardrailDetails key={slug} slug={slug} part={part ?? ''} />
}

type Row = GuardrailRow & { readonly runs: Runs | null }

const DAY_MS = 86_400_000

/** The guardrails, with their runs of the last day if the user may see analytics. */
async function loadRows(signal: AbortSignal): Promise<readonly Row[]> {
  const day = { ...placeQuery(), time_of_generation_min: new Date(Date.now() - DAY_MS).toISOString() }
  const [guardrails, runs] = await Promise.all([
    loadGuardrails(signal),
    can('analytics.view')
      ? api.get<{ data: readonly Runs[] }>('/analytics/guardrails', { query: { ...day, granularity: 'hour' }, signal })
      : { data: [] },
  ])
  return guardrails.map((one) => ({
    ...one,
    runs: runs.data.find(({ guardrail }) => guardrail === one.slug) ?? null,
  }))
}

function NewButton() {
  return (
    <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
      New guardrail
    </Button>
  )
}

function ListPage() {
  useViewCode({ path: '/guardrails', query: placeQuery(), cli: 'gatehouse guardrails list' })
  const rows = useResource(JSON.stringify([workspaceId.value]), loadRows)
  return (
    <div class="page">
      <PageHead
        title="Guardrails"
        about="Checks of requests and responses. Configs select them; defaults apply to every request."
        actions={mayCreate() && <NewButton />}
      />
      <Loaded resource={rows} what="load the guardrails">
        {(all) =>
          all.length === 0 ? (
            <NoGuardrails />
          ) : (
            <Table
              label="Guardrails"
              columns={COLUMNS}
              rows={all}
              keyOf={(one) => one.slug}
              onOpen={(one) => navigate(guardrailPath(one.slug))}
            />
          )
        }
      </Loaded>
      {query.value.has('new') && mayCreate() && (
        <TemplateDialog onClose={() => setQuery({ new: null }, { replace: true })} />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'name',
    label: 'Name',
    cell: (one) => (
      <div class="guardrails-cell">
        <a href={guardrailPath(one.slug)}>{one.name}</a>
        <code class="caption anywhere">{one.slug}</code>
      </div>
    ),
  },
  {
    name: 'where',
    label: 'Workspace',
    cell: (one) => (one.workspace_id === null ? <Badge tone="info">every workspace</Badge> : 'this workspace'),
  },
  { name: 'version', label: 'Version', isNumber: true, cell: (one) => one.version },
  { name: 'runs', label: 'Runs, 24 h', isNumber: true, cell: (one) => count(one.runs?.runs ?? 0) },
  { name: 'failed', label: 'Not passed', isNumber: true, cell: (one) => failShare(one.runs) },
  { name: 'p99', label: 'p99', isNumber: true, cell: (one) => checkTime(one.runs?.p99_duration ?? null) },
  { name: 'changed', label: 'Changed', cell: (one) => <Time at={one.last_updated_at} /> },
]

function failShare(runs: Runs | null): string {
  return runs === null || runs.runs === 0 ? '—' : percent((runs.runs - runs.passed) / runs.runs)
}

function NoGuardrails() {
  const body = `{"name":"No secrets","checks":[{"id":"default.secrets"}],"actions":{"deny":true,"async":false}}`
  return (
    <EmptyState
      title="No guardrails yet"
      action={mayCreate() && <NewButton />}
      command={
        <CodeBlock
          title="curl"
          code={[
            `curl ${location.origin}/v1/guardrails \\`,
            '  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "content-type: application/json" \\',
            `  -d '${body}'`,
          ].join('\n')}
        />
      }
    >
      A guardrail checks requests and responses for personal data, secrets, words or a schema, and reports, changes or
      denies them.
    </EmptyState>
  )
}

function TemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const kinds = useResource('checks', loadCheckKinds)
  return (
    <Dialog title="New guardrail" onClose={onClose} isWide>
      <p class="muted">Start from a template. Nothing is saved yet.</p>
      <Loaded resource={kinds} what="load the checks">
        {(all) => (
          <ul class="guardrails-templates">
            {[...templatesFor(all), EMPTY].map(({ name, label, about }, index) => (
              <li key={name}>
                <a class="guardrails-template" autofocus={index === 0} href={`/guardrails/new?template=${name}`}>
                  <strong>{label}</strong>
                  <span class="muted">{about}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}
