/** Collections of the library: create, rename, delete empty ones. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { query, setQuery } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Menu, type MenuItem } from '../../../design/controls/menu.tsx'
import { count } from '../../../design/data/format.ts'
import { Table } from '../../../design/data/table.tsx'
import { Time } from '../../../design/data/time.tsx'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { Collection, List } from '../prompt-types.ts'
import { LibraryHead } from './library-head.tsx'
import { NameDialog } from './name-dialog.tsx'

export function CollectionsTab() {
  const [editing, setEditing] = useState<Collection | null>(null)
  const [deleting, setDeleting] = useState<Collection | null>(null)
  const isNew = query.value.get('new') !== null
  const options = { workspace_id: workspaceId.value }
  useViewCode({ path: '/collections', query: options })
  const collections = useResource(`all collections ${options.workspace_id}`, (signal) =>
    api.get<List<Collection>>('/collections', { query: { ...options, page_size: 1_000 }, signal }),
  )
  const done = (words: string) => {
    toast({ words })
    setEditing(null)
    setQuery({ new: null }, { replace: true })
    collections.reload()
  }
  const itemsOf = (one: Collection): MenuItem[] => [
    ...(can('prompts.update') ? [{ label: 'Rename', onChoose: () => setEditing(one) }] : []),
    ...(can('prompts.delete') && one.is_default === 0
      ? [{ label: 'Delete', isDanger: true, onChoose: () => setDeleting(one) }]
      : []),
  ]
  return (
    <>
      <LibraryHead
        current="collections"
        about="Folders for prompts. Each prompt is in one folder."
        actions={
          can('prompts.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New collection
            </Button>
          )
        }
      />
      <Loaded resource={collections} what="load the collections">
        {({ data }) => (
          <Table
            label="Collections"
            rows={data}
            keyOf={(row) => row.id}
            columns={[
              {
                name: 'name',
                label: 'Name',
                cell: (row) => <a href={`/prompts?collection=${row.slug}`}>{row.name}</a>,
              },
              { name: 'id', label: 'Id', cell: (row) => <code>{row.slug}</code> },
              {
                name: 'prompts',
                label: 'Prompts',
                isNumber: true,
                cell: (row) => count(row.collection_details.prompts_count),
              },
              { name: 'changed', label: 'Changed', cell: (row) => <Time at={row.last_updated_at} /> },
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
          title="New collection"
          verb="Create"
          onClose={() => setQuery({ new: null }, { replace: true })}
          onSave={async ({ name }) => {
            await api.post('/collections', { name, ...options })
            done(`Collection ${name} made.`)
          }}
        />
      )}
      {editing && (
        <NameDialog
          title={`Rename ${editing.name}`}
          verb="Save"
          name={editing.name}
          onClose={() => setEditing(null)}
          onSave={async ({ name }) => {
            await api.put(`/collections/${editing.slug}`, { name }, { query: options })
            done('Renamed.')
          }}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.name}?`}
          verb="Delete collection"
          name={deleting.name}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await api.delete(`/collections/${deleting.slug}`, undefined, { query: options })
            done(`${deleting.name} is deleted.`)
          }}
        >
          <p>
            Only an empty collection can be deleted. It has {count(deleting.collection_details.prompts_count)} prompts
            and {count(deleting.collection_details.child_collections_count)} collections in it; move them first.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
