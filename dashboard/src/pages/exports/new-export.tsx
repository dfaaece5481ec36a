/** Creates an export: requests, columns and format; it starts immediately. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, SelectField, TextField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { RANGES, readRange } from '../../design/controls/time-range.ts'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { COLUMN_GROUPS, COLUMN_LABELS, columnLabel, USUAL_COLUMNS } from './columns.ts'
import { jobCall } from './export-job.ts'

type NewExportProps = { readonly onClose: () => void; readonly onMade: () => void }

const STATUSES: Readonly<Record<string, string>> = {
  '': 'Any',
  '2xx': 'Succeeded',
  '4xx,5xx': 'Failed',
  '5xx': 'Server errors (5xx)',
  '429': 'Rate limited (429)',
}

export function NewExport({ onClose, onMade }: NewExportProps) {
  const [description, setDescription] = useState('')
  const [range, setRange] = useState('7d')
  const [status, setStatus] = useState('')
  const [user, setUser] = useState('')
  const [format, setFormat] = useState('jsonl')
  const [columns, setColumns] = useState<ReadonlySet<string>>(new Set(USUAL_COLUMNS))
  const making = useAction(async () => {
    const { fromMs, toMs } = readRange(range, Date.now())
    const made = await api.post<{ id: string }>('/logs/exports', {
      workspace_id: workspaceId.value,
      description: description.trim() === '' ? null : description,
      format,
      requested_data: [...columns],
      filters: {
        time_of_generation_min: new Date(fromMs).toISOString(),
        time_of_generation_max: new Date(toMs).toISOString(),
        ...(status !== '' && { status_code: status }),
        ...(user.trim() !== '' && { metadata: { _user: user.trim() } }),
      },
    })
    await jobCall(made.id, 'start')
    toast({ words: 'The export was started.' })
    onMade()
    onClose()
  })
  const errors = fieldErrors(making.error)
  useFirstErrorFocus(making.error)
  const toggle = (name: string, isOn: boolean) => {
    const next = new Set(columns)
    if (isOn) next.add(name)
    else next.delete(name)
    setColumns(next)
  }
  return (
    <Dialog
      title="New export"
      isWide
      onClose={onClose}
      onSubmit={() => making.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={columns.size === 0} isBusy={making.isRunning}>
            Start export
          </Button>
        </>
      }
    >
      <TextField
        label="Description"
        isOptional
        placeholder="Failed requests of acme"
        value={description}
        onValue={setDescription}
        error={errors('description')}
      />
      <div class="exports-grid">
        <SelectField label="Time range" value={range} onValue={setRange} choices={RANGES} />
        <SelectField
          label="Result"
          value={status}
          onValue={setStatus}
          choices={Object.entries(STATUSES).map(([value, label]) => ({ value, label }))}
          error={errors('filters.status_code')}
        />
        <TextField
          label="User"
          isOptional
          hint="Metadata value _user."
          value={user}
          onValue={setUser}
          error={errors('filters.metadata')}
        />
      </div>
      <div class="stack-tight">
        <span class="field-label">Format</span>
        <div>
          <Segments
            label="Format"
            value={format}
            onValue={setFormat}
            choices={[
              { value: 'jsonl', label: 'JSON lines' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        </div>
      </div>
      {COLUMN_GROUPS.map((group) => (
        <fieldset key={group.title} class="stack-tight">
          <legend class="field-label">{group.title}</legend>
          {group.about && <p class="field-hint">{group.about}</p>}
          <div class="exports-columns">
            {group.columns.map((name) => (
              <CheckField
                key={name}
                label={columnLabel(name)}
                hint={COLUMN_LABELS[name] && <code>{name}</code>}
                isChecked={columns.has(name)}
                onChecked={(isOn) => toggle(name, isOn)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {making.error && <ErrorNotice error={making.error} what="start the export" />}
    </Dialog>
  )
}
