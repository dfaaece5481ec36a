/** Labels for versions: three built-in ones, and custom ones. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { query, setQuery } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Menu, type MenuItem } from '../../../design/controls/menu.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { Table } from '../../../design/data/table.tsx'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { Label, List } from '../prompt-types.ts'
import { LibraryHead } from './library-head.tsx'
import { NameDialog } from './name-dialog.tsx'

export function LabelsTab() {
  const [editing, setEditing] = useState<Label | null>(null)
  const [deleting, setDeleting] = useState<Label | null>(null)
  const isNew = query.value.get('new') !== null
  const options = { workspace_id: workspaceId.value }
  useViewCode({ path: '/labels', query: options })
  const labels = useResource(`all labels ${options.workspace_id}`, (signal) =>
    api.get<List<Label>>('/labels', { query: { ...options, page_size: 1_000 }, signal }),
  )
  const done = (words: string) => {
    toast({ words })
    setEditing(null)
    setQuery({ new: null }, { replace: true })
    labels.reload()
  }
  const itemsOf = (one: Label): MenuItem[] =>
    one.is_universal
      ? []
      : [
          ...(can('prompts.update') ? [{ label: 'Change', onChoose: () => setEditing(one) }] : []),
          ...(can('prompts.delete') ? [{ label: 'Delete', isDanger: true, onChoose: () => setDeleting(one) }] : []),
        ]
  return (
    <>
      <LibraryHead
        current="labels"
        about="Names that point to a version of a prompt. Requests use them as prompt@label."
        actions={
          can('prompts.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New label
            </Button>
          )
        }
      />
      <Loaded resource={labels} what="load the labels">
        {({ data }) => (
          <Table
            label="Labels"
            rows={data}
            keyOf={(row) => row.id}
            columns={[
              { name: 'name', label: 'Name', cell: (row) => <Badge tone="info">{row.name}</Badge> },
              {
                name: 'about',
                label: 'Description',
                cell: (row) => row.description ?? <span class="muted">none</span>,
              },
              {
                name: 'where',
                label: 'Where',
                cell: (row) => (row.is_universal ? 'everywhere, built in' : 'this workspace'),
              },
              {
                name: 'actions',
                label: 'Actions',
                hideLabel: true,
                cell: (row) =>
                  itemsOf(row).length > 0 && (
                    <Menu label={`Actions for ${row.name}`} size="small" items={itemsOf(row)} />
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {isNew && can('prompts.create') && (
        <NameDialog
          title="New label"
          verb="Create"
          hasDescription
          onClose={() => setQuery({ new: null }, { replace: true })}
          onSave={async (named) => {
            await api.post('/labels', { ...named, ...options })
            done(`Label ${named.name} made.`)
          }}
        />
      )}
      {editing && (
        <NameDialog
          title={`Change ${editing.name}`}
          verb="Save"
          hasDescription
          name={editing.name}
          description={editing.description}
          onClose={() => setEditing(null)}
          onSave={async (named) => {
            await api.put(`/labels/${editing.id}`, named, { query: options })
            done('Saved.')
          }}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete label ${deleting.name}?`}
          verb="Delete label"
          name={deleting.name}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await api.delete(`/labels/${deleting.id}`, undefined, { query: options })
            done(`${deleting.name} is deleted.`)
          }}
        >
          <p>
            It is removed from every version, and requests for <code>prompt@{deleting.name}</code> are refused.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
