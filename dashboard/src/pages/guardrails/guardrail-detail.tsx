/** One guardrail: its checks, a test, what it did on real traffic, and its versions. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { navigate } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { UsedBy, usesIn } from '../../design/overlays/used-by.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { mayTest } from './editor.tsx'
import { actionWords, type Guardrail, type GuardrailCheck, guardrailPath, mayChange, placeQuery } from './guardrail.ts'
import { ReportView } from './report.tsx'
import { Tester } from './tester.tsx'
import { Versions } from './versions.tsx'

type DetailsProps = { readonly slug: string; readonly part: string }

export function GuardrailDetails({ slug, part }: DetailsProps) {
  const path = guardrailPath(slug)
  useViewCode({ path, query: placeQuery() })
  const loaded = useResource(slug, (signal) => api.get<Guardrail>(path, { query: placeQuery(), signal }))
  const [isDeleting, setDeleting] = useState(false)
  const one = loaded.data
  const views = [
    { part: '', label: 'Checks', isShown: true },
    { part: 'test', label: 'Test', isShown: mayTest() },
    { part: 'report', label: 'Report', isShown: can('logs.view') },
    { part: 'versions', label: 'Versions', isShown: true },
  ]
  return (
    <div class="page">
      <PageHead
        title={one?.name ?? slug}
        about={
          <span class="row-wrap">
            <a href="/guardrails">Guardrails</a> / <code class="anywhere">{slug}</code>
            <CopyButton text={slug} what="slug" iconOnly />
          </span>
        }
        actions={
          one && (
            <>
              {mayChange(one, 'update') && (
                <LinkButton icon="edit" href={`${path}/edit`}>
                  Change
                </LinkButton>
              )}
              {mayChange(one, 'delete') && (
                <Menu
                  label="More actions"
                  items={[{ label: 'Delete', isDanger: true, icon: 'trash', onChoose: () => setDeleting(true) }]}
                />
              )}
            </>
          )
        }
      />
      <LinkTabs
        label="Parts of the guardrail"
        links={views
          .filter(({ isShown }) => isShown)
          .map((view) => ({
            href: view.part === '' ? path : `${path}/${view.part}`,
            label: view.label,
            isCurrent: view.part === part,
          }))}
      />
      <Loaded resource={loaded} what="load the guardrail">
        {(guardrail) => (
          <>
            <View of={guardrail} part={part} />
            {isDeleting && <DeleteDialog of={guardrail} onClose={() => setDeleting(false)} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function View({ of: guardrail, part }: { readonly of: Guardrail; readonly part: string }) {
  if (part === 'test' && mayTest()) return <Tester subject={{ guardrail: guardrail.slug }} />
  if (part === 'report' && can('logs.view')) return <ReportView slug={guardrail.slug} />
  if (part === 'versions') return <Versions of={guardrail} />
  return <Overview of={guardrail} />
}

function Overview({ of: guardrail }: { readonly of: Guardrail }) {
  const { actions } = guardrail
  return (
    <div class="guardrails-columns">
      <Card title="Checks">
        <Table
          label="Checks in order"
          isCompact
          rows={guardrail.checks.map((check, index) => ({ check, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            { name: 'check', label: 'Check', cell: ({ check }) => <CheckName check={check} /> },
            {
              name: 'parameters',
              label: 'Parameters',
              cell: ({ check }) => <code class="anywhere">{shown(check)}</code>,
            },
          ]}
        />
      </Card>
      <Card title="Settings">
        <div class="stack">
          <Facts
            facts={[
              { name: 'If it fails', value: actionWords(actions) },
              {
                name: 'If a check cannot be run',
                value: (actions.fail_on_error ?? actions.deny) ? 'it fails' : 'it passes',
              },
              {
                name: 'Messages',
                value:
                  actions.messages === 'all'
                    ? 'all'
                    : actions.messages === 'last'
                      ? 'the last one'
                      : 'each check decides',
              },
              { name: 'Workspace', value: guardrail.workspace_id === null ? 'every workspace' : 'this workspace' },
              { name: 'Created', value: <Time at={guardrail.created_at} /> },
              { name: 'Changed', value: <Time at={guardrail.last_updated_at} /> },
            ]}
          />
          <CodeBlock title="Use it in a config" code={`"input_guardrails": ["${guardrail.slug}"]`} />
          {can('logs.list') && (
            <a href={`/logs?q=${encodeURIComponent(`guardrail:${guardrail.slug}`)}`}>Requests that it checked</a>
          )}
        </div>
      </Card>
    </div>
  )
}

function CheckName({ check }: { readonly check: GuardrailCheck }) {
  return (
    <span class="row-wrap">
      <code class="anywhere">{check.id}</code>
      {check.name && <span class="anywhere">{check.name}</span>}
      {check.is_enabled === false && <Badge>disabled</Badge>}
    </span>
  )
}

function shown({ parameters = {} }: GuardrailCheck): string {
  const text = Object.entries(parameters).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return text.length === 0 ? '—' : text.join(', ')
}

function DeleteDialog({ of: guardrail, onClose }: { readonly of: Guardrail; readonly onClose: () => void }) {
  const [users, setUsers] = useState<readonly string[]>([])
  const remove = async () => {
    try {
      await api.delete(guardrailPath(guardrail.slug), undefined, { query: placeQuery() })
    } catch (thrown) {
      setUsers(usesIn(thrown))
      throw thrown
    }
    toast({ words: `The guardrail ${guardrail.name} was deleted.` })
    navigate('/guardrails', { replace: true })
  }
  return (
    <ConfirmDialog
      title={`Delete ${guardrail.name}?`}
      verb="Delete"
      name={guardrail.slug}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>A guardrail that configs or defaults use cannot be deleted.</p>
      <UsedBy users={users} />
    </ConfirmDialog>
  )
}
