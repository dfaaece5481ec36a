/** Virtual models: names that requests send as `model` and that a config of the workspace routes. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Menu, type MenuItem } from '../../design/controls/menu.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { ModelTabs } from './model-tabs.tsx'
import { type VirtualModel, VirtualModelDialog } from './virtual-model-dialog.tsx'

const MOST = 1_000

export function VirtualModels() {
  const [editing, setEditing] = useState<VirtualModel | null>(null)
  const [deleting, setDeleting] = useState<VirtualModel | null>(null)
  const of = { workspace_id: workspaceId.value }
  useViewCode({ path: '/virtual-models', query: of, cli: 'gatehouse virtual-models list' })
  const list = useResource(`virtual models ${of.workspace_id}`, (signal) =>
    api.get<{ data: readonly VirtualModel[] }>('/virtual-models', { query: { ...of, page_size: MOST }, signal }),
  )
  const close = () => {
    setEditing(null)
    setQuery({ new: null }, { replace: true })
  }
  const done = async (words: string) => {
    toast({ words })
    await list.reload()
    close()
  }
  const itemsOf = (one: VirtualModel): MenuItem[] => [
    ...(can('virtual_models.update') ? [{ label: 'Change', onChoose: () => setEditing(one) }] : []),
    ...(can('virtual_models.delete') ? [{ label: 'Delete', isDanger: true, onChoose: () => setDeleting(one) }] : []),
  ]
  return (
    <div class="page">
      <PageHead
        title="Virtual models"
        about="Model names for requests. Each is routed by a config of the workspace."
        actions={can('virtual_models.create') && <NewButton />}
      />
      <ModelTabs current="/models/virtual" />
      <Loaded resource={list} what="load the virtual models">
        {({ data }) =>
          data.length === 0 ? (
            <NoVirtualModels />
          ) : (
            <Table
              label="Virtual models"
              rows={data}
              keyOf={(row) => row.id}
              columns={[
                { name: 'name', label: 'Name', cell: (row) => <code class="anywhere">{row.name}</code> },
                {
                  name: 'config',
                  label: 'Config',
                  cell: (row) => (
                    <a class="anywhere" href={`/configs/${encodeURIComponent(row.config)}`}>
                      {row.config}
                    </a>
                  ),
                },
                {
                  name: 'about',
                  label: 'Description',
                  cell: (row) => row.description ?? <span class="muted">none</span>,
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
          )
        }
      </Loaded>
      {query.value.has('new') && can('virtual_models.create') && (
        <VirtualModelDialog onClose={close} onSaved={(name) => done(`Virtual model ${name} created.`)} />
      )}
      {editing && <VirtualModelDialog before={editing} onClose={close} onSaved={() => done('Saved.')} />}
      {deleting && (
        <ConfirmDialog
          title={`Delete virtual model ${deleting.name}?`}
          verb="Delete virtual model"
          name={deleting.name}
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await api.delete(`/virtual-models/${deleting.id}`, undefined, { query: of })
            setDeleting(null)
            done(`${deleting.name} is deleted.`)
          }}
        >
          <p>Requests with this model then use the workspace’s default config. The config is kept.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function NewButton() {
  return (
    <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
      New virtual model
    </Button>
  )
}

function NoVirtualModels() {
  return (
    <EmptyState
      title="No virtual models yet"
      action={can('virtual_models.create') && <NewButton />}
      command={<CodeBlock title="On the command line" code="gatehouse virtual-models create chat --config pc-router" />}
    >
      Applications send one name, such as <code>chat</code>. You choose the models behind it and change them without a
      release.
    </EmptyState>
  )
}
