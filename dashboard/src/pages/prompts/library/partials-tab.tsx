/** Partials: texts that several prompts include by tag. */

import { api } from '../../../api/client.ts'
import { navigate, query, setQuery } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { TextField } from '../../../design/controls/field.tsx'
import { type Column, Table } from '../../../design/data/table.tsx'
import { Time } from '../../../design/data/time.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../../design/states/notices.tsx'
import type { List, SavedPartial } from '../prompt-types.ts'
import { LibraryHead } from './library-head.tsx'
import { NewPartialDialog } from './new-partial-dialog.tsx'

const COLUMNS: readonly Column<SavedPartial>[] = [
  { name: 'name', label: 'Name', cell: (row) => <a href={`/prompts/partials/${row.slug}`}>{row.name}</a> },
  {
    name: 'tag',
    label: 'Tag',
    cell: (row) => (
      <span class="row">
        <code>{`{{>${row.slug}}}`}</code>
        <CopyButton text={`{{>${row.slug}}}`} what={`tag of ${row.name}`} iconOnly />
      </span>
    ),
  },
  { name: 'published', label: 'Published', cell: (row) => `v${row.published_version}` },
  { name: 'latest', label: 'Latest', cell: (row) => `v${row.latest_version}` },
  { name: 'changed', label: 'Changed', cell: (row) => <Time at={row.last_updated_at} /> },
]

export function PartialsTab() {
  const search = query.value.get('search') ?? ''
  const isNew = query.value.get('new') !== null
  const options = { workspace_id: workspaceId.value, search, page_size: 100 }
  useViewCode({ path: '/prompts/partials', query: options })
  const partials = useResource(JSON.stringify(options), (signal) =>
    api.get<List<SavedPartial>>('/prompts/partials', { query: options, signal }),
  )
  const add = can('prompts.create') && (
    <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
      New partial
    </Button>
  )
  return (
    <>
      <LibraryHead
        current="partials"
        about="Texts that several prompts include. Change and publish them in one place."
        actions={add}
      />
      <TextField
        label="Search by name"
        hideLabel
        type="search"
        data-key="filter"
        placeholder="Search by name"
        value={search}
        onValue={(value) => setQuery({ search: value }, { replace: true })}
      />
      <Loaded resource={partials} what="load the partials">
        {({ data }) => {
          if (data.length > 0) {
            return (
              <Table
                label="Partials"
                columns={COLUMNS}
                rows={data}
                keyOf={(row) => row.id}
                onOpen={(row) => navigate(`/prompts/partials/${row.slug}`)}
              />
            )
          }
          if (search) {
            return (
              <EmptyByFilter
                what="partials"
                filters={[{ label: `Name “${search}”`, onRemove: () => setQuery({ search: null }) }]}
              />
            )
          }
          return (
            <EmptyState title="No partials yet" action={add}>
              A tone of voice or a list of rules that many prompts share belongs here.
            </EmptyState>
          )
        }}
      </Loaded>
      {isNew && can('prompts.create') && (
        <NewPartialDialog onClose={() => setQuery({ new: null }, { replace: true })} />
      )}
    </>
  )
}
