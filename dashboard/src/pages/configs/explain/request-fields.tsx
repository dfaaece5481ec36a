/** The request of the dry run: a sample, or one from the logs. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import type { LogRow } from '../../../api/log-row.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { SelectField, TextAreaField, TextField } from '../../../design/controls/field.tsx'
import { duration, when } from '../../../design/data/format.ts'
import { objectOf, type Scenario } from './scenario.ts'

const MAX_LOGS = 25

type RequestFieldsProps = {
  readonly scenario: Scenario
  readonly onChange: (change: Partial<Scenario>) => void
  readonly logId: string | null
  readonly onLog: (id: string | null) => void
  /** The config leaves provider and credential to the request. */
  readonly needsProvider: boolean
}

export function RequestFields({ scenario, onChange, logId, onLog, needsProvider }: RequestFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="stack-tight">
      <div class="configs-request">
        <LogPicker logId={logId} onLog={onLog} />
        <TextField label="Model" isCode value={scenario.model} onValue={(model) => onChange({ model })} />
      </div>
      {needsProvider && (
        <div class="configs-request">
          <TextField
            label="Provider"
            hint="The request sets it: a provider slug, or @ and a virtual key."
            isCode
            value={scenario.provider}
            onValue={(provider) => onChange({ provider, virtualKey: '' })}
          />
        </div>
      )}
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Body, metadata and path</summary>
        {isOpen && (
          <div class="stack-tight configs-details">
            <TextField label="Path" isCode value={scenario.path} onValue={(path) => onChange({ path })} />
            <TextAreaField
              label="Metadata"
              hint="The JSON object of x-gateway-metadata."
              isCode
              rows={2}
              error={objectOf(scenario.metadata) === null ? 'Not a JSON object.' : null}
              value={scenario.metadata}
              onValue={(metadata) => onChange({ metadata })}
            />
            <TextAreaField
              label="Body"
              hint="Only the fields that conditions use (params.*), without the model."
              isCode
              rows={3}
              error={objectOf(scenario.params) === null ? 'Not a JSON object.' : null}
              value={scenario.params}
              onValue={(params) => onChange({ params })}
            />
          </div>
        )}
      </details>
    </div>
  )
}

function LogPicker({ logId, onLog }: Pick<RequestFieldsProps, 'logId' | 'onLog'>) {
  const id = workspaceId.value
  const mayRead = can('logs.list')
  const logs = useResource(mayRead ? `logs ${id}` : null, (signal) =>
    api.get<{ data: readonly LogRow[] }>('/logs', { query: { workspace_id: id, page_size: MAX_LOGS }, signal }),
  )
  const rows = logs.data?.data.filter((row) => row.source === 'gateway') ?? []
  const isListed = logId === null || rows.some((row) => row.id === logId)
  return (
    <SelectField
      label="Request"
      choices={[
        { value: '', label: 'Sample request' },
        ...(isListed ? [] : [{ value: logId ?? '', label: `Log ${logId}` }]),
        ...rows.map((row) => ({ value: row.id, label: logWords(row) })),
      ]}
      value={logId ?? ''}
      onValue={(value) => onLog(value === '' ? null : value)}
    />
  )
}

function logWords(row: LogRow): string {
  const parts = [
    when(row.created_at),
    String(row.status_code),
    row.ai_model ?? row.endpoint,
    duration(row.response_time),
  ]
  return `Log: ${parts.join(' · ')}`
}
