/** Audit log filters; all of them are in the URL. */

import { api, type Query } from '../../api/client.ts'
import { setQuery } from '../../app/location.ts'
import { caller } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Combobox } from '../../design/controls/combobox.tsx'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { RANGES, readRange } from '../../design/controls/time-range.ts'
import { type List, nameOf, type Person } from '../users/people.ts'
import { RESOURCES } from './entry.ts'

type FilterName = 'actor' | 'kind' | 'action' | 'target' | 'in' | 'ip' | 'source' | 'result' | 'range'

const LABELS: Readonly<Record<FilterName, string>> = {
  actor: 'person',
  kind: 'resource',
  action: 'action',
  target: 'object',
  in: 'workspace',
  ip: 'address',
  source: 'actor',
  result: 'result',
  range: 'time',
}
const REFUSED = '400,401,403,404,409,412,413,422,429'

/** Converts URL parameters to the admin API's filter. */
export function requestedOf(now: URLSearchParams): Query {
  const range = now.get('range')
  // Rounded up to whole minutes, so that repeated renders issue the same query.
  const { fromMs, toMs } = readRange(range, Math.ceil(Date.now() / 60_000) * 60_000)
  return {
    user_id: now.get('actor'),
    resource_type: now.get('kind'),
    action: now.get('action'),
    target_id: now.get('target'),
    workspace_id: now.get('in'),
    client_ip: now.get('ip'),
    user_type: now.get('source'),
    response_status_code: now.get('result') === 'refused' ? REFUSED : now.get('result') === 'done' ? '200' : null,
    start_time: range === null ? null : new Date(fromMs).toISOString(),
    end_time: range === null ? null : new Date(toMs).toISOString(),
  }
}

/** Active filters as text; `people` maps ids to names. */
export function activeFilters(now: URLSearchParams, people: readonly Person[] = []) {
  const words = (name: FilterName, value: string): string => {
    if (name === 'kind') return RESOURCES[value] ?? value
    if (name === 'in') return caller.value?.workspaces.find((one) => one.id === value)?.name ?? value
    if (name === 'actor') return people.find((person) => person.id === value)?.email ?? value
    if (name === 'source') return value === 'user' ? 'people' : value === 'api_key' ? 'keys' : 'commands'
    if (name === 'range') return RANGES.find((range) => range.value === value)?.label ?? value
    return value
  }
  return (Object.keys(LABELS) as FilterName[]).flatMap((name) => {
    const value = now.get(name)
    return value === null
      ? []
      : [{ label: `${LABELS[name]}: ${words(name, value)}`, onRemove: () => change({ [name]: null }) }]
  })
}

function change(changes: Partial<Record<FilterName, string | null>>, isTyped = false): void {
  setQuery({ ...changes, page: null, entry: null }, { replace: isTyped })
}

export function Filters({ now }: { readonly now: URLSearchParams }) {
  const people = useResource('people', (signal) =>
    api.get<List<Person>>('/admin/users', { query: { pageSize: 1_000 }, signal }),
  )
  const value = (name: FilterName) => now.get(name) ?? ''
  const active = activeFilters(now, people.data?.data)
  return (
    <div class="stack-tight">
      <div class="audit-filters">
        <SelectField
          label="Time range"
          value={value('range')}
          onValue={(range) => change({ range })}
          choices={[{ value: '', label: 'Any time' }, ...RANGES]}
        />
        <Combobox
          label="Person"
          placeholder="Anyone"
          choices={(people.data?.data ?? []).map((person) => ({
            value: person.id,
            label: `${nameOf(person)} · ${person.email}`,
          }))}
          value={value('actor')}
          onValue={(actor) => change({ actor })}
        />
        <SelectField
          label="Resource"
          value={value('kind')}
          onValue={(kind) => change({ kind, action: null })}
          choices={[
            { value: '', label: 'Any' },
            ...Object.entries(RESOURCES).map(([kind, label]) => ({ value: kind, label })),
          ]}
        />
        <SelectField
          label="Workspace"
          value={value('in')}
          onValue={(id) => change({ in: id })}
          choices={[
            { value: '', label: 'Any' },
            ...(caller.value?.workspaces ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label="Actor"
          value={value('source')}
          onValue={(source) => change({ source })}
          choices={[
            { value: '', label: 'Any' },
            { value: 'user', label: 'People (dashboard)' },
            { value: 'api_key', label: 'Keys (API, command line)' },
            { value: 'command_line', label: 'Commands (backup, restore)' },
          ]}
        />
        <SelectField
          label="Result"
          value={value('result')}
          onValue={(result) => change({ result })}
          choices={[
            { value: '', label: 'Any' },
            { value: 'done', label: 'Done' },
            { value: 'refused', label: 'Refused' },
          ]}
        />
        <TextField
          label="IP address"
          type="search"
          placeholder="10.0.3.7"
          data-key="filter"
          value={value('ip')}
          onValue={(ip) => change({ ip: ip.trim() }, true)}
        />
      </div>
      {active.length > 0 && (
        <div class="row-wrap">
          {active.map((filter) => (
            <Button key={filter.label} size="small" icon="close" onClick={filter.onRemove}>
              {filter.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
