/** Requests grouped by any dimension and optionally a second one; each row links to its logs. */

import { useState } from 'preact/hooks'
import { query, setQuery } from '../../../app/location.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { SelectField, TextField } from '../../../design/controls/field.tsx'
import { Pager } from '../../../design/data/pager.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { loadGroup } from '../analytics-api.ts'
import { csvOf, type GroupColumn, GroupTable } from '../charts/group-table.tsx'
import { dimension, dimensionOf, offeredDimensions, reachOf } from '../dimensions.ts'
import type { AnalyticsView } from '../view.ts'

const PAGE_SIZE = 50
const OTHER = 'meta'

export function GroupsTab({ view }: { readonly view: AnalyticsView }) {
  const by = dimensionOf(query.value.get('by')) ?? dimension('model')
  const split = dimensionOf(query.value.get('split'))
  const page = Number(query.value.get('page') ?? 0)
  const [sort, setSort] = useState<GroupColumn>('requests')
  const wanted = { ...reachOf(by, view.filters), page_size: PAGE_SIZE, current_page: page }
  const groups = useResource(JSON.stringify([by.group, wanted]), (signal) => loadGroup(by.group, wanted, signal))
  return (
    <div class="stack">
      <div class="analytics-by">
        <DimensionField label="Group by" value={by.name} onName={(name) => setQuery({ by: name, page: null })} />
        <DimensionField
          label="Then by"
          isOptional
          value={split?.name ?? ''}
          without={by.name}
          onName={(name) => setQuery({ split: name })}
        />
      </div>
      {by.name === 'workspace' && <p class="caption">All workspaces, regardless of the selection above.</p>}
      <Loaded resource={groups} what={`group by ${by.label.toLowerCase()}`}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <p class="muted">No request has a {by.label.toLowerCase()} in this range.</p>
          ) : (
            <>
              <GroupTable
                view={view}
                by={by}
                split={by.parameter === null ? null : split}
                rows={rows}
                sort={sort}
                onSort={setSort}
              />
              <div class="spread">
                <span>
                  <Pager
                    total={total}
                    page={page}
                    pageSize={PAGE_SIZE}
                    onPage={(next) => setQuery({ page: next || null })}
                    what="groups"
                  />
                </span>
                <CopyButton text={csvOf(by, rows)} what="CSV" />
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

type DimensionFieldProps = {
  readonly label: string
  readonly value: string
  readonly without?: string
  readonly isOptional?: boolean
  readonly onName: (name: string | null) => void
}

function DimensionField({ label, value, without, isOptional, onName }: DimensionFieldProps) {
  const isMetadata = value.startsWith('meta.')
  const [isAsking, setAsking] = useState(false)
  const [key, setKey] = useState(isMetadata ? value.slice(5) : '')
  const choices = offeredDimensions()
    .filter((one) => one.name !== without)
    .map((one) => ({ value: one.name, label: one.label }))
  return (
    <>
      <SelectField
        label={label}
        value={isMetadata || isAsking ? OTHER : value}
        onValue={(name) => {
          setAsking(name === OTHER)
          if (name !== OTHER) onName(name || null)
        }}
        choices={[
          ...(isOptional ? [{ value: '', label: 'None' }] : []),
          ...choices,
          { value: OTHER, label: 'Metadata key' },
        ]}
      />
      {(isMetadata || isAsking) && (
        <form
          class="row analytics-key"
          onSubmit={(event) => {
            event.preventDefault()
            if (key.trim()) onName(`meta.${key.trim()}`)
          }}
        >
          <TextField
            label={`Metadata key (${label.toLowerCase()})`}
            value={key}
            onValue={setKey}
            placeholder="region"
          />
          <Button type="submit">Use</Button>
        </form>
      )}
    </>
  )
}
