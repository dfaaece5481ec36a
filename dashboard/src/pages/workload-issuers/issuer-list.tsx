/** Workload issuers with their rules and actions. */

import { useState } from 'preact/hooks'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { setQuery } from '../../app/location.ts'
import { caller } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import type { Resource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { claimWords, PATH, type WorkloadIssuer } from './workload-issuer.ts'

export function IssuerList({ issuers }: { readonly issuers: Resource<readonly WorkloadIssuer[]> }) {
  const [deleted, setDeleted] = useState<WorkloadIssuer | null>(null)
  return (
    <>
      <Loaded resource={issuers} what="load the workload issuers">
        {(all) =>
          all.length === 0 ? (
            <NoIssuers />
          ) : (
            <Table
              label="Workload issuers"
              rows={all}
              keyOf={(issuer) => issuer.id}
              columns={[
                {
                  name: 'name',
                  label: 'Name',
                  cell: (issuer) => <a href={`/workload-issuers?edit=${issuer.id}`}>{issuer.name}</a>,
                },
                { name: 'issuer', label: 'Issuer', cell: (issuer) => <span class="anywhere">{issuer.issuer}</span> },
                {
                  name: 'claims',
                  label: 'Required claims',
                  cell: (issuer) => <span class="anywhere">{claimWords(issuer) || 'None'}</span>,
                },
                { name: 'workspace', label: 'Workspace', cell: workspaceWords },
                {
                  name: 'state',
                  label: 'State',
                  cell: ({ enabled }) => (
                    <Badge tone={enabled ? 'ok' : 'neutral'}>{enabled ? 'Enabled' : 'Disabled'}</Badge>
                  ),
                },
                {
                  name: 'used',
                  label: 'Last used',
                  cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Time at={at} />),
                },
                {
                  name: 'actions',
                  label: 'Actions',
                  hideLabel: true,
                  cell: (issuer) => (
                    <IssuerMenu issuer={issuer} onDelete={() => setDeleted(issuer)} onChanged={issuers.reload} />
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {deleted && (
        <ConfirmDialog
          title={`Delete “${deleted.name}”?`}
          verb="Delete"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await api.delete(`${PATH}/${deleted.id}`)
            toast({ words: 'The workload issuer was deleted.' })
            issuers.reload()
          }}
        >
          <p>Its tokens are refused from then on, and its revocations are deleted.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function workspaceWords({ workspace_id: id, workspace_claim: claim }: WorkloadIssuer): string {
  if (id === null) return `Claim ${claim}`
  return caller.value?.workspaces.find((one) => one.id === id)?.name ?? id
}

type MenuProps = { readonly issuer: WorkloadIssuer; readonly onDelete: () => void; readonly onChanged: () => void }

function IssuerMenu({ issuer, onDelete, onChanged }: MenuProps) {
  const switching = useAction(async () => {
    try {
      await api.put(`${PATH}/${issuer.id}`, { enabled: !issuer.enabled })
      onChanged()
    } catch (error) {
      toast({ words: asApiError(error).message, tone: 'error' })
    }
  })
  return (
    <Menu
      label={`Actions for ${issuer.name}`}
      size="small"
      items={[
        { label: 'Subjects', icon: 'users', onChoose: () => setQuery({ subjects: issuer.id }) },
        { label: 'Revocations', icon: 'audit-log', onChoose: () => setQuery({ revocations: issuer.id }) },
        { label: 'Change', icon: 'edit', onChoose: () => setQuery({ edit: issuer.id }) },
        {
          label: issuer.enabled ? 'Disable' : 'Enable',
          icon: 'settings',
          onChoose: () => void switching.run(),
        },
        { label: 'Delete', icon: 'trash', isDanger: true, onChoose: onDelete },
      ]}
    />
  )
}

function NoIssuers() {
  return (
    <EmptyState
      title="No workload issuers"
      action={
        <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
          New workload issuer
        </Button>
      }
      command={
        <CodeBlock
          title="Or on the command line"
          code={
            'gatehouse workload-issuers create "GitHub" --issuer https://token.actions.githubusercontent.com --audience gatehouse --claim "repository=acme/*"'
          }
        />
      }
    >
      Programs can send a JWT from Kubernetes, GitHub Actions or another issuer instead of an API key.
    </EmptyState>
  )
}
