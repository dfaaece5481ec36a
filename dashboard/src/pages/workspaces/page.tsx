/** The Workspaces page: a workspace has its own keys, configs, logs and budget. */

import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, loadSession } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter } from '../../design/states/notices.tsx'
import type { List, Person } from '../users/people.ts'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { type WorkspaceRow, weekOf } from './workspace.ts'
import { EditWorkspace, NewWorkspace } from './workspace-form.tsx'
import { WorkspaceTable } from './workspace-table.tsx'

const PAGE_SIZE = 25

export function Page() {
  const now = query.value
  const page = Number(now.get('page') ?? 0) || 0
  const name = now.get('q') ?? ''
  const requested = { name, current_page: page, page_size: PAGE_SIZE }
  const list = useResource(JSON.stringify(requested), (signal) =>
    api.get<List<WorkspaceRow>>('/admin/workspaces', { query: requested, signal }),
  )
  const ids = list.data?.data.map((one) => one.id) ?? []
  const week = useResource(ids.length > 0 ? ids.join() : null, (signal) => weekOf(ids, signal))
  const people = useResource('people', (signal) =>
    api.get<List<Person>>('/admin/users', { query: { pageSize: 1_000 }, signal }),
  )
  useViewCode({ path: '/admin/workspaces', query: requested })
  const close = () => setQuery({ new: null, edit: null, delete: null }, { replace: true })
  const done = async () => {
    // The workspace switcher must show the change too.
    loadSession()
    await list.reload()
    close()
  }
  const chosen = list.data?.data.find((one) => [now.get('edit'), now.get('delete')].includes(one.slug))
  return (
    <div class="page">
      <PageHead
        title="Workspaces"
        about="Each workspace has its own keys, configs, prompts, logs, members and budget, isolated from the others."
        actions={
          can('workspaces.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New workspace
            </Button>
          )
        }
      />
      <div class="workspaces-filter">
        <TextField
          label="Filter workspaces"
          hideLabel
          placeholder="Filter by name"
          type="search"
          data-key="filter"
          value={name}
          onValue={(words) => setQuery({ q: words, page: null }, { replace: true })}
        />
      </div>
      <Loaded resource={list} what="load the workspaces">
        {({ data, total }) =>
          total === 0 ? (
            <EmptyByFilter
              what="workspaces"
              filters={[{ label: `name: ${name}`, onRemove: () => setQuery({ q: null }) }]}
            />
          ) : (
            <>
              <WorkspaceTable rows={data} week={week.data} isWeekLoading={week.isLoading} people={people.data} />
              <Pager
                total={total}
                page={page}
                pageSize={PAGE_SIZE}
                what="workspaces"
                onPage={(next) => setQuery({ page: next || null })}
              />
            </>
          )
        }
      </Loaded>
      {now.get('new') === '1' && <NewWorkspace onClose={close} onSaved={done} />}
      {chosen && now.has('edit') && <EditWorkspace before={chosen} onClose={close} onSaved={done} />}
      {chosen && now.has('delete') && <DeleteWorkspace workspace={chosen} onClose={close} onDeleted={done} />}
    </div>
  )
}
